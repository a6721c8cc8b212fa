/// A state machine as a part of its scope.
final class TransitionsNode<Machine: StateMachine>: Node<Machine.State, Machine.Action> {
    private let run: MachineRun<Machine>

    init(
        _ context: NodeContext<Machine.State, Machine.Action>,
        machine: Machine,
        makeStep: (MachineRun<Machine>) -> Step
    ) {
        run = MachineRun(context, machine: machine)
        super.init(engine: context.engine, step: makeStep(run))
    }

    override func stop() { run.end() }
}
