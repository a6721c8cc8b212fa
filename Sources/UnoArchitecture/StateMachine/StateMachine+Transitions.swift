extension StateMachineTypes {
    /// The machine does not say what happens: it stays as it is, and that is reported.
    ///
    /// The value is that of ``identity``; what sets it apart is that it was asked for. See
    /// ``StateMachine/answer(to:in:)``.
    public static var undefined: Transition {
        UndefinedTransition.note()
        return (nil, nil)
    }

    /// The machine stays as it is, and means to.
    @inlinable
    public static var identity: Transition { (nil, nil) }

    /// The machine goes to `state`.
    @inlinable
    public static func nextState(_ state: State) -> Transition { (.some(state), nil) }

    /// The machine stays as it is and starts `effect`.
    @inlinable
    public static func run(_ effect: Effects) -> Transition { (nil, effect) }

    /// The machine goes to `state` and starts `effect` there.
    @inlinable
    public static func transition(_ state: State, effect: Effects) -> Transition { (.some(state), effect) }

    /// Runs `action` in the middle of a transition, which is then no longer pure; for the print of a debugging hour.
    @inlinable
    public static func unsafe(_ action: () -> Void) -> Transition {
        action()
        return (nil, nil)
    }

    /// A copy of `value` with another value at `keyPath`: `nextState(withVar(state, \.count, 1))`.
    @inlinable
    public static func withVar<Value, Member>(
        _ value: Value,
        _ keyPath: WritableKeyPath<Value, Member>,
        _ member: Member
    ) -> Value {
        var value = value
        value[keyPath: keyPath] = member
        return value
    }

    /// A changed copy of `value`: `nextState(withVar(state) { $0.count += 1 })`.
    @inlinable
    public static func withVar<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }
}

extension StateMachine {
    /// What the machine answers to `event`, and whether it defines that.
    ///
    /// An answer is undefined if it changes nothing and ``StateMachineTypes/undefined`` was asked for on the way to it.
    @inlinable
    public static func answer(
        to event: StateMachineEvent<Input, IOResult>,
        in state: State
    ) -> (transition: Transition, isDefined: Bool) {
        let before = UndefinedTransition.notesOnThisThread
        let transition: Transition
        switch event {
        case .input(let input): transition = reduceInput(state, input)
        case .ioResult(let result): transition = reduceIOResult(state, result)
        }
        guard transition.0 == nil, transition.1 == nil else { return (transition, true) }
        return (transition, UndefinedTransition.notesOnThisThread == before)
    }
}
