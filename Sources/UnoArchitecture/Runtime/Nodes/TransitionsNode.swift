/// A state machine as a part of its scope.
final class TransitionsNode<Machine: StateMachine>: Node<Machine.State, Machine.Action>, SliceFollowing {
    private let run: MachineRun<Machine>

    init(
        _ context: NodeContext<Machine.State, Machine.Action>,
        machine: Machine,
        makeStep: (MachineRun<Machine>) -> Step
    ) {
        run = MachineRun(context, machine: machine)
        super.init(engine: context.engine, step: makeStep(run))
        // A part beside or around this one may take the state out of the phase that effects belong to.
        if Machine.IOEffect.self != Never.self { context.scope.addFollower(self) }
    }

    override func stop() { run.end() }

    func followSlice() { run.followState() }
}
