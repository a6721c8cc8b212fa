import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@Suite("The phases of a state machine") struct PhaseTests {
    @Test func `Leaving a phase cancels its effects before the new state is emitted`() {
        let events = Record<String>()
        let machine = PhasedSearch(clock: ImmediateClock()) { text in
            let (never, _) = AsyncStream<Never>.makeStream()
            return await withCancellationHandlerInPlace {
                for await _ in never {}
                return text
            } onCancel: {
                events.append("cancelled \(text)")
            }
        }
        let stage = Stage(Watched(machine: machine, events: events))
        stage.send(.machine(.input(.type("a"))), .machine(.input(.clear)))
        #expect(
            events.elements == ["typing(\"a\")", "searching(\"a\")", "cancelled a", "idle"])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `A result that is queued when its phase is left never arrives`() {
        let (jobs, gate, diagnostics) = (Jobs(), HeldWork(), DiagnosticsRecorder())
        let stage = diagnostics { Stage(Gated(jobs: jobs, gate: gate)) }
        stage.send(.input(.work(.just(.job("a")))))
        // The transformer keeps the step open: whatever comes now waits in the mailbox.
        stage.send(.input(.stay), .input(.rest))
        stage.release(jobs.work)
        #expect(jobs.work.endings.elements == [.released])
        stage.release(gate)
        #expect(stage.last == .resting([]))
        #expect(diagnostics.kinds == [])
        stage.finish()
        #expect(stage.hasEnded)
        #expect(stage.states == [.resting([]), .working([]), .resting([])])
    }

    @Test(
        "A result that is queued when its machine goes away never arrives, not even at the machine that comes after it",
        arguments: [Jobs.IOEffect.job("a"), .errand("a")], [false, true])
    func queuedForAnEndedMachine(effect: Jobs.IOEffect, comesBackFirst: Bool) {
        let (jobs, gate, diagnostics) = (Jobs(), HeldWork(), DiagnosticsRecorder())
        let stage = diagnostics { Stage(Housed(jobs: jobs, gate: gate)) }
        stage.send(.jobs(.input(.work(.just(effect)))))
        // The transformer keeps the step open: whatever comes now waits in the mailbox, in this order.
        stage.send(.hold, .leave)
        if comesBackFirst { stage.send(.enter) }
        stage.release(jobs.work)
        if !comesBackFirst { stage.send(.enter) }
        stage.release(gate)
        #expect(jobs.work.endings.elements == [.released])
        #expect(stage.last.jobs == .resting([]))
        #expect(diagnostics.kinds == [])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("An effect that outlives its phase continues, and its result arrives", arguments: Host.allCases)
    func outliving(host: Host) {
        let jobs = Jobs()
        let stage = Stage(jobs, in: host)
        stage.send(.input(.work(.merge([.just(.job("a")), .just(.errand("b"))]))), .input(.rest))
        #expect(jobs.work.endings.elements == [.cancelled])
        stage.release(jobs.work)
        #expect(stage.last == .resting(["b"]))
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("An effect that has not started never starts after its phase is left", arguments: Host.allCases)
    func notYetStarted(host: Host) {
        let jobs = Jobs()
        let stage = Stage(jobs, in: host)
        stage.send(
            .input(.work(.concatenate([.just(.job("a")), .just(.job("b"))]))),
            .input(.work(.concatenate([.just(.errand("c")), .just(.job("d")), .just(.errand("e"))]))), .input(.rest)
        )
        stage.release(jobs.work)
        #expect(jobs.begun.elements == ["a", "c"])
        #expect(stage.last == .resting(["c"]))
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test(arguments: Host.allCases) func `A transition within the phase does not affect its effects`(host: Host) {
        let jobs = Jobs()
        let stage = Stage(jobs, in: host)
        stage.send(.input(.work(.just(.job("a")))), .input(.work(.just(.job("b")))), .input(.stay))
        stage.release(jobs.work)
        stage.release(jobs.work)
        #expect(stage.last == .working(["a", "b"]))
        #expect(jobs.work.endings.elements == [.released, .released])
        stage.finish()
    }

    @Test func `A phase that is entered again does not bring its earlier effects back`() {
        let jobs = Jobs()
        let stage = Stage(jobs)
        stage.send(.input(.work(.just(.job("a")))), .input(.rest), .input(.work(.just(.job("b")))))
        stage.release(jobs.work)
        #expect(stage.last == .working(["b"]))
        #expect(jobs.work.endings.elements == [.cancelled, .released])
        stage.finish()
    }

    @Test("A sibling of the machine that takes the state out of the phase ends its effects", arguments: Host.allCases)
    func takenOutByAnother(host: Host) {
        let jobs = Jobs()
        let stage = Stage(ResetBeside(jobs: jobs), in: host)
        stage.send(.input(.work(.just(.job("a")))), .reset)
        #expect(jobs.work.endings.elements == [.cancelled])
        #expect(stage.last == .resting(["reset"]))
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `The phase of an enum state is its case, whatever its values; a struct state has one phase`() {
        #expect(StateCase(of: Jobs.State.working(["a"])) == StateCase(of: Jobs.State.working([])))
        #expect(StateCase(of: Jobs.State.working([])) != StateCase(of: Jobs.State.resting([])))
        #expect(StateCase(of: PhasedSearch.State.idle) != StateCase(of: PhasedSearch.State.typing("")))
        #expect(StateCase(of: Jobs.State?.none) != StateCase(of: Jobs.State?.some(.resting([]))))
        #expect(StateCase(of: Jobs.State?.some(.working([]))) == StateCase(of: Jobs.State.working([])))
        #expect(StateCase(of: CountedState(count: 1)) == StateCase(of: CountedState(count: 2)))
        #expect(StateCase(of: SameWords.one) != StateCase(of: SameWords.other))
        #expect(StateCase.isChange(from: Jobs.State.working([]), to: .working(["a"])))
        #expect(!StateCase.isChange(from: Jobs.State.working([]), to: .resting([])))
    }

    private struct CountedState { var count: Int }

    private enum SameWords: CustomStringConvertible {
        case one, other
        var description: String { "the same" }
    }
}

/// Embeds a machine in a parent that records each state in the step that emits it.
private struct Watched: Interactor {
    let machine: PhasedSearch
    let events: Record<String>
    var body: some Interactor<PhasedSearch.State, WatchedAction> {
        Interact<PhasedSearch.State, WatchedAction>(initialValue: .idle) { [events] state, action in
            guard case .state(let new) = action else { return .none }
            events.append("\(new)")
            state = new
            return .state
        }
        .when(stateIs: \.self, actionIs: \.machine, stateAction: \.state) { machine }
    }
}

@CasePathable private enum WatchedAction: Sendable {
    case machine(PhasedSearch.Action)
    case state(PhasedSearch.State)
}

/// A machine on an optional part; a transformer keeps the step of `hold` open until the test releases it.
private struct Housed: Interactor {
    struct House: Sendable, Equatable { var jobs: Jobs.State? = .resting([]) }

    @CasePathable enum Action: Sendable {
        case jobs(Jobs.Action)
        case hold, leave, enter
    }

    let jobs: Jobs
    let gate: HeldWork
    var body: some Interactor<House, Action> {
        Interact(initialValue: House()) { house, action in
            switch action {
            case .leave: house.jobs = nil
            case .enter: house.jobs = .resting([])
            case .jobs, .hold: break
            }
            return .state
        }
        .ifLet(\.jobs, action: \.jobs) { jobs }
        Gatekeeper<House, Action>(gate: gate) { if case .hold = $0 { true } else { false } }
    }
}

/// Keeps each step open, from the second action on, until the test releases it.
private struct Gated: Interactor {
    let jobs: Jobs
    let gate: HeldWork
    var body: some Interactor<Jobs.State, Jobs.Action> {
        jobs
        Gatekeeper<Jobs.State, Jobs.Action>(gate: gate) { if case .input(.stay) = $0 { true } else { false } }
    }
}

/// Keeps the step of an action that it holds open until the test releases it, and emits nothing.
private struct Gatekeeper<DomainState: Sendable, Action: Sendable>: Interactor {
    let gate: HeldWork
    let holds: @Sendable (Action) -> Bool

    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        upstream.compactMap { [gate, holds] action -> DomainState? in
            if holds(action) { await gate.run() }
            return nil
        }.eraseToStream()
    }
}

private struct ResetBeside: Interactor {
    enum Action: StateMachineEventConvertible {
        case input(Jobs.Input)
        case ioResult(Jobs.IOResult)
        case reset
        static func map(_ action: Action) -> StateMachineEvent<Jobs.Input, Jobs.IOResult>? {
            switch action {
            case .input(let input): .input(input)
            case .ioResult(let result): .ioResult(result)
            case .reset: nil
            }
        }
    }

    let jobs: Jobs
    var body: some Interactor<Jobs.State, Action> {
        NestedStateMachine(
            state: \Jobs.State.self, toChildAction: { (action: Action) in Action.map(action) },
            fromChildAction: { (action: Jobs.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(result) } else { nil }
            }, child: jobs)
        Interact(initialValue: jobs.initialValue) { state, action in
            guard case .reset = action else { return .none }
            state = .resting(["reset"])
            return .state
        }
    }
}
