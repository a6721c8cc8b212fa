import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoPresentation
import UnoTesting

// What a middleware makes of an action, and when the store handles it.

extension StoreTests {
    @CasePathable enum Wish: Sendable { case number(Int) }

    @Test(arguments: Host.allCases)
    func `Outputs join the queue, first in, first out`(host: Host) async {
        let states = await host.states(
            of: store { action, _, _ in action < 10 ? .pure(action * 10) <> .pure(action * 10 + 1) : .none }, [1, 2])
        #expect(states.last?.filter { $0 >= 10 } == [10, 11, 20, 21])
    }

    @Test func `Outputs of one action are handled before those of the next, however long the mailbox holds them`() {
        let stage = Stage(store { action, _, _ in action < 10 ? .pure(action * 10) <> .pure(action * 10 + 1) : .none })
        for action in 1...9 { stage.hosted.send(action) }
        stage.executor.runUntilIdle()
        let outputs = stage.last.filter { $0 >= 10 }
        #expect(outputs == (1...9).flatMap { [$0 * 10, $0 * 10 + 1] })
    }

    @Test(arguments: Host.allCases, 0..<20 as Range<UInt64>)
    func `Immediate outputs are queued before those of any work, in the order written`(host: Host, seed: UInt64) {
        let stage = Stage(
            store { action, _, _ in
                action == 1 ? .run { await $0(10) } <> .pure(2) <> .run { await $0(11) } <> .pure(3) <> .pure(4) : .none
            }, in: host, seed: seed)
        stage.send(1)
        #expect(stage.last.prefix(4) == [1, 2, 3, 4])
        #expect(Set(stage.last.dropFirst(4)) == [10, 11])
    }

    @Test @MainActor func `Immediate outputs are handled before a view event returns`() {
        let model = ViewModel(
            initialValue: [Int](), store { action, _, _ in action < 3 ? .pure(action + 1) : .none },
            BuildViewState { $1 = $0 })
        model.sendViewEvent(0)
        #expect(model.viewState == [0, 1, 2, 3])
    }

    @Test func `Outputs are queued even when the mailbox is full, and producers wait until they are handled`() {
        let executor = ControlledExecutor(seed: 5)
        defer { executor.runFreely() }
        let runtime = Runtime(
            store { action, _, _ in action == 0 ? (1...5).reduce(.none) { $0 <> .pure($1) } : .none },
            mailbox: .suspend(capacity: 1), executor: .on(executor))
        let outcomes = Record<SendOutcome>()
        executor.task { for action in [0, 100, 101] { outcomes.append(await runtime.deliver(action).outcome) } }
        let states = Record<[Int]?>()
        executor.runUntilIdle()
        executor.task { states.append(await runtime.state) }
        executor.runUntilIdle()
        #expect(outcomes.elements == [.accepted, .accepted, .accepted])
        #expect(states.elements[0]?.filter { $0 < 100 } == [0, 1, 2, 3, 4, 5])
        #expect(states.elements[0]?.filter { $0 >= 100 } == [100, 101])
    }

    @Test func `Queued outputs are dropped with the child that produced them`() {
        let recorder = DiagnosticsRecorder()
        let stage = recorder {
            Stage(
                Interact<[Int]?, Wish>(initialValue: []) { state, wish in
                    if case .number(1) = wish { state = nil }
                    return .state
                }
                .ifLet(\.self, action: \.number) {
                    store { action, _, _ in action == 0 ? .pure(1) <> .pure(2) : .none }
                })
        }
        stage.send(.number(0))
        #expect(stage.last == nil)
        #expect(recorder.kinds == [])
        #expect(stage.runtime.tasks.liveCount == 0)
    }

    @Test func `The event of an action ends when its outputs have been handled`() async {
        let runtime = Runtime(store { action, _, _ in action == 1 ? .run { await $0(2) } : .none })
        await runtime.deliver(1).finish()
        let state = await runtime.state
        #expect(state == [1, 2])
    }

    @Test func `An output joins the queue before a cancellation that is written after it takes effect`() {
        let (own, work) = (OwnRuntime<[Int], Int>(), HeldWork())
        let stage = Stage(
            store { action, _, _ in
                switch action {
                case 1:
                    .run(token: "work") { _ in
                        _ = await withTaskCancellationHandler {
                            await work.run()
                        } onCancel: {
                            own.runtime?.send(9)
                        }
                    }
                case 2: .pure(3) <> .cancel(token: "work")
                default: .none
                }
            })
        own.set(stage.runtime)
        stage.send(1, 2)
        #expect(stage.last == [1, 2, 3, 9])
    }

    @Test(arguments: Host.allCases)
    func `An output that is queued when the store's slice is removed is dropped without a report`(host: Host) {
        let (recorder, heard) = (DiagnosticsRecorder(), Record<Int>())
        let parent = Interact(initialValue: Garden(guest: .init())) { (garden: inout Garden, action: Garden.Action) in
            guard case .guest(.plant(let number)) = action else { return .none }
            heard.append(number)
            if number == 1 { garden.guest = nil }
            return .state
        }
        let child = Store(
            reducer: Reducer<Garden.PlotAction, Garden.Plot>.identity,
            middleware: AnyMiddleware { action, _, _ in action == .work ? .pure(.plant(1)) <> .pure(.plant(2)) : .none }
        )
        let stage = recorder { Stage(parent.ifLet(\.guest, action: \.guest) { child }, in: host) }
        stage.send(.guest(.work))
        #expect(heard.elements == [1])
        #expect(stage.last.guest == nil)
        #expect(recorder.kinds == [])
    }

    @Test(arguments: [false, true])
    func `A work whose outputs are replaced hears what has become of them`(isCancelled: Bool) {
        let (work, outcomes) = (HeldWork(), Record<SendOutcome>())
        let stage = Stage(
            store { action, _, _ in
                switch action {
                case 1:
                    IO<Int>.run(token: "work") { output in
                        await work.run()
                        outcomes.append(await output(7))
                    }
                    .flatMap { number in .run { await $0(number) } <> .pure(number + 1) }
                case 2: .cancel(token: "work")
                default: .none
                }
            })
        stage.send(1)
        if isCancelled { stage.send(2) } else { stage.release(work) }
        #expect(outcomes.elements == (isCancelled ? [.cancelled] : [.accepted]))
        #expect(stage.last.contains(8) == !isCancelled)
    }

    @Test func `A stream of outputs continues until the actions finish`() {
        let (outputs, source) = AsyncStream<Int>.makeStream()
        let stage = Stage(store { action, _, _ in action == 1 ? .stream { outputs } : .none })
        stage.send(1)
        source.yield(5)
        stage.executor.runUntilIdle()
        #expect(stage.states.last == [1, 5])
        stage.finish()
        #expect(stage.hasEnded)
    }
}
