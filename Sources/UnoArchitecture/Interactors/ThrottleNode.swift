public import AsyncKit

/// Passes an action to its child and holds the newest one that arrives within the window.
///
/// The action that waits is held by a ``DebounceNode``, with the end of the window as its deadline: so turns, clocks,
/// cancellation and the finish treat it as they treat every held action.
@usableFromInline
final class ThrottleNode<State: Sendable, Action: Sendable, C: Clock>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (ThrottleNode) -> Step

    @usableFromInline let duration: C.Instant.Duration
    @usableFromInline let latest: Bool
    @usableFromInline let clock: C
    /// Handles each action that passes, and opens the window.
    @usableFromInline let passing: PassingNode<State, Action>
    @usableFromInline let holder: DebounceNode<State, Action, C>
    @exclusivity(unchecked) @usableFromInline var window = ThrottleWindow<C.Instant>()

    init(
        _ context: NodeContext<State, Action>,
        duration: C.Instant.Duration,
        latest: Bool,
        clock: C,
        child: Node<State, Action>,
        site: CallSite,
        makeStep: MakeStep,
        makeHolderStep: DebounceNode<State, Action, C>.MakeStep
    ) {
        self.duration = duration
        self.latest = latest
        self.clock = clock
        passing = PassingNode(child)
        holder = DebounceNode(
            context,
            duration: duration,
            clock: clock,
            child: passing,
            site: site,
            makeStep: makeHolderStep
        )
        super.init(engine: context.engine)
        step = makeStep(self)
        if let listener = context.engine.listener { step = self.makeStep(asking: listener) }
    }

    @inlinable
    func makeStep() -> Step {
        let (childStep, clock, duration) = (passing.child.step, clock, duration)
        let pass: Step = { [unowned self] action in
            window.passed(until: clock.now.advanced(by: duration))
            childStep(action)
        }
        passing.step = pass
        return { [unowned self] action in
            // The scope may have closed within the step that brings the action.
            guard holder.scope.isOpen else { return }
            switch window.arrive(at: clock.now, isHolding: holder.holdsAction) {
            case .pass: pass(action)
            case .wait(let end): if latest { holder.arrive(action, due: end) }
            }
        }
    }

    /// The same step, where a listener decides what passes.
    private func makeStep(asking listener: any GraphListener) -> Step {
        guard !listener.isReplay else { return makeReplayedStep(asking: listener) }
        let pass = passing.step
        return { [unowned self] action in
            guard holder.scope.isOpen else { return }
            let now = clock.now
            let arrival = window.arrive(at: now, isHolding: holder.holdsAction)
            if listener.decides(arrival == .pass) { return pass(action) }
            guard latest else { return }
            switch arrival {
            case .pass: holder.arrive(action, due: now.advanced(by: duration))
            case .wait(let end): holder.arrive(action, due: end)
            }
        }
    }

    /// The same step without a clock, where a listener knows what passed.
    private func makeReplayedStep(asking listener: any GraphListener) -> Step {
        let pass = passing.child.step
        passing.step = pass
        return { [unowned self] action in
            guard holder.scope.isOpen else { return }
            if listener.decides(true) { pass(action) } else if latest { holder.arrive(action) }
        }
    }

    override func start() { holder.start() }

    override func stop() {
        holder.stop()
        window = ThrottleWindow()
    }
}

/// The child of a ``ThrottleNode``, with another step.
@usableFromInline
final class PassingNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline let child: Node<State, Action>

    init(_ child: Node<State, Action>) {
        self.child = child
        super.init(engine: child.engine)
    }

    override func start() { child.start() }

    override func stop() { child.stop() }
}
