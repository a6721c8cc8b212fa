internal import ValueKit

/// The states around some steps of a feature, to be compared with what the test says of them.
package struct StateCheck<State: Equatable> {
    private let before: State?
    private let after: State?
    private let exhaustivity: Exhaustivity
    /// What is compared: "state" or "view state".
    private let subject: String
    /// The steps that the test speaks of.
    private let steps: [Step]
    /// When the last of them happened.
    private let time: Duration
    /// Whether the test has to say when that was.
    private let needsTime: Bool

    fileprivate struct Step {
        let before: State?
        let after: State?
        /// The state that was emitted last before the step.
        let shown: State?
        let emitted: [State]
        /// Whether it may emit an unchanged state.
        let hasEffects: Bool
        let isDismissed: Bool
        /// Whether it is that of an action that the test has sent.
        let isSent: Bool
    }

    package init<Action>(
        from first: LedgerStep<State, Action>,
        to last: LedgerStep<State, Action>,
        of steps: [LedgerStep<State, Action>] = [],
        _ exhaustivity: Exhaustivity,
        _ subject: String
    ) {
        self.steps = steps.map { step in
            let isSent = if case .sent = step.cause { true } else { false }
            return Step(
                before: step.before,
                after: step.after,
                shown: step.shown,
                emitted: step.emitted,
                hasEffects: step.hasEffects,
                isDismissed: step.isDismissed,
                isSent: isSent
            )
        }
        time = last.time
        needsTime = last.needsTime
        before = first.before
        after = last.after
        (self.exhaustivity, self.subject) = (exhaustivity, subject)
    }

    /// The check of no step.
    package init(of state: State?, _ exhaustivity: Exhaustivity, _ subject: String) {
        (before, after, steps, time, needsTime) = (state, state, [], .zero, false)
        (self.exhaustivity, self.subject) = (exhaustivity, subject)
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
    /// of it already. One that must may not say a change where there is none.
    package func failure(_ change: ((inout State) -> Void)?, _ when: @autoclosure () -> String) -> String? {
        guard let after else {
            return change == nil ? nil : "\(when()), there is no \(subject) to compare: none has been emitted"
        }
        if exhaustivity == .off, change == nil { return nil }
        var expected = exhaustivity == .on ? before ?? after : after
        change?(&expected)
        let difference = Difference(expected: expected, actual: after)
        guard difference.isEmpty else {
            let text =
                "\(when()), the \(subject) is not what the test says:\n\(difference.text(whole: "the \(subject)"))"
            guard exhaustivity == .off, let change, var relative = before else { return text }
            change(&relative)
            return relative == after ? text + Self.relativeChange : text
        }
        guard exhaustivity == .on, change != nil, before == after else { return nil }
        return "\(when()), the test says a change of the \(subject), but nothing has changed. Leave the change out"
    }

    /// The failure message for a wrong number of emitted states; nil if the number is right.
    ///
    /// A test that says nothing of it speaks, in exhaustive mode, of a state for each step that changes the state, whatever came
    /// in between, and of none for one of its own actions that changes nothing. A handler that begins or cancels effects emits
    /// its state whether it has changed or not.
    package func emissionFailure(_ expected: Int?, _ when: @autoclosure () -> String) -> String? {
        let count = steps.reduce(0) { $0 + $1.emitted.count }
        if let expected {
            return expected == count
                ? nil : "\(when()), \(count) state(s) were emitted, and the test says \(expected):\(list)"
        }
        guard exhaustivity == .on else { return nil }
        let unless = "or say `emitting: \(count)` if that is meant"
        for step in steps {
            if !step.isDismissed, let after = step.after, after != step.before, step.emitted.last != after {
                let change = (step.emitted.last ?? step.shown).map { Difference.indented(from: $0, to: after) } ?? ""
                return "\(when()), the state has changed, and the change was not emitted:\(change)\n"
                    + "Return .state from the handler, \(unless)"
            }
            if step.isSent, !step.hasEffects, !step.emitted.isEmpty, step.emitted.allSatisfy({ $0 == step.shown }) {
                return "\(when()), the state was emitted although it has not changed:\(list)\n"
                    + "Return .none from the handler, \(unless)"
            }
        }
        return nil
    }

    /// The emitted states, for a failure message.
    private var list: String {
        Rendering.list(steps.flatMap(\.emitted).map { "\n    \(Rendering.of($0))" }, separator: "", indent: "\n    ")
    }

    /// The failure message for a wrong time, or for none where one is needed.
    package func timeFailure(_ expected: Duration?, _ what: @autoclosure () -> String) -> String? {
        guard let expected else {
            guard needsTime, exhaustivity == .on else { return nil }
            let text = "\(what()) came at \(time), and one call has moved the clock past that and other deadlines"
                .firstCapital
            return text
                + ": another time would look the same. Receive it with `at:`, or move the clock one deadline at a time"
        }
        guard expected != time else { return nil }
        return "\(what()) came at \(time), and the test says \(expected)".firstCapital
    }
}

extension StateCheck: Sendable where State: Sendable {}
extension StateCheck.Step: Sendable where State: Sendable {}
