extension Interactors {
    /// What a state machine itself does with an action: its transitions and their effects.
    ///
    /// Made by ``StateMachine/transitions``.
    public struct Transitions<Machine: StateMachine>: Interactor, GraphPart {
        public typealias DomainState = Machine.State
        public typealias Action = Machine.Action

        @usableFromInline let machine: Machine
        @usableFromInline let makeStep: @Sendable (MachineRun<Machine>) -> (Action) -> Void

        @inlinable
        init(of machine: Machine) {
            self.machine = machine
            self.makeStep = { $0.makeStep() }
        }

        public var initialValue: DomainState { machine.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            TransitionsNode(context, machine: machine, makeStep: makeStep)
        }
    }
}
