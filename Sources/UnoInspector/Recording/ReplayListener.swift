internal import AsyncKit
package import UnoArchitecture

/// Hears what a replayed graph does in the running step, and answers what clocks would decide.
package final class ReplayListener<State: Sendable>: GraphListener {
    /// What the running step has done so far.
    struct Heard: Sendable {
        var decisions: ArraySlice<Bool> = []
        var state: State?
        var hasState = false
        var isRefused = false
        /// The effects that it has registered, with their ids.
        var effects: [(number: UInt64, id: String?)] = []
    }

    private let heard = Locked(Heard())

    /// Forgets the last step.
    func begin(deciding decisions: [Bool]) { heard.withLock { $0 = Heard(decisions: decisions[...]) } }

    var present: Heard { heard.withLock { $0 } }

    package func stepBegan(_ cause: StepCause, of event: UInt64?, by effect: UInt64?) {}

    package func received<Action: Sendable>(_ action: Action) {}

    package func changed<Changed: Sendable>(_ change: GraphChange, to state: Changed?) {}

    package func stepEnded<Ended: Sendable>(_ step: GraphStep, state: Ended?) {
        let state = state as? State
        heard.withLock { heard in
            (heard.state, heard.hasState, heard.isRefused) = (state, true, step.isRefused)
        }
    }

    package func heard(_ note: GraphNote) {
        guard case .effectRegistered(let number, _, let id, _, _) = note else { return }
        heard.withLock { $0.effects.append((number, id)) }
    }

    /// What the graph asks more often than it did when it was recorded is answered as the graph would.
    package func decides(_ isSo: Bool) -> Bool { heard.withLock { $0.decisions.popFirst() ?? isSo } }
}
