internal import AsyncKit
internal import UnoArchitecture

/// The view states that a view model's harness has seen, and what its test has sent and asserted.
///
/// Separate from the harness, so that unreceived changes can be recorded when the harness is released.
@MainActor
final class ViewModelLog<ViewState: Equatable> {
    struct Sent {
        let name: String
        let event: EventTask
        let site: TestSite
    }

    let exhaustivity: Exhaustivity
    /// The thread of the main actor.
    private nonisolated let mainThread = Platform.currentThread
    var viewStates: [ViewState]
    /// The index in `viewStates` of the last state that the test has asserted.
    var asserted = 0
    var sent: [Sent] = []
    /// The test's last call.
    var lastCall: TestSite
    /// Whether everything that is left at the end of the test has been recorded.
    var isTold = false

    init(_ viewState: ViewState, _ exhaustivity: Exhaustivity, at site: TestSite) {
        self.exhaustivity = exhaustivity
        viewStates = [viewState]
        lastCall = site
    }

    /// The index of the first change that the test has not asserted.
    func nextChange() -> Int? {
        viewStates.indices.dropFirst(asserted + 1).first { viewStates[$0] != viewStates[$0 - 1] }
    }

    /// Records the changes from `place` on, each with its difference.
    func fail(_ message: String, from place: Int, at site: TestSite) {
        let changes = (place..<viewStates.count).filter { viewStates[$0] != viewStates[$0 - 1] }.map { index in
            "    \(Rendering.of(viewStates[index]))"
                + Difference.indented(from: viewStates[index - 1], to: viewStates[index])
        }
        Failure("\(message)\n\(changes.joined(separator: "\n"))", at: site).record()
    }

    /// Called when the harness is released: records what `finish()` has not.
    ///
    /// On another thread than the main actor's, records it a moment later.
    nonisolated func tellAtEnd() {
        if Platform.currentThread == mainThread {
            MainActor.assumeIsolated { tellWhatIsLeft() }
        } else {
            Task { @MainActor in self.tellWhatIsLeft() }
        }
    }

    private func tellWhatIsLeft() {
        guard !isTold, exhaustivity == .on else { return }
        isTold = true
        if let unreceived = nextChange() {
            fail("At the end of the test, this had come and was not received:", from: unreceived, at: lastCall)
        }
        for sent in sent where sent.event.isUnderWay && sent.event.outcome == .accepted {
            Failure(
                "At the end of the test, what \(sent.name) led to is still in flight.\n"
                    + "Let it end, cancel its event, or call finish()",
                at: sent.site
            ).record()
        }
    }
}
