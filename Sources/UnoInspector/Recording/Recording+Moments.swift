internal import AsyncKit
internal import UnoArchitecture

extension Recording {
    /// A step after which a part of the state is what a trigger waits for, while it was not before the step.
    public struct Moment: Sendable, CustomStringConvertible {
        /// The step: its cause, its place and the state after it.
        public let step: Step
        /// The action of the step or, if it has none, the one that its event began with; nil if none is known.
        public let action: Action?

        /// The step with its cause, action and place.
        public var description: String {
            guard step.action == nil, let action else { return "\(step)" }
            return "\(step), from the action \(action)"
        }
    }

    /// The moments at which a part of the state comes to be as `isMeant` says. A part that is so from the start counts at the
    /// first step. Complexity: O(n) in the entries.
    ///
    /// ```swift
    /// recording.moments(when: \.isSearching) { $0 }
    /// ```
    public func moments<Part>(when part: KeyPath<State, Part>, becomes isMeant: (Part) -> Bool) -> [Moment] {
        var trigger = Trigger(wasMeant: stateBefore.map { isMeant($0.value[keyPath: part]) } ?? false)
        return steps.filter { step in trigger.fires(after: step) { isMeant($0[keyPath: part]) } }
            .map { Moment(step: $0, action: action(behind: $0)) }
    }

    /// Whether the last state was as wanted.
    struct Trigger: Sendable {
        var wasMeant = false

        mutating func fires(after step: Step, _ isMeant: (State) -> Bool) -> Bool {
            // A recorder may be given to another runtime.
            if step.number == 0 { wasMeant = false }
            let isNow = step.state.map(isMeant) ?? false
            defer { wasMeant = isNow }
            return isNow && !wasMeant
        }
    }
}

extension Recorder {
    /// Calls `body` at each moment from now on at which a part of the state comes to be as `isMeant` says.
    ///
    /// ```swift
    /// recorder.tell(when: \.count, becomes: { $0 < 0 }, to: { print("Below zero: \($0)") })
    /// ```
    ///
    /// `body` is called by the runtime at the end of the step, so a breakpoint in it stops there; it must not wait. It is called for
    /// the runtimes that the recorder is given later, too.
    ///
    /// - Parameters:
    ///   - part: the part of the state.
    ///   - isMeant: called after each step.
    ///   - body: gets the moment.
    public func tell<Part>(
        when part: any KeyPath<State, Part> & Sendable,
        becomes isMeant: @escaping @Sendable (Part) -> Bool,
        to body: @escaping @Sendable (Recording<State, Action>.Moment) -> Void
    ) {
        let isNow = recording.steps.last?.state.map { isMeant($0[keyPath: part]) } ?? false
        let trigger = Locked(Recording<State, Action>.Trigger(wasMeant: isNow))
        hear(alsoNow: true) { [weak self] entry, _ in
            guard case .step(let step) = entry,
                trigger.withLock({ $0.fires(after: step) { isMeant($0[keyPath: part]) } })
            else { return }
            let action = step.action ?? self?.recording.action(behind: step)
            body(Recording.Moment(step: step, action: action))
        }
    }
}
