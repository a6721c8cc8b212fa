import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// The laws of every interactor, for a machine alone, nested, and nested twice.
@Suite("The laws, for state machines", .timeLimit(.hang)) struct MachineLawTests {
    typealias Event = StateMachineEvent<Int, Int>

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Digits) -> AnyInteractor<Int, Event>
    }

    static let table = [
        Row(testDescription: "a machine") { $0.eraseToAnyInteractor() },
        Row(testDescription: "a nested machine") { Around(child: $0).eraseToAnyInteractor() },
        Row(testDescription: "a machine nested twice") { Around(child: Around(child: $0)).eraseToAnyInteractor() },
        Row(testDescription: "a machine in an optional") { InOptional(child: $0).eraseToAnyInteractor() },
    ]

    private static func endless(_ asks: Record<Void>) -> AsyncStream<Int> {
        AsyncStream {
            asks.append()
            return 1
        }
    }

    @Test("Law 1: a graph starts with one initial state", .tags(.start), arguments: table, Host.allCases)
    func start(row: Row, host: Host) async {
        #expect(await host.states(of: row.make(Digits())) == [0])
    }

    @Test(.tags(.order, .stateLives), arguments: table, Host.allCases)
    func `Laws 2 and 3: actions are handled in order, and state lives`(row: Row, host: Host) async {
        let states = await host.states(of: row.make(Digits()), (1...6).map { .input($0) })
        #expect(states == [0, 1, 12, 123, 1_234, 12_345, 123_456])
    }

    @Test("Law 2: the results of an effect arrive in order, none twice", .tags(.order), arguments: table, Host.allCases)
    func results(row: Row, host: Host) async {
        let digits = Digits { _ in .just(1, 2, 3, 4) }
        #expect(await host.states(of: row.make(digits), [.input(-1)]) == [0, 1, 12, 123, 1_234])
    }

    @Test(.tags(.demand), arguments: table)
    func `Law 4: upstream is asked for at most one action more than the pulled states need`(row: Row) {
        let asks = Record<Void>()
        let upstream = AsyncStream<Event> {
            asks.append()
            return .input(1)
        }
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let states = HostedStream.states(of: row.make(Digits()), upstream: upstream, executor: .on(executor))
        for pulled in 1..<6 {
            executor.task { for await _ in states { break } }
            executor.runUntilIdle()
            #expect(asks.count <= pulled)
        }
        #expect(asks.count >= 3)
    }

    @Test("Law 4: an effect's stream is not asked faster than its results are taken", .tags(.demand), arguments: table)
    func demandOfEffects(row: Row) {
        let (asks, executor) = (Record<Void>(), ControlledExecutor())
        defer { executor.runFreely() }
        let (upstream, source) = AsyncStream<Event>.makeStream()
        source.yield(.input(-1))
        let digits = Digits { _ in Self.endless(asks) }
        let states = HostedStream.states(of: row.make(digits), upstream: upstream, executor: .on(executor))
        for pulled in 1...8 {
            executor.task { for await _ in states { break } }
            executor.runUntilIdle()
            #expect(asks.count <= pulled + 1, "after \(pulled) states")
        }
        #expect(asks.count >= 4)
    }

    @Test("Law 6: cancelled after any number of jobs, a graph leaves nothing", .tags(.cancellation), arguments: table)
    func cancelled(row: Row) async {
        var jobs = 0
        var isOver = false
        while !isOver {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let (watch, tasks) = Self.abandon(row, after: jobs, on: executor, isOver: &isOver)
            executor.runUntilIdle()
            #expect(tasks.liveCount == 0, "after \(jobs) jobs")
            await watch.freed()
            jobs += 1
        }
        #expect(jobs > 3)
    }

    private static func abandon(
        _ row: Row, after jobs: Int, on executor: ControlledExecutor, isOver: inout Bool
    ) -> (Canary.Watch, GraphTasks) {
        let canary = Canary()
        let digits = Digits { _ in
            canary.sing()
            return .just(1, 2)
        }
        let runtime = Runtime(row.make(digits), executor: .on(executor))
        runtime.send(.input(-1))
        runtime.send(.input(-1))
        executor.run(atMost: jobs)
        isOver = executor.isIdle
        return (canary.watch, runtime.tasks)
    }

    @Test("Law 10: many self-feeding results do not grow the stack", .tags(.boundedStackAndMemory), arguments: table)
    func bounded(row: Row) async {
        let count = Scale.chosen(debug: 5_000, release: 200_000)
        let digits = Digits { .just($0 > 0 ? -$0 : 0) }
        let runtime = Runtime(row.make(digits))
        await runtime.send(.input(-count)).finish()
        #expect(await runtime.state == 0)
        await runtime.shutdown(.drain)
    }
}

/// Appends digits. A negative input starts an effect of that number; a negative result starts one of the next.
struct Digits: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Int
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = 0
    let results: @Sendable (Int) -> AsyncStream<Int>
    init(_ results: @escaping @Sendable (Int) -> AsyncStream<Int> = { _ in .empty }) { self.results = results }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition {
        input < 0 ? run(-input) : nextState(state * 10 + input)
    }

    static func reduceIOResult(_ state: Int, _ result: Int) -> Transition {
        result < 0 ? run(-result - 1) : nextState(state * 10 + result)
    }

    func runIOEffect(_ effect: Int) -> IOResultStream { results(effect) }
}

/// A machine that is nothing but a place for its child.
private struct Around<Child: StateMachine>: StateMachine
where Child.State == Int, Child.Action == StateMachineEvent<Int, Int> {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Int, Int>
    let initialValue = 0
    let child: Child
    var body: some Interactor<Int, Action> {
        NestedStateMachine(
            state: \Int.self, toChildAction: { (action: Action) -> Action? in action },
            fromChildAction: { (action: Action) -> Action? in action }, child: child)
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
    static func reduceIOResult(_ state: Int, _ result: Int) -> Transition { identity }
}

private struct InOptional: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Int, Int>
    let initialValue = 0
    let child: Digits
    var body: some Interactor<Int, Action> {
        NestedStateMachine(
            state: \Int.present, toChildAction: { (action: Action) -> Action? in action },
            fromChildAction: { (action: Action) -> Action? in action }, child: child)
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
    static func reduceIOResult(_ state: Int, _ result: Int) -> Transition { identity }
}

extension Int {
    fileprivate var present: Int? {
        get { self }
        set { self = newValue ?? self }
    }
}
