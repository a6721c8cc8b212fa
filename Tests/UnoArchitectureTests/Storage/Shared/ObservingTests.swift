import Observation
import TestSupport
import Testing
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture
@testable import UnoStorage

/// A feature with a copy of a shared number.
struct Follower: Interactor {
    struct DomainState: Sendable, Equatable {
        var number = -1
        var notes: [String] = []
    }
    enum Action: Sendable, Equatable {
        case note(String)
        case increment
        /// Changes the shared number only.
        case incrementElsewhere
        case incrementLater
    }

    let number: Shared<Int>
    var work = HeldWork()

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .note(let text):
                state.notes.append(text)
                return .state
            case .increment:
                state.number = number.update { $0 += 1 }
                return .state
            case .incrementElsewhere:
                number.update { $0 += 1 }
                return .none
            case .incrementLater:
                return .perform { _, _ in
                    await work.run()
                    number.update { $0 += 1 }
                }
            }
        }
        .observing(number, at: \.number)
    }
}

@Suite(.timeLimit(.hang)) struct ObservingTests {
    let cell = SharedCell(5)
    var number: Shared<Int> { Shared(source: cell) }

    @Test(arguments: Host.allCases) func `The one initial state contains the present value`(host: Host) async {
        let states = await host.states(of: Follower(number: number))
        #expect(states == [.init(number: 5)])
    }

    @Test(arguments: Host.allCases)
    func `A change from outside is copied in a turn of its own, and is emitted`(host: Host) {
        let stage = Stage(Follower(number: number), in: host)
        stage.settle(number.update { $0 = 6 })
        #expect(stage.send(.note("a")).states.map(\.number) == [5, 6, 6])
    }

    @Test(arguments: Host.allCases) func `A handler that changes the value shows it in its own step, once`(host: Host) {
        let stage = Stage(Follower(number: number), in: host)
        #expect(stage.send(.increment, .increment).states.map(\.number) == [5, 6, 7])
        #expect(stage.send(.incrementElsewhere).states.map(\.number) == [5, 6, 7, 8])
    }

    @Test func `A graph that is busy gets the newest value, and skips those before`() {
        let stage = Stage(Follower(number: number))
        for _ in 0..<100 { number.update { $0 += 1 } }
        #expect(stage.executor.readyCount == 1)
        stage.executor.runUntilIdle()
        #expect(stage.states.map(\.number) == [5, 105])
    }

    @Test func `A consumer without demand keeps one turn waiting, not one for each change`() async {
        let executor = ControlledExecutor()
        let runtime = Runtime(Follower(number: number), executor: .on(executor))
        let states = runtime.states(.bounded(1))
        executor.runUntilIdle()
        for _ in 0..<50 { executor.settle(number.update { $0 += 1 }) }
        #expect(runtime.tasks.liveCount <= 3)
        let reader = Task(executorPreference: executor) {
            var numbers: [Int] = []
            for await state in states {
                numbers.append(state.number)
                if state.number == 55 { return numbers }
            }
            return numbers
        }
        executor.runUntilIdle()
        let numbers = await reader.value
        #expect(numbers.first == 5 && numbers.last == 55 && numbers.count <= 4)
        let end = Task(executorPreference: executor) { await runtime.shutdown(.cancel) }
        executor.runUntilIdle()
        await end.value
        executor.runFreely()
    }

    @Test func `Two graphs that write at once lose nothing, and both end at the last value`() async {
        let count = Scale.chosen(debug: 500, release: 5_000)
        let runtimes = (0..<2).map { _ in Runtime(Follower(number: number), mailbox: .suspend(capacity: 16)) }
        let logs = runtimes.map { AsyncStreamRecorder(recording: $0.states(.unbounded)) }
        await withTaskGroup(of: Void.self) { group in
            for runtime in runtimes { group.addTask { for _ in 0..<count { await runtime.deliver(.increment) } } }
        }
        let last = 5 + 2 * count
        for (runtime, log) in zip(runtimes, logs) {
            for await state in runtime.states() where state.number == last { break }
            await runtime.shutdown(.drain)
            await log.waitForFinish()
            let numbers = log.values.map(\.number)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<=))
            #expect(numbers.last == last)
        }
        #expect(number.value == last)
        #expect(cell.observerCount == 0)
    }

    @Test(arguments: [true, false])
    func `A graph that has ended observes no longer; the value goes on`(draining: Bool) async {
        let runtime = Runtime(Follower(number: number))
        #expect(cell.observerCount == 1)
        await runtime.shutdown(draining ? .drain : .cancel)
        number.update { $0 += 1 }
        #expect(cell.observerCount == 0 && number.value == 6)
        #expect(await runtime.state?.number == 5)
    }

    @Test func `A graph that is released observes no longer, and costs no task at rest`() async {
        var runtime: Runtime<Follower.DomainState, Follower.Action>? = Runtime(Follower(number: number))
        let tasks = runtime!.tasks
        #expect(tasks.liveCount == 0)
        runtime = nil
        await tasks.joined()
        #expect(cell.observerCount == 0)
    }

    @Test func `The change of an effect reaches every graph`() {
        let work = HeldWork()
        let stage = Stage(Follower(number: number, work: work))
        let other = Stage(Follower(number: number), in: .runtime, on: stage.executor)
        stage.send(.incrementLater)
        stage.release(work)
        #expect(other.states.map(\.number) == [5, 6])
        #expect(stage.states.last?.number == 6)
    }

    @Test(arguments: Host.allCases) func `A feature acts on a change from outside with onChange`(host: Host) {
        let feature = Follower(number: number).onChange(of: \.number) { state, old, new in
            state.notes.append("\(old) to \(new)")
            return .state
        }
        let stage = Stage(feature, in: host)
        stage.settle(number.update { $0 = 9 })
        #expect(stage.send(.increment).last.notes == ["5 to 9", "9 to 10"])
    }

    // MARK: Children

    struct Parent: Sendable, Equatable {
        var child: Follower.DomainState?
        var rows: IdentifiedArrayOf<Row> = []

        struct Row: Sendable, Equatable, Identifiable {
            let id: Int
            var follower = Follower.DomainState()
        }
    }
    @CasePathable enum ParentAction: Sendable {
        case change(@Sendable (inout Parent) -> Void)
        case child(Follower.Action)
        case row(IdentifiedAction<Int, Follower.Action>)
    }

    func parent() -> some Interactor<Parent, ParentAction> {
        Interact<Parent, ParentAction>(initialValue: Parent()) { state, action in
            guard case .change(let change) = action else { return .none }
            change(&state)
            return .state
        }
        .ifLet(\.child, action: \.child) { Follower(number: number) }
        .forEach(\.rows, action: \.row) { Scope(state: \.follower) { Follower(number: number) } }
    }

    @Test(arguments: Host.allCases)
    func `A child gets the present value when its part appears, and observes while the part is present`(host: Host) {
        let stage = Stage(parent(), in: host)
        number.update { $0 = 7 }
        #expect(stage.send(.change { $0.child = Follower.DomainState() }).last.child?.number == 7)
        stage.settle(number.update { $0 = 8 })
        #expect(stage.last.child?.number == 8)
        stage.send(.change { $0.child = nil })
        #expect(cell.observerCount == 0)
        stage.settle(number.update { $0 = 9 })
        #expect(stage.last.child == nil)
        #expect(stage.send(.change { $0.child = Follower.DomainState(number: 1) }).last.child?.number == 9)
    }

    @Test func `A change that comes while the child goes finds no child`() {
        let stage = Stage(parent())
        stage.send(.change { $0.child = Follower.DomainState() })
        let before = stage.states.count
        number.update { $0 = 8 }
        stage.hosted.send(.change { $0.child = nil })
        stage.executor.runUntilIdle()
        #expect(stage.last.child == nil && stage.states.count <= before + 2)
    }

    @Test func `Rows observe, whether they have received an action or not`() {
        let stage = Stage(parent())
        stage.send(.change { $0.rows = IdentifiedArray((0..<3).map { Parent.Row(id: $0) }) })
        #expect(stage.last.rows.map(\.follower.number) == [5, 5, 5])
        stage.send(.row(.element(id: 2, action: .note("on"))))
        stage.settle(number.update { $0 = 8 })
        #expect(stage.last.rows.map(\.follower.number) == [8, 8, 8])
        stage.send(.change { $0.rows.remove(id: 1) })
        #expect(cell.observerCount == 2)
    }

    @Test func `A transformer beside the copy ends with the child that both belong to`() {
        let (states, continuation) = AsyncStream<Int>.makeStream()
        let terminated = Record<Void>()
        continuation.onTermination = { _ in terminated.append() }
        let feature = leavable {
            Interactors.Merge(Interact<Int, Int>(initialValue: 0) { _, _ in .none }, Source(states: states))
                .observing(number)
        }
        let stage = Stage(feature)
        #expect(terminated.count == 0)
        stage.send(.enter(0))
        #expect(terminated.count == 1)
    }

    @Test func `A change after the child has gone asks nothing of it`() {
        let looks = Record<Void>()
        let change = Slot<@Sendable () -> Void>()
        let feature = leavable {
            Interactors.Observing(
                Interact<Int, Int>(initialValue: 0) { _, _ in .none }, .whole, dependsOnState: false
            ) { _ in
                0
            } version: {
                looks.append()
                return 0
            } observe: {
                change.value = $0
                return {}
            }
        }
        let stage = Stage(feature)
        func looksAtChange() -> Int {
            let before = looks.count
            change.value?()
            stage.executor.runUntilIdle()
            return looks.count - before
        }
        #expect(looksAtChange() > 0)
        stage.send(.enter(0))
        #expect(looksAtChange() == 0)
    }

    /// A parent whose child is there until its first action.
    private func leavable(
        @InteractorBuilder<Int, Int> _ child: () -> some Interactor<Int, Int>
    ) -> some Interactor<WhenLeavingTests.Place, WhenLeavingTests.Move> {
        Interact<WhenLeavingTests.Place, WhenLeavingTests.Move>(initialValue: .inside(1)) { place, move in
            switch move {
            case .childState(let number): place = .inside(number)
            default: place = .outside
            }
            return .state
        }
        .when(stateIs: \Case<WhenLeavingTests.Place>.inside, actionIs: \.child, stateAction: \.childState, run: child)
    }

    // MARK: Hosts

    @MainActor
    @Test func `View models show a change that one of them makes, the one that makes it at once`() async {
        let models = (0..<2).map { _ in ViewModel(Follower(number: number), instances: .many) }
        #expect(models.map(\.viewState.number) == [5, 5])
        models[0].sendViewEvent(.increment)
        #expect(models[0].viewState.number == 6)
        while models[1].viewState.number != 6 {
            await withCheckedContinuation { changed in
                withObservationTracking {
                    _ = models[1].viewState
                } onChange: {
                    changed.resume()
                }
            }
        }
    }

    @Test func `A test receives a change from outside as a step, and asserts its own in the step of the action`() async
    {
        let harness = InteractorTestHarness(Follower(number: number))
        await harness.send(.increment) { $0.number = 6 }
        number.update { $0 += 10 }
        await harness.receive { $0.number = 16 }
        await harness.send(.incrementElsewhere) { $0.number = 17 }
        await harness.finish()
    }

    @Test func `The whole state can be the shared value`() {
        let counter = Interact<Int, Int>(initialValue: 0) { [number] state, step in
            state = number.update { $0 += step }
            return .state
        }.observing(number)
        let stage = Stage(counter)
        stage.send(2)
        stage.settle(number.update { $0 = 1 })
        #expect(stage.states == [5, 7, 1])
    }
}
