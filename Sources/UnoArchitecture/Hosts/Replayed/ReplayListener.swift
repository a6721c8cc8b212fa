internal import AsyncKit

/// Hears what a replayed graph does in the running step, and answers what clocks would decide.
package final class ReplayListener: GraphListener {
    /// What the running step has done so far.
    package struct Heard: Sendable {
        fileprivate var decisions: ArraySlice<Bool> = []
        package fileprivate(set) var isRefused = false
        /// The effects that it has registered, with their ids.
        package fileprivate(set) var effects: [(number: UInt64, id: String?)] = []
    }

    private let heard = Locked(Heard())

    package init() {}

    /// Forgets the last step.
    ///
    /// - Parameter decisions: what is decided in the next one, in order.
    package func begin(deciding decisions: [Bool]) { heard.withLock { $0 = Heard(decisions: decisions[...]) } }

    /// What the running step has done, or the last one.
    package var present: Heard { heard.withLock { $0 } }

    package func stepBegan(_ cause: StepCause, of event: UInt64?, by effect: UInt64?) {}

    package func received<Action: Sendable>(_ action: Action) {}

    package func changed<Changed: Sendable>(_ change: GraphChange, to state: Changed?) {}

    package func stepEnded<Ended: Sendable>(_ step: GraphStep, state: Ended?) {
        if step.isRefused { heard.withLock { $0.isRefused = true } }
    }

    package func heard(_ note: GraphNote) {
        guard case .effectRegistered(let number, _, let id, _, _) = note else { return }
        heard.withLock { $0.effects.append((number, id)) }
    }

    package func refused(at site: CallSite, _ reason: Rejection) {}

    package var isReplay: Bool { true }

    /// What the graph asks more often than it did when it was recorded is answered as the graph would.
    package func decides(_ isSo: Bool) -> Bool { heard.withLock { $0.decisions.popFirst() ?? isSo } }
}
