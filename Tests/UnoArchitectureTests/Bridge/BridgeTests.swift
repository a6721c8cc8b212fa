import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Stream transformers inside a graph.
@Suite(.timeLimit(.hang))
struct BridgeTests {
    private let work = HeldWork()
    private let diagnostics = DiagnosticsRecorder()

    @Test("A source's states are steps of their own, and replace the state", .tags(.order), arguments: Host.allCases)
    func source(host: Host) async {
        let (states, continuation) = AsyncStream<Int>.makeStream()
        let hosted = Hosted(Interactors.Merge(Sum.digits(from: 1), Source(states: states)), in: host)
        await hosted.states.waitFor(1)
        continuation.yield(5)
        await hosted.states.waitFor(2)
        hosted.send(6)
        await hosted.states.waitFor(3)
        continuation.yield(7)
        await hosted.states.waitFor(4)
        hosted.send(8)
        await hosted.states.waitFor(5)
        #expect(hosted.states.elements == [1, 5, 56, 7, 78])
        await hosted.cancel()
    }

    @Test("A source is ended when the actions end, because it cannot notice their end", arguments: Host.allCases)
    func sourceAtFinish(host: Host) async {
        let (states, continuation) = AsyncStream<Int>.makeStream()
        let terminated = Record<Void>()
        continuation.onTermination = { _ in terminated.append() }
        let hosted = Hosted(Interactors.Merge(Sum.digits(), Source(states: states)), in: host)
        hosted.send(1)
        await hosted.finish().value
        await hosted.ended()
        await terminated.waitFor(1)
        #expect(hosted.states.elements == [0, 1])
    }

    @Test("An ended transformer does not end its graph", arguments: Host.allCases)
    func ended(host: Host) async {
        let states = await diagnostics.during {
            await host.states(of: Interactors.Merge(Sum.digits(), EndingTransformer(count: 1)), [1, 2, 3])
        }
        #expect(states == [0, 1, 1, 12, 123] && diagnostics.kinds == [.childEnded])
    }

    @Test(
        "A stateless part is the same fused and as a transformer", .tags(.fusedAndHostedAlike),
        arguments: Host.allCases, [[], [1], [3, 1, 2]])
    func fusedOrNot(host: Host, actions: [Int]) async {
        let fused = Interact<Int, Int>(initialValue: 0) { state, action in
            state = action * 3
            return .state
        }
        let one = await host.states(of: Interactors.Merge(Sum.digits(), fused), actions)
        let other = await host.states(of: Interactors.Merge(Sum.digits(), PullingTransformer(factor: 3)), actions)
        #expect(one == other)
    }

    @Test(
        "States that a pushing transformer yields before it asks are in the action's step", .tags(.order),
        arguments: Host.allCases)
    func pushing(host: Host) async {
        // On several threads, often: this is where a race would show.
        for _ in 0..<Scale.chosen(debug: 200, release: 2_000) {
            let states = await host.states(
                of: Interactors.Merge(PushingTransformer(), Sum.constant(0, from: 9)), [1, 2])
            #expect(states == [9, 1, 2, 20, 2, 4, 40])
        }
    }

    @Test(
        "An effect that is cancelled while its state waits for a busy transformer loses nothing",
        arguments: Host.allCases)
    func cancelledFeeding(host: Host) {
        let slow = HeldTransformer<WhenRoutingTests.Action>(work: HeldWork(), begun: Record()) { action in
            if case .leftState(let state) = action { state } else { -1 }
        }
        let child = Interact<Int, Int>(initialValue: 0) { _, number in
            .observe { _, send in
                await work.run()
                await send { $0 = number }
            }
        }
        // The parent takes each state of the child through a transformer that the test holds.
        let parent = Interactors.Merge(Recording(held: slow), EmptyInteractor())
        let feature = parent.when(stateIs: \.self, actionIs: \.left, stateAction: \.leftState) { child }
        let stage = diagnostics { Stage(feature, in: host) }
        stage.send(.left(5))
        stage.release(slow.work)
        stage.release(work)
        stage.finish()
        stage.release(slow.work)
        #expect(stage.states == [0, 5] && diagnostics.kinds == [])
        #expect(stage.hasEnded)
    }

