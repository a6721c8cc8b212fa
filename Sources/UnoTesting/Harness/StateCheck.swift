/// The states around some steps of a feature, to be compared with what the test says of them.
package struct StateCheck<State: Equatable & Sendable>: Sendable {
    private let when: String
    private let before: State?
    private let after: State?
    /// The state that the feature holds without having emitted it, if it has another.
    private let unemitted: State?
    private let exhaustivity: Exhaustivity
    /// The steps that the test speaks of: what each emitted, from what state on, and whether it may be the same one.
    private let steps: [(before: State?, emitted: [State], hasEffects: Bool)]
    /// Whether the test has sent what led to them, rather than received them.
    private let isSent: Bool
    /// When the last of them happened.
    private let time: Duration

    init<Action>(
        _ when: String,
        from first: LedgerStep<State, Action>,
        to last: LedgerStep<State, Action>,
        of steps: [LedgerStep<State, Action>] = [],
        _ exhaustivity: Exhaustivity
    ) {
        self.steps = steps.map { ($0.before, $0.emitted, $0.hasEffects) }
        isSent = if case .sent = first.cause { true } else { false }
        time = last.time
        self.when = when
        before = first.before
        after = last.after
        unemitted = last.unemitted
        self.exhaustivity = exhaustivity
    }

    private static var relativeChange: String {
        """
        \nIt is what the change makes of the state before. But where the test need not say everything, the change is \
        applied to the state that came out, and must leave it as it is: set a value ($0.n = 1), do not change one \
        ($0.n += 1)
        """
    }

    /// How the state differs from what `change` makes of the one before; nil if it does not.
    ///
    /// A test that need not speak of everything changes the state that came out of the steps: what it says must be true
    /// of it already.
    package func failure(_ change: ((inout State) -> Void)?) -> String? {
        guard let after else {
            return change == nil ? nil : "\(when), there is no state to compare: none has been emitted"
        }
        if exhaustivity == .off, change == nil { return nil }
        var expected = exhaustivity == .on ? before ?? after : after
        change?(&expected)
        let difference = Difference(expected: expected, actual: after)
        guard !difference.isEmpty else { return nil }
        let text = "\(when), the state is not what the test says:\n\(difference)"
        if exhaustivity == .off, let change, var relative = before {
            change(&relative)
            if relative == after { return text + Self.relativeChange }
        }
        guard unemitted == expected else { return text }
        return text + "\nThe feature holds that state, but has not emitted it. Did its handler return .none?"
    }

    /// The failure message for a wrong number of emitted states; nil if the number is right.
    ///
    /// A test that says nothing of it speaks, in exhaustive mode, of one state for each step, and of none for one of
    /// its own actions that changes nothing. A handler that begins or cancels effects emits its state whether it has
    /// changed or not.
    package func emissionFailure(_ expected: Int?) -> String? {
        let emitted = steps.flatMap(\.emitted)
        let list = emitted.map { "\n    \(Rendering.of($0))" }.joined()
        if let expected {
            if emitted.count == expected { return nil }
            return "\(when), \(emitted.count) state(s) were emitted, and the test says \(expected):\(list)"
        }
        guard exhaustivity == .on else { return nil }
        for step in steps {
            guard let before = step.before, let last = step.emitted.last else { continue }
            if step.emitted.dropLast().contains(where: { $0 != before && $0 != last }) {
                return "\(when), there was a state in between that the test does not speak of:\(list)\n"
                    + "Say `emitting: \(emitted.count)` if that is meant"
            }
            if isSent, !step.hasEffects, step.emitted.allSatisfy({ $0 == before }) {
                return "\(when), the state was emitted although it has not changed:\(list)\n"
                    + "Return .none from the handler, or say `emitting: \(emitted.count)` if that is meant"
            }
        }
        return nil
    }

    /// The failure message for a wrong time; nil if the time is right, or the test gives none.
    package func timeFailure(_ expected: Duration?) -> String? {
        guard let expected, expected != time else { return nil }
        return "\(when.replacing("After ", with: "")) came at \(time), and the test says \(expected)".firstCapital
    }
}
