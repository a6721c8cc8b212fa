/// The states around some steps of a feature, to be compared with what the test says of them.
package struct StateCheck<State: Equatable & Sendable>: Sendable {
    private let when: String
    private let before: State?
    private let after: State?
    /// The state that the feature holds without having emitted it, if it has another.
    private let unemitted: State?
    private let exhaustivity: Exhaustivity

    init<Action>(
        _ when: String,
        from first: LedgerStep<State, Action>,
        to last: LedgerStep<State, Action>,
        _ exhaustivity: Exhaustivity
    ) {
        self.when = when
        before = first.before
        after = last.after
        unemitted = last.unemitted
        self.exhaustivity = exhaustivity
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
        guard unemitted == expected else { return text }
        return text + "\nThe feature holds that state, but has not emitted it. Did its handler return .none?"
    }
}