    @Test(
        "A state whose sender is cancelled while a first transformer is busy with it gets to the second one",
        arguments: Host.allCases)
    func cancelledBetweenTransformers(host: Host) {
        let busy = HeldTransformer<WhenRoutingTests.Action>(work: HeldWork(), begun: Record()) { action in
            if case .leftState(let state) = action { state } else { -1 }
        }
        let (fed, sending, cancelling) = (Record<Int>(), HeldWork(), HeldWork())
        let child = Interact<Int, Int>(initialValue: 0) { _, number in
            .perform { _, send in
                await sending.run()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await send { $0 = number } }
                    await cancelling.run()
                    group.cancelAll()
                }
            }
        }
        let parent = Interactors.Merge(Recording(held: busy), Listening(fed: fed))
        let feature = parent.when(stateIs: \.self, actionIs: \.left, stateAction: \.leftState) { child }
        let stage = diagnostics { Stage(feature, in: host) }
        stage.send(.left(5))
        stage.release(busy.work)
        stage.release(sending)
        stage.release(cancelling)
        #expect(fed.elements == [0])
        stage.release(busy.work)
        #expect(fed.elements == [0, 5])
        stage.finish()
        #expect(stage.states == [0, 5] && diagnostics.kinds == [])
        #expect(stage.hasEnded)
    }

    /// Notes the states of the child, and gives none.
    private struct Listening: Interactor {
        let fed: Record<Int>
        func interact(_ upstream: AsyncStream<WhenRoutingTests.Action>) -> AsyncStream<Int> {
            upstream.compactMap { [fed] action -> Int? in
                if case .leftState(let state) = action { fed.append(state) }
                return nil
            }.eraseToStream()
        }
    }

    @Test("A state that a transformer yields while its graph is cancelled reaches no handler after the end")
    func stateAfterTheEnd() {
        explore(schedules: Scale.chosen(debug: 500, release: 5_000)) { scenario in
            let isOver = Slot<Bool>()
            let parent = Interact<WhenRoutingTests.Page, WhenRoutingTests.Action>(initialValue: .init()) {
                page,
                action in
                scenario.expect(isOver.value == nil, "\(action) was handled after the end")
                if case .leftState(let state) = action { page.left = state }
                return .state
            }
            let feature = parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) {
                PullingTransformer()
            }
            let runtime = scenario.runtime("the parent", feature)
            let event = runtime.send(.left(1))
            // Told by the tear-down, if that comes before the step is over.
            scenario.task("waiter") {
                await event.finish()
                isOver.value = true
            }
            await scenario.checkpoint()
            await runtime.shutdown(.cancel)
        }
    }

    /// A transformer as a part of a parent.
    private struct Recording: Interactor {
        let held: HeldTransformer<WhenRoutingTests.Action>
        func interact(_ upstream: AsyncStream<WhenRoutingTests.Action>) -> AsyncStream<Int> { held.interact(upstream) }
    }

    @Test(
        "What a transformer yields before it first asks comes before any action", .tags(.order),
        arguments: Host.allCases)
    func firstStates(host: Host) {
        let executor = ControlledExecutor()
        let hosted = Hosted(Interactors.Merge(Sum.digits(), PullingGreeter(greeting: 7)), in: host, on: executor)
        // Before anything has run.
        executor.settle(hosted.send(1))
        #expect(hosted.states.elements.suffix(3) == [7, 71, 1])
    }

    private typealias Place = WhenLeavingTests.Place
    private typealias Move = WhenLeavingTests.Move

    @Test("A stream that reads no actions is cancelled with the child that it belongs to", arguments: Host.allCases)
    func sourceOfADroppedChild(host: Host) {
        let (states, continuation) = AsyncStream<Int>.makeStream()
        let terminated = Record<Void>()
        continuation.onTermination = { _ in terminated.append() }
        let parent = Interact<Place, Move>(initialValue: .inside(1)) { place, move in
            if case .enter = move { place = .outside }
            return .state
        }
        let feature = parent.when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) {
            Source(states: states)
        }
        let stage = Stage(feature, in: host)
        #expect(terminated.count == 0)
        stage.send(.enter(0))
        #expect(terminated.count == 1)
    }

    /// Never reads an action; yields states when the test sends them.
    private struct Places: Interactor {
        let states: AsyncStream<Place>
        func interact(_ upstream: AsyncStream<Move>) -> AsyncStream<Place> { states }
    }

    @Test("A state that a transformer yields on its own ends a child whose slice it removes", arguments: Host.allCases)
    func lateStateRemovesASlice(host: Host) {
        let (states, continuation) = AsyncStream<Place>.makeStream()
        let still = Interact<Place, Move>(initialValue: .inside(1)) { _, _ in .none }
        let feature = Interactors.Merge(still, Places(states: states))
            .when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) { Sum.working(on: work) }
        let stage = Stage(feature, in: host)
        stage.send(.child(1))
        #expect(work.waitingCount == 1)
        stage.executor.settle(continuation.yield(.outside))
        #expect(work.endings.elements == [.cancelled] && stage.last == .outside)
    }

    struct Book: Sendable, Equatable {
        var pages = 0
        var part = 0
    }

    struct Shelf: Sendable, Equatable {
        var book = Book()
    }

    @CasePathable enum ShelfAction: Sendable, Equatable {
        case count(Int)
        case book(Int)
        case bookState(Book)
    }

    @Test("A state that a transformer yields on its own joins the rest of the present slice", arguments: Host.allCases)
    func lateStateOfAPart(host: Host) {
        let (states, continuation) = AsyncStream<Int>.makeStream()
        let parent = Interact<Shelf, ShelfAction>(initialValue: Shelf()) { shelf, action in
            switch action {
            case .count(let pages): shelf.book.pages = pages
            case .bookState(let book): shelf.book = book
            case .book: break
            }
            return .state
        }
        let feature = parent.when(stateIs: \.book, actionIs: \.book, stateAction: \.bookState) {
            Interact<Book, Int>(initialValue: Book()) { _, _ in .none }
            Scope(state: \.part) { Source(states: states) }
        }
        let stage = Stage(feature, in: host)
        stage.send(.count(5))
        stage.executor.settle(continuation.yield(1))
        #expect(stage.last.book == Book(pages: 5, part: 1))
    }

    @Test("A new child gets a new stream each time its case is entered", arguments: Host.allCases)
    func restarted(host: Host) {
        let (works, starts) = (Screen.Works(), Record<Void>())
        let feature = Screen.parent(works, initial: .idle(0))
            .when(stateIs: \Case<Screen.State>.results, actionIs: \.child, stateAction: \.childState) {
                Starting(starts: starts)
            }
        let stage = Stage(feature, in: host)
        #expect(starts.count == 0)
        stage.send(.enter(1), .child(.add(1)), .child(.add(2)), .leave, .child(.add(3)))
        #expect(starts.count == 2)
        #expect(stage.states == [.idle(0), .results(1), .results(1), .results(2), .idle(0), .results(1)])
    }

    /// Counts the actions of each of its streams.
    private struct Starting: Interactor {
        let starts: Record<Void>
        func interact(_ upstream: AsyncStream<Screen.ChildAction>) -> AsyncStream<Int> {
            starts.append()
            let count = Record<Void>()
            return upstream.map { _ in
                count.append()
                return count.count
            }.eraseToStream()
        }
    }
}
