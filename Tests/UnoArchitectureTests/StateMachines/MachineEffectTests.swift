import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@Suite("The effects of a state machine", .timeLimit(.hang)) struct MachineEffectTests {
    @Test("A composition of four thousand levels is mapped, compared, carried out and released without a deep stack")
    func deepComposition() async {
        @Sendable func composition(of effect: Lines.IOEffect) -> ComposableEffect<Lines.IOEffect> {
            var composition = ComposableEffect.just(effect)
            for _ in 0..<2_000 { composition = .concatenate([.none, .merge([composition])]) }
            return composition
        }
        let isMapped = onStack(ofBytes: 128 << 10) {
            composition(of: .line(1)).map { _ in Lines.IOEffect.line(2) } == composition(of: .line(2))
        }
        #expect(isMapped)
        let states = await Host.runtime.states(of: Lines(), [.input(composition(of: .line(2)))])
        #expect(states.last == [2])
    }

    @Test func `A composition tells its parts, one level deep`() {
        typealias Composition = ComposableEffect<Int>
        let inner = Composition.merge(.just(2), .concat(.just(3), .none), .concatenate([]))
        guard case .concatenate(let parts) = Composition.concat(.just(1), inner, .none).kind,
            case .merge(let innerParts) = parts[1].kind
        else {
            Issue.record("not the composition that was made")
            return
        }
        #expect(parts == [.just(1), inner, .none])
        #expect(innerParts == [.just(2), .concat(.just(3), .none), .concatenate([])])
        if case .none = parts[2].kind {} else { Issue.record("\(parts[2])") }
        if case .just(1) = parts[0].kind {} else { Issue.record("\(parts[0])") }
    }

    @Test(arguments: Host.allCases) func `Effects nested to any depth run in their order`(host: Host) async {
        // concatenate(watch-like errands): each level concatenates one more effect behind a merge of those before.
        var effects = ComposableEffect<Lines.IOEffect>.just(.line(0))
        for number in 1...200 { effects = .concatenate([.merge([effects, .none]), .just(.line(number))]) }
        let states = await host.states(of: Lines(), [.input(effects)])
        #expect(states.last == Array(0...200))
    }

    @Test(arguments: Host.allCases) func `An effect ends when its stream ends, whatever it yields`(host: Host) async {
        let states = await host.states(
            of: Lines(), [.input(.concatenate([.just(.lines(3)), .just(.lines(0)), .just(.line(9))]))])
        #expect(states.last == [0, 1, 2, 9])
    }

    @Test("When actions finish, effects run to their end and those without end are cancelled", arguments: Host.allCases)
    func finish(host: Host) {
        let jobs = Jobs()
        let stage = Stage(jobs, in: host)
        stage.send(.input(.work(.merge([.just(.job("a")), .just(.watch("b"))]))))
        stage.finish()
        #expect(!stage.hasEnded)
        stage.release(jobs.work)
        #expect(stage.hasEnded)
        #expect(stage.last == .working(["b", "a"]))
    }

    @Test func `An event is over when its effects and their results are, and cancelling it drops them`() {
        let jobs = Jobs()
        let stage = Stage(jobs)
        let task = stage.runtime.send(.input(.work(.concatenate([.just(.job("a")), .just(.job("b"))]))))
        let over = stage.run { await task.finish() }
        stage.release(jobs.work)
        #expect(over.count == 0)
        task.cancel()
        stage.executor.runUntilIdle()
        #expect(over.count == 1)
        #expect(jobs.work.endings.elements == [.released, .cancelled])
        #expect(stage.last == .working(["a"]))
        stage.finish()
    }

    @Test(
        "No mailbox loses a result, not even one that drops actions",
        arguments: [MailboxPolicy.dropOldest(capacity: 1), .dropNewest(capacity: 1), .suspend(capacity: 1), .unbounded])
    func lossyMailboxes(policy: MailboxPolicy) async {
        let runtime = Runtime(Lines(), mailbox: policy)
        await runtime.deliver(.input(.merge((0..<20).map { .just(.line($0)) }))).finish()
        #expect(await runtime.state?.sorted() == Array(0..<20))
        await runtime.shutdown(.drain)
    }

    @Test("An undefined transition is reported once for each pair of cases, with state and input; identity is not")
    func undefined() {
        let diagnostics = DiagnosticsRecorder()
        let stage = diagnostics { Stage(Jobs()) }
        stage.send(.input(.stay))
        #expect(diagnostics.kinds == [])
        stage.send(.input(.unheard), .input(.unheard), .input(.work(.none)), .input(.unheard))
        #expect(diagnostics.kinds == [.undefinedTransition, .undefinedTransition])
        #expect(
            diagnostics.reports.elements.map(\.message) == [
                "Jobs defines no transition from the state resting([]) for the input unheard",
                "Jobs defines no transition from the state working([]) for the input unheard",
            ])
        #expect(stage.states.count == 2, "It stays as it is and emits nothing")
        #expect(!Jobs.reduceInput(.resting([]), .unheard).isDefined)
        #expect(Jobs.reduceInput(.resting([]), .stay).isDefined)
        stage.finish()
    }

    @Test(arguments: Host.allCases) func `A machine whose state is an optional can go to nil`(host: Host) async {
        let states = await host.states(of: Choice(), [.input(3), .input(nil), .input(4)])
        #expect(states == [nil, 3, nil, 4])
        #expect(Choice.reduceInput(1, 2).state == .some(2))
        #expect(Choice.reduceInput(1, nil).state == .some(nil))
        #expect(Choice.reduceInput(1, -1).state == nil)
    }

    @Test(arguments: Host.allCases) func `The effects of a phase are cancelled with their graph`(host: Host) async {
        let jobs = Jobs()
        let hosted = Hosted(jobs, in: host)
        hosted.send(.input(.work(.merge([.just(.job("a")), .just(.errand("b"))]))))
        await jobs.work.starts.waitFor(2)
        await hosted.cancel()
        #expect(await jobs.work.endings.waitFor(2) == [.cancelled, .cancelled])
    }
}

/// Collects the numbers of its lines.
private struct Lines: StateMachine {
    typealias State = [Int]
    typealias Input = ComposableEffect<IOEffect>
    enum IOEffect: Equatable {
        case line(Int)
        case lines(Int)
    }
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = ComposableEffect<IOEffect>
    let initialValue: [Int] = []
    static func reduceInput(_ state: State, _ input: Input) -> Transition { run(input) }
    static func reduceIOResult(_ state: State, _ line: Int) -> Transition { nextState(state + [line]) }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .line(let number): return .just(number)
        case .lines(let count):
            return IOResultStream { continuation in
                for number in 0..<count { continuation.yield(number) }
                continuation.finish()
            }
        }
    }
}

private struct Choice: StateMachine {
    typealias State = Int?
    typealias Input = Int?
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue: Int? = nil
    static func reduceInput(_ state: State, _ input: Input) -> Transition { input == -1 ? identity : nextState(input) }
}
