public import UnoArchitecture

extension Interactors {
    /// The part of a state machine that applies its transitions and runs their effects.
    ///
    /// Made by ``StateMachine/transitions``.
    public struct Transitions<Machine: StateMachine>: Interactor, GraphPart, DescribedPart {
        /// The machine's state.
        public typealias DomainState = Machine.State
        /// The machine's actions.
        public typealias Action = Machine.Action

        @usableFromInline let machine: Machine
        @usableFromInline let makeStep: @Sendable (MachineRun<Machine>) -> (Action) -> Void

        @inlinable
        init(of machine: Machine) {
            self.machine = machine
            self.makeStep = { $0.makeStep() }
        }

        /// The initial value of the machine.
        public var initialValue: DomainState { machine.initialValue }

        /// The states of the machine's graph, hosted by the stream that is returned.
        @inlinable
        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var outline: PartOutline {
            var outline = PartOutline()
            outline.machine = (Machine.self as? any DiagrammedStateMachine.Type)?.outline(from: machine.initialValue)
            return outline
        }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            context.bring(machine.initialValue, from: Machine.self)
            let run = MachineRun(context, machine: machine)
            return PartNode(engine: context.engine, running: run, step: makeStep(run))
        }
    }
}

// MARK: Tests

/// Runs the effects of a machine instead of its `runIOEffect(_:)`.
package struct EffectReplacement<Machine: StateMachine>: Sendable {
    package typealias Run = @Sendable (Machine.IOEffect) async -> Machine.IOResultStream

    let run: Run

    package init(run: @escaping Run) {
        self.run = run
    }
}

/// The replacements for the graphs that the current task makes, for tests.
package enum EffectReplacements {
    /// Runs `body`. Graphs that it makes run the effects of `Machine`, nested machines included, through `replacement`.
    package static func with<Machine: StateMachine, Result>(
        _ replacement: EffectReplacement<Machine>,
        _ body: () throws -> Result
    ) rethrows -> Result {
        var all = Replacements.ofTask
        all[ObjectIdentifier(Machine.self)] = replacement
        return try Replacements.$ofTask.withValue(all, operation: body)
    }

    static func replacement<Machine: StateMachine>(
        for machine: Machine,
        in all: Replacements.Values
    ) -> EffectReplacement<Machine>.Run? {
        (all[ObjectIdentifier(Machine.self)] as? EffectReplacement<Machine>)?.run
    }
}
