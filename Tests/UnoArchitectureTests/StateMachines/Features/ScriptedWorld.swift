import TestSupport
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// A parent with a scripted machine in each of the places where a machine can be.
struct ScriptedWorld: Sendable {
    typealias Machine = ScriptedMachine
    var machine = Machine.State.idle(Machine.Log())
    var optional: Machine.State? = .idle(Machine.Log())
    var rows: [Machine.State] = [.idle(Machine.Log())]

    @CasePathable enum Action: Sendable {
        case machine(Machine.Action)
        case state(Machine.State)
        case row(IdentifiedAction<Int, Machine.Action>)
        case dismiss, present
    }

    fileprivate static let parent = Interact<ScriptedWorld, Action>(initialValue: ScriptedWorld()) { world, action in
        switch action {
        case .state(let state): world.machine = state
        case .dismiss: (world.optional, world.rows) = (nil, [])
        case .present: (world.optional, world.rows) = (.idle(Machine.Log()), [.idle(Machine.Log())])
        case .machine, .row: return .none
        }
        return .state
    }
}

extension ScriptedMachine.State {
    fileprivate var row: Int { 0 }
}

/// A scripted machine somewhere in a running graph.
struct ScriptedStage: Sendable {
    enum Setting: CaseIterable, Sendable {
        case alone, inProperty, inOptional, behindWhen, inRow

        /// Where a parent can take the machine away.
        static var passing: [Setting] { [.inOptional, .inRow] }
    }

    let desk: Desk
    let executor: ControlledExecutor
    let state: @Sendable () -> ScriptedMachine.State?
    let hasEnded: @Sendable () -> Bool
    let finish: @Sendable () -> Void
    private let sendEvent: @Sendable (ScriptedMachine.Action) -> Void
    private let sendToParent: @Sendable (ScriptedWorld.Action) -> Void

    init(_ setting: Setting, in host: Host, seed: UInt64? = nil) {
        let desk = Desk()
        let machine = ScriptedMachine(desk: desk)
        switch setting {
        case .alone: self.init(desk, Stage(machine, in: host, seed: seed), state: { $0 }, event: { $0 })
        case .inProperty: self.init(desk, Stage(InProperty(machine: machine), in: host, seed: seed), state: \.machine)
        case .inOptional: self.init(desk, Stage(InOptional(machine: machine), in: host, seed: seed), state: \.optional)
        case .behindWhen:
            let parent = ScriptedWorld.parent.when(stateIs: \.machine, actionIs: \.machine, stateAction: \.state) {
                machine
            }
            self.init(desk, Stage(parent, in: host, seed: seed), state: \.machine)
        case .inRow:
            let parent = ScriptedWorld.parent.forEach(\.rows, id: \.row, action: \.row) { machine }
            self.init(
                desk, Stage(parent, in: host, seed: seed), state: \.rows.first,
                event: { .row(.element(id: 0, action: $0)) }, parent: { $0 }
            )
        }
    }

    private init(
        _ desk: Desk, _ stage: Stage<ScriptedWorld, ScriptedWorld.Action>,
        state: @escaping @Sendable (ScriptedWorld) -> ScriptedMachine.State?
    ) { self.init(desk, stage, state: state, event: { .machine($0) }, parent: { $0 }) }

    private init<State, Action>(
        _ desk: Desk, _ stage: Stage<State, Action>, state: @escaping @Sendable (State) -> ScriptedMachine.State?,
        event: @escaping @Sendable (ScriptedMachine.Action) -> Action,
        parent: @escaping @Sendable (ScriptedWorld.Action) -> Action? = { _ in nil }
    ) {
        self.desk = desk
        executor = stage.executor
        self.state = { state(stage.last) }
        hasEnded = { stage.hasEnded }
        finish = { stage.finish() }
        sendEvent = { stage.hosted.send(event($0)) }
        sendToParent = { if let action = parent($0) { stage.hosted.send(action) } }
    }

    var log: [String] { state()?.log ?? [] }

    /// Sends without running anything.
    func queue(_ inputs: ScriptedMachine.Input...) { for input in inputs { sendEvent(.input(input)) } }
    func queue(_ actions: ScriptedWorld.Action...) { for action in actions { sendToParent(action) } }

    func send(_ inputs: ScriptedMachine.Input...) {
        for input in inputs {
            sendEvent(.input(input))
            executor.runUntilIdle()
        }
    }

    func release(_ name: String, times: Int = 1) { for _ in 0..<times { desk.work(name).release() } }
    func run() { executor.runUntilIdle() }
    func run(jobs: Int) { executor.run(atMost: jobs) }
}

private struct InProperty: Interactor {
    let machine: ScriptedMachine
    var body: some Interactor<ScriptedWorld, ScriptedWorld.Action> {
        NestedStateMachine(
            state: \ScriptedWorld.machine,
            toChildAction: { (action: Action) in Action.allCasePaths.machine.extract(from: action) },
            fromChildAction: { (action: ScriptedMachine.Action) in Action.machine(action) }, child: machine)
        ScriptedWorld.parent
    }
}

private struct InOptional: Interactor {
    let machine: ScriptedMachine
    var body: some Interactor<ScriptedWorld, ScriptedWorld.Action> {
        NestedStateMachine(
            state: \ScriptedWorld.optional,
            toChildAction: { (action: Action) in Action.allCasePaths.machine.extract(from: action) },
            fromChildAction: { (action: ScriptedMachine.Action) in Action.machine(action) }, child: machine)
        ScriptedWorld.parent
    }
}
