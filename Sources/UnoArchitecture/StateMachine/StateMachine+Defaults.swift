extension StateMachine {
    /// Keeps a machine without a state to start from from compiling.
    @available(*, unavailable, message: "A state machine starts from a state: declare `let initialValue: State`")
    public var initialValue: State { fatalError("\(Self.self) has no initial value") }

    /// The transitions and nothing else. A machine with more parts lists them, and ``transitions`` among them.
    @inlinable
    public var body: Interactors.Transitions<Self> { transitions }

    /// What this machine itself does with an action, as a part of its ``Interactor/body``.
    @inlinable
    public var transitions: Interactors.Transitions<Self> { Interactors.Transitions(of: self) }

    @inlinable
    public static func traits(of effect: IOEffect) -> EffectTraits { [] }
}

extension StateMachine where EffectScope == StateCase {
    public static func effectScope(of state: State) -> StateCase { StateCase(of: state) }
}

extension StateMachine where Effects == IOEffect {
    @inlinable
    public static func composition(of effects: Effects) -> ComposableEffect<IOEffect> { .just(effects) }
}

extension StateMachine where Effects: ComposedEffects, Effects.Effect == IOEffect {
    @inlinable
    public static func composition(of effects: Effects) -> ComposableEffect<IOEffect> { effects.composition }
}

extension StateMachine where IOEffect == Never {
    public func runIOEffect(_ ioEffect: Never) -> IOResultStream {}
}

extension StateMachine where IOResult == Never {
    @inlinable
    public static func reduceIOResult(_ state: State, _ ioResult: Never) -> Transition {}
}
