import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoPresentation
import UnoTesting

@Suite(.timeLimit(.hang)) struct StoreTests {
    @CasePathable
    enum Wish: Sendable {
        case number(Int)
    }

    typealias Handler = AnyMiddleware<Int, Int, [Int]>.Handler

    static let appending = Reducer<Int, [Int]> { action, state in state.append(action) }

    func store(_ handler: @escaping Handler) -> Store<[Int], Int> {
        Store(initialValue: [], reducer: Self.appending, middleware: AnyMiddleware(handler))
    }

    @Test(arguments: Host.allCases)
    func `The middleware reads the state before the reducer, and its work the state after it`(host: Host) async {
        let seen = Record<[Int]>()
        let states = await host.states(
            of: store { action, _, state in
                seen.append(state.before)
                guard action < 10 else { return .none }
                return .run { [live = state.live] output in await output(await live.count * 10 + 5) }
            },
            [1]
        )
        #expect(seen.elements == [[], [1]])
        #expect(states == [[], [1], [1, 15]])
    }

    @CasePathable
    enum TripAction: Sendable {
        case move(Int)
        case ask(Int)
        case place(Int)
    }

    @Test(arguments: Host.allCases)
    func `The work of a store that is a child of when reads what the parent has made of the slice`(host: Host) {
        let (work, reads) = (HeldWork(), Record<Int>())
        let child = Store(
            reducer: Reducer<Int, Int>.identity,
            middleware: AnyMiddleware<Int, Int, Int> { _, _, state in
                .run { [live = state.live] _ in
                    await work.run()
                    reads.append(await live.current)
                }
            }
        )
        let trip = Interact<Int, TripAction>(initialValue: 1) { place, action in
            switch action {
            case .move(let new), .place(let new): place = new
            case .ask: break
            }
            return .state
        }
        .when(stateIs: \.self, actionIs: \.ask, stateAction: \.place) { child }
        let stage = Stage(trip, in: host)
        stage.send(.ask(0), .move(2))
        stage.release(work)
        #expect(reads.elements == [2])
    }

    @Test(arguments: Host.allCases)
    func `Outputs join the queue, first in, first out`(host: Host) async {
        let states = await host.states(
            of: store { action, _, _ in action < 10 ? .pure(action * 10) <> .pure(action * 10 + 1) : .none },
            [1, 2]
        )
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
    func `Immediate outputs are queued before those of any work, in the order written`(
        host: Host,
        seed: UInt64
    ) {
        let stage = Stage(
            store { action, _, _ in
                action == 1 ? .run { await $0(10) } <> .pure(2) <> .run { await $0(11) } <> .pure(3) <> .pure(4) : .none
            },
            in: host,
            seed: seed
        )
        stage.send(1)
        #expect(stage.last.prefix(4) == [1, 2, 3, 4])
        #expect(Set(stage.last.dropFirst(4)) == [10, 11])
    }

    @Test @MainActor func `Immediate outputs are handled before a view event returns`() {
        let model = ViewModel(
            initialValue: [Int](),
            store { action, _, _ in action < 3 ? .pure(action + 1) : .none },
            BuildViewState { $1 = $0 }
        )
        model.sendViewEvent(0)
        #expect(model.viewState == [0, 1, 2, 3])
    }

    @Test func `Outputs are queued even when the mailbox is full, and producers wait until they are handled`() {
        let executor = ControlledExecutor(seed: 5)
        defer { executor.runFreely() }
        let runtime = Runtime(
            store { action, _, _ in
                action == 0 ? (1...5).reduce(.none) { $0 <> .pure($1) } : .none
            },
            mailbox: .suspend(capacity: 1),
            executor: .on(executor)
        )
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
                }
            )
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

    @Test(arguments: Host.allCases)
    func `A work is cancelled by its token, by another work with the same token, and with its graph`(host: Host) {
        let work = HeldWork()
        let stage = Stage(
            store { action, _, _ in
                switch action {
                case 0: .cancel(token: "work")
                case 9: .run { _ in await work.run() }
                default:
                    .run(token: "work") { output in
                        if await work.run() == .released { await output(action * 10) }
                    }
                }
            },
            in: host
        )
        stage.send(1, 2)
        #expect(work.endings.elements == [.cancelled])
        stage.send(0)
        #expect(work.endings.elements == [.cancelled, .cancelled])
        stage.send(9)
        stage.run { [hosted = stage.hosted] in await hosted.cancel() }
        #expect(work.waitingCount == 0)
    }

    @Test(arguments: Host.allCases)
    func `A transformed IO keeps its cancellations, its tokens, and what is awaited at the end`(host: Host) async {
        typealias Change = @Sendable (IO<Int>) -> IO<Int>
        let changes: [Change] = [
            { $0 }, { $0.map { $0 + 1 } }, { $0.flatMap { .pure($0 + 1) } },
            { $0.flatMap { .pure($0) }.map { $0 + 1 }.flatMap { .pure($0) } },
        ]
        for (index, change) in changes.enumerated() {
            let (named, observed) = (HeldWork(), HeldWork())
            let stage = Stage(
                store { action, _, _ in
                    let io: IO<Int> =
                        switch action {
                        case 1:
                            .run(token: "work") { output in
                                if await named.run() == .released { await output(50) }
                            }
                        case 2: .cancel(token: "work") <> .pure(60)
                        case 3: .observe { _ in await observed.run() }
                        default: .none
                        }
                    return change(io)
                },
                in: host
            )
            stage.send(1, 2)
            #expect(named.endings.elements == [.cancelled], "\(index)")
            #expect(stage.last == [1, 2, index == 0 ? 60 : 61], "\(index)")
            stage.send(1, 1)
            #expect(named.endings.elements == [.cancelled, .cancelled], "\(index)")
            stage.send(3)
            stage.finish()
            #expect(observed.endings.elements == [.cancelled] && named.waitingCount == 1, "\(index)")
            stage.release(named)
            #expect(stage.last.last == (index == 0 ? 50 : 51) && stage.hasEnded, "\(index)")
        }
    }

    @Test func `An output joins the queue before a cancellation that is written after it takes effect`() {
        let own = OwnRuntime<[Int], Int>()
        let work = HeldWork()
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
            }
        )
        own.set(stage.runtime)
        stage.send(1, 2)
        #expect(stage.last == [1, 2, 3, 9])
    }

    @Test(arguments: Host.allCases)
    func `An output that is queued when the store's slice is removed is dropped without a report`(host: Host) {
        let recorder = DiagnosticsRecorder()
        let heard = Record<Int>()
        let parent = Interact(initialValue: Garden(guest: .init())) { (garden: inout Garden, action: Garden.Action) in
            guard case .guest(.plant(let number)) = action else { return .none }
            heard.append(number)
            if number == 1 { garden.guest = nil }
            return .state
        }
        let child = Store(
            reducer: Reducer<Garden.PlotAction, Garden.Plot>.identity,
            middleware: AnyMiddleware { action, _, _ in
                action == .work ? .pure(.plant(1)) <> .pure(.plant(2)) : .none
            }
        )
        let stage = recorder { Stage(parent.ifLet(\.guest, action: \.guest) { child }, in: host) }
        stage.send(.guest(.work))
        #expect(heard.elements == [1])
        #expect(stage.last.guest == nil)
        #expect(recorder.kinds == [])
    }

    @Test func `The tokens of effect middlewares are separate`() {
        let works = (HeldWork(), HeldWork())
        func middleware(_ work: HeldWork, cancels: Int) -> EffectMiddleware<Int, Int, [Int], HeldWork> {
            EffectMiddleware(work) { action, _, _, work in
                if action == 1 { return .run(token: "work") { _ in await work.run() } }
                return action == cancels ? .cancel(token: "work") : .none
            }
        }
        let stage = Stage(
            Store(
                initialValue: [],
                reducer: .identity,
                middleware: middleware(works.0, cancels: 2) <> middleware(works.1, cancels: 3)
            )
        )
        stage.send(1, 2)
        #expect(works.0.endings.elements == [.cancelled])
        #expect(works.1.endings.elements.isEmpty)
        stage.send(3)
        #expect(works.1.endings.elements == [.cancelled])
    }

    @Test func `The source of an action reaches the middleware, whether sent or fed back`() async {
        let sources = Record<ActionSource>()
        let runtime = Runtime(
            store { action, source, _ in
                sources.append(source)
                switch action {
                case 1: return .pure(2, note: "at once")
                case 2: return .run { await $0(3, note: "later") }
                default: return .none
                }
            }
        )
        await runtime.deliver(1, note: "by hand").finish()
        #expect(sources.elements.map(\.note) == ["by hand", "at once", "later"])
        #expect(sources.elements.allSatisfy { $0.file.hasSuffix("StoreTests.swift") && $0.line > 0 })
        #expect(sources.elements[0].function.contains("The source of an action"))
        #expect("\(sources.elements[0])".hasSuffix("(by hand)"))
    }

    @Test func `The source of an action that an effect dispatches is the place of the call, and its note`() {
        let sources = Record<ActionSource>()
        let stage = Stage(
            Interactors.Merge(
                store { _, source, _ in
                    sources.append(source)
                    return .none
                },
                Interact<[Int], Int>(initialValue: []) { _, action, dispatch in
                    guard action == 1 else { return .none }
                    return .perform { _, _ in await dispatch(2, note: "dispatched") }
                }
            )
        )
        stage.runtime.send(1, note: "sent")
        stage.executor.runUntilIdle()
        expectHere(sources.elements, notes: ["sent", "dispatched"])
        #expect(sources.elements.allSatisfy { $0.function.contains("an effect dispatches") })
    }

    @Test func `Through a projection, an action's source is the place of the call, and its note`() async {
        let sources = Record<ActionSource>()
        let runtime = Runtime(
            store { _, source, _ in
                sources.append(source)
                return .none
            }
        )
        let projection = runtime.projection(action: { $0 }, state: { $0 }, emitting: .always)
        await projection.send(1, note: "sent").finish()
        await projection.deliver(2, note: "delivered").finish()
        expectHere(sources.elements, notes: ["sent", "delivered"])
        #expect(sources.elements.allSatisfy { $0.function.contains("Through a projection") })
    }

    @MainActor
    @Test func `The source of a view event is the place of the call, and its note`() {
        let sources = Record<ActionSource>()
        let model = DirectViewModel(
            store { _, source, _ in
                sources.append(source)
                return .none
            }
        )
        model.sendViewEvent(1, note: "sent")
        model.binding(\.self, note: "bound", send: { $0.count }).value = []
        expectHere(sources.elements, notes: ["sent", "bound"])
        #expect(sources.elements.allSatisfy { $0.function.contains("The source of a view event") })
    }

    private func expectHere(_ sources: [ActionSource], notes: [String]) {
        #expect(sources.map(\.note) == notes)
        #expect(sources.allSatisfy { $0.file.hasSuffix("StoreTests.swift") && $0.line > 0 })
    }

    @Test func `An action that comes through a stream has no source`() async {
        let sources = Record<ActionSource>()
        _ = await Host.stream.states(
            of: store { _, source, _ in
                sources.append(source)
                return .none
            },
            [1]
        )
        #expect(sources.elements.map(\.file) == [""])
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

    @Test func `The works of a store are cancelled when its slice is removed`() {
        let work = HeldWork()
        let child = Store(
            reducer: Reducer<Garden.PlotAction, Garden.Plot>.identity,
            middleware: AnyMiddleware { _, _, _ in .run { _ in await work.run() } }
        )
        let stage = Stage(
            Garden.parent(Garden.Works(), initial: Garden(guest: .init())).ifLet(\.guest, action: \.guest) { child }
        )
        stage.send(.guest(.work), .lend(nil))
        #expect(work.endings.elements == [.cancelled])
    }
}
