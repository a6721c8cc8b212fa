import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoPresentation
import UnoTesting

@Suite(.timeLimit(.hang)) struct StoreTests {
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
            }, [1])
        #expect(seen.elements == [[], [1]])
        #expect(states == [[], [1], [1, 15]])
    }

    @CasePathable enum TripAction: Sendable {
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
            })
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
    func `A work is cancelled by its token, by another work with the same token, and with its graph`(host: Host) {
        let work = HeldWork()
        let stage = Stage(
            store { action, _, _ in
                switch action {
                case 0: .cancel(token: "work")
                case 9: .run { _ in await work.run() }
                default:
                    .run(token: "work") { output in if await work.run() == .released { await output(action * 10) } }
                }
            }, in: host)
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
                        case 1: .run(token: "work") { output in if await named.run() == .released { await output(50) } }
                        case 2: .cancel(token: "work") <> .pure(60)
                        case 3: .observe { _ in await observed.run() }
                        default: .none
                        }
                    return change(io)
                }, in: host)
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
                initialValue: [], reducer: .identity,
                middleware: middleware(works.0, cancels: 2) <> middleware(works.1, cancels: 3)))
        stage.send(1, 2)
        #expect(works.0.endings.elements == [.cancelled])
        #expect(works.1.endings.elements.isEmpty)
        stage.send(3)
        #expect(works.1.endings.elements == [.cancelled])
    }

    @Test func `So are those of effect middlewares within an effect middleware`() {
        let (first, second, own) = (HeldWork(), HeldWork(), HeldWork())
        func part(_ work: HeldWork) -> EffectMiddleware<Int, Int, [Int], HeldWork> {
            EffectMiddleware(work) { action, _, _, work in
                action == 1 ? .run(token: "work") { _ in await work.run() } : .none
            }
        }
        let parts = (part(first), part(second))
        let whole = EffectMiddleware<Int, Int, [Int], Void> { action, source, state in
            let io =
                parts.0.handle(action: action, from: source, state: state)
                <> parts.1.handle(action: action, from: source, state: state)
            return switch action {
            case 1: io <> .run(token: "work") { _ in await own.run() }
            case 2: .cancel(token: "work")
            default: io
            }
        }
        let stage = Stage(Store(initialValue: [], reducer: .identity, middleware: whole))
        stage.send(1)
        #expect([first, second, own].map(\.waitingCount) == [1, 1, 1])
        stage.send(2)
        #expect([first, second, own].map(\.waitingCount) == [1, 1, 0])
    }

    @Test func `Works of many tokens run side by side, and so do those of one token of many effect middlewares`() {
        let work = HeldWork()
        func middleware(_ tokens: Range<Int>) -> AnyMiddleware<Int, Int, [Int]> {
            EffectMiddleware<Int, Int, [Int], Void> { _, _, _ in
                tokens.reduce(IO<Int>.none) { io, token in io <> .run(token: token) { _ in await work.run() } }
            }.eraseToAnyMiddleware()
        }
        let many = (1...50).reduce(middleware(0..<50)) { all, _ in (all <> middleware(0..<1)).eraseToAnyMiddleware() }
        let stage = Stage(Store(initialValue: [], reducer: .identity, middleware: many))
        stage.send(1)
        #expect(work.waitingCount == 100 && work.endings.elements.isEmpty)
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
            })
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
                noting(sources),
                Interact<[Int], Int>(initialValue: []) { _, action, dispatch in
                    guard action == 1 else { return .none }
                    return .perform { _, _ in await dispatch(2, note: "dispatched") }
                }))
        stage.runtime.send(1, note: "sent")
        stage.executor.runUntilIdle()
        expectHere(sources.elements, notes: ["sent", "dispatched"])
        #expect(sources.elements.allSatisfy { $0.function.contains("an effect dispatches") })
    }

    @Test func `Through a projection, an action's source is the place of the call, and its note`() async {
        let sources = Record<ActionSource>()
        let runtime = Runtime(noting(sources))
        let projection = runtime.projection(action: { $0 }, state: { $0 }, emitting: .always)
        await projection.send(1, note: "sent").finish()
        await projection.deliver(2, note: "delivered").finish()
        expectHere(sources.elements, notes: ["sent", "delivered"])
        #expect(sources.elements.allSatisfy { $0.function.contains("Through a projection") })
    }

    @MainActor @Test func `The source of a view event is the place of the call, and its note`() {
        let sources = Record<ActionSource>()
        let model = DirectViewModel(noting(sources))
        model.sendViewEvent(1, note: "sent")
        model.binding(\.self, note: "bound", send: { $0.count }).value = []
        expectHere(sources.elements, notes: ["sent", "bound"])
        #expect(sources.elements.allSatisfy { $0.function.contains("The source of a view event") })
    }

    private func noting(_ sources: Record<ActionSource>) -> Store<[Int], Int> {
        store { _, source, _ in
            sources.append(source)
            return .none
        }
    }

    private func expectHere(_ sources: [ActionSource], notes: [String]) {
        #expect(sources.map(\.note) == notes)
        #expect(sources.allSatisfy { $0.file.hasSuffix("StoreTests.swift") && $0.line > 0 })
    }

    @Test func `An action that comes through a stream has no source`() async {
        let sources = Record<ActionSource>()
        _ = await Host.stream.states(of: noting(sources), [1])
        #expect(sources.elements.map(\.file) == [""])
    }

    @Test func `The works of a store are cancelled when its slice is removed`() {
        let work = HeldWork()
        let child = Store(
            reducer: Reducer<Garden.PlotAction, Garden.Plot>.identity,
            middleware: AnyMiddleware { _, _, _ in .run { _ in await work.run() } })
        let stage = Stage(
            Garden.parent(Garden.Works(), initial: Garden(guest: .init())).ifLet(\.guest, action: \.guest) { child })
        stage.send(.guest(.work), .lend(nil))
        #expect(work.endings.elements == [.cancelled])
    }
}
