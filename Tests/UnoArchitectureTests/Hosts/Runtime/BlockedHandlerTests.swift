import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

/// What code that blocks the runtime's thread must not hold up: time limits, and looks from outside.
@Suite("A handler that blocks its thread", .timeLimit(.hang))
struct BlockedHandlerTests {
    /// The code that blocks.
    enum Place: CaseIterable, Sendable { case handler, nextAction, update, transformer }

    enum Action: Sendable {
        case block(Int)
        case name
        case update
        case add
        case pass
    }

    struct Feature: Interactor {
        let blockade: Blockade
        let work: HeldWork
        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { [blockade, work] state, action, dispatch in
                switch action {
                case .block: blockade.block()
                case .name: return dispatch.next(.block(2))
                case .update:
                    return .perform(id: "update") { _, send in await send { _ in blockade.block() } }
                case .add:
                    state += 1
                    return .perform(id: "held") { _, _ in await work.run() }
                case .pass: break
                }
                return .state
            }
        }
    }

    struct Transformer: Interactor {
        let blockade: Blockade
        func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<Int> {
            upstream.map { [blockade] _ in
                blockade.block()
                return 1
            }.eraseToStream()
        }
    }

    /// A runtime whose thread is blocked at a place, and a clock that stands still.
    struct Scene: Sendable {
        let blockade = Blockade()
        let work = HeldWork()
        let clock = TestClock()
        let runtime: Runtime<Int, Action>
        /// The states of a subscriber that came before it was blocked.
        let states: AsyncStream<Int>
        let event: EventTask
        let line: UInt

        /// - Parameter time: how long the runtime has rested before.
        init(_ place: Place, after time: Duration = .zero) async {
            let executor = RuntimeExecutor.on(OwnThread())
            runtime =
                place == .transformer
                ? Runtime(Transformer(blockade: blockade), executor: executor, clock: clock)
                : Runtime(Feature(blockade: blockade, work: work), executor: executor, clock: clock)
            let action: Action =
                switch place {
                case .handler, .transformer: .block(1)
                case .nextAction: .name
                case .update: .update
                }
            clock.advance(by: time)
            states = runtime.states()
            event = runtime.send(action)
            line = #line - 1
            await blockade.arrivals.waitFor(1)
        }

        /// Starts `operation`, which waits with a time limit of five seconds, and lets that pass.
        func atItsLimit<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) async -> Value {
            let waiting = Task { await operation() }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            return await waiting.value
        }

        /// An event that is over, while a later action of its batch blocks the thread.
        func handledInBlockedBatch() async -> EventTask {
            let event = runtime.send(.pass)
            runtime.send(.block(2))
            blockade.openOnce()
            await blockade.arrivals.waitFor(2)
            return event
        }

        func end() async {
            blockade.open()
            await runtime.shutdown(.cancel)
        }
    }

    @Test("A shutdown with a limit returns at the limit, and tells what was running", arguments: Place.allCases)
    func shutdown(_ place: Place) async throws {
        let scene = await Scene(place)
        let report = await scene.atItsLimit { await scene.runtime.shutdown(within: .seconds(5)) }
        #expect(!report.isComplete && report.duration == .seconds(5))
        let cut = try #require(report.cut)
        #expect(cut.phase == .finishing && !cut.isIdle)
        let again = await scene.atItsLimit { await scene.runtime.shutdown(.cancel, within: .seconds(5)) }
        #expect(!again.isComplete && again.cut?.phase == .ended)
        await scene.end()
    }

    @Test("finish(within:) returns at the limit, and the event goes on", arguments: Place.allCases)
    func finish(_ place: Place) async {
        let scene = await Scene(place)
        #expect(await scene.atItsLimit { await scene.event.finish(within: .seconds(5)) } == false)
        #expect(scene.event.outcome == .accepted)
        let waiting = Task { await scene.event.waitUntilOver() }
        waiting.cancel()
        #expect(await waiting.value == false)
        scene.blockade.open()
        #expect(await scene.event.waitUntilOver())
        await scene.end()
    }

    @Test("A finish() that is cancelled returns: of what blocks, and of an action behind it", arguments: Place.allCases)
    func cancelledFinish(_ place: Place) async {
        let scene = await Scene(place)
        let events = [scene.event, scene.runtime.send(.pass)]
        for event in events {
            let waiting = Task { await event.finish() }
            waiting.cancel()
            await waiting.value
            #expect(event.isCancelled)
        }
        await scene.end()
    }

    @Test("So does one of an event that is over, but whose batch is blocked; the others return with the batch")
    func cancelledFinishOfHandled() async {
        let scene = await Scene(.handler)
        let event = await scene.handledInBlockedBatch()
        #expect(event.isOver)
        let returned = Record<Void>()
        let other = Task {
            await event.finish()
            returned.append()
        }
        let waiting = Task { await event.finish() }
        waiting.cancel()
        await waiting.value
        #expect(event.outcome == .accepted && returned.count == 0)
        scene.blockade.open()
        await other.value
        await scene.end()
    }

    @Test(
        "A cancelled runtime ends all waits for its events and states at once, and a queued action is cancelled",
        arguments: Place.allCases)
    func cancelledRuntime(_ place: Place) async {
        let scene = await Scene(place)
        let queued = [scene.runtime.send(.pass), scene.runtime.send(.pass)]
        let waiting = Task { await queued[0].finish() }
        let limited = Task { await scene.event.finish(within: .seconds(5)) }
        let reading = Task { for await _ in scene.states {} }
        await scene.clock.waitForSleepers(1)
        let shutdown = Task { await scene.runtime.shutdown(.cancel) }
        await waiting.value
        await reading.value
        #expect(await limited.value)
        #expect(await scene.event.waitUntilOver())
        #expect(queued.map(\.outcome) == [.cancelled, .cancelled] && queued.allSatisfy(\.isOver))
        if place != .transformer { #expect(scene.event.isCancelled) }
        scene.blockade.open()
        await shutdown.value
        #expect(queued.map(\.outcome) == [.cancelled, .cancelled])
        if place != .transformer { #expect(scene.event.outcome == .effectsCancelled) }
    }

    @Test("Also the wait for an event that is over, but whose batch is blocked")
    func cancelledRuntimeOfHandled() async {
        let scene = await Scene(.handler)
        let event = await scene.handledInBlockedBatch()
        let waiting = Task { await event.finish() }
        let shutdown = Task { await scene.runtime.shutdown(.cancel) }
        await waiting.value
        #expect(event.outcome == .accepted)
        scene.blockade.open()
        await shutdown.value
    }

    @Test("A wait that another action's step ends returns only when what the event has emitted is published")
    func publishedFirst() async {
        let (blockade, clock, executor) = (Blockade(), TestClock(), ControlledExecutor())
        defer { executor.runFreely() }
        let runtime = Runtime(
            Interactors.Merge(
                Sum.last,
                Interactors.Merge(
                    Interactors.Debounce(for: .seconds(1), clock: clock) { Interact<Int, Int> { _, _ in .none } },
                    Interact<Int, Int> { _, action in
                        if action != 1 { blockade.block() }
                        return .none
                    })
            ),
            executor: .on(OwnThread()), clock: clock)
        var states = runtime.states().makeAsyncIterator()
        #expect(await states.next() == 0)
        runtime.send(-1)
        await blockade.arrivals.waitFor(1)
        let events = [runtime.send(1), runtime.send(2)]
        let returned = executor.begin { await events[0].finish() }
        blockade.openOnce()
        await blockade.arrivals.waitFor(2)
        // The second action has taken the place of the first one in the window, and its step, which has emitted 2, goes on.
        #expect(events[0].isOver)
        executor.runUntilIdle()
        #expect(returned.count == 0)
        blockade.open()
        executor.runFreely()
        await returned.waitFor(1)
        #expect(await states.next() == 2)
        await runtime.shutdown(.cancel)
    }

    @Test("A snapshot names what blocks, where it was sent and since when", arguments: Place.allCases)
    func snapshot(_ place: Place) async throws {
        let scene = await Scene(place, after: .seconds(2))
        scene.clock.advance(by: .seconds(3))
        for _ in 0..<2 { scene.runtime.send(.add) }
        let snapshot = scene.runtime.snapshot()
        #expect(snapshot.mailbox.depth == 2 && !snapshot.isIdle)
        #expect(snapshot.mailbox.oldestAge == .seconds(3))
        if place == .transformer {
            #expect(snapshot.stall == "Transformer, for 3s" || snapshot.step?.action == "block")
            #expect(snapshot.transformers.map(\.isRunning) == [true])
        } else {
            let step = try #require(snapshot.step)
            #expect(step.action == (place == .handler || place == .nextAction ? "block" : nil))
            #expect(step.place?.fileID.hasSuffix("BlockedHandlerTests.swift") == true)
            if place == .handler { #expect(step.place?.line == scene.line) }
            #expect(step.duration == .seconds(3))
            #expect("\(snapshot)".contains("handles      \(step.action ?? "an update") of \(step.place!), for 3s"))
        }
        #expect(snapshot.effects.map(\.id) == (place == .update ? ["update"] : []))
        #expect(snapshot.effects.map(\.status) == (place == .update ? [.running] : []))
        scene.blockade.open()
        await scene.runtime.shutdown(.cancel)
        let after = scene.runtime.snapshot()
        #expect(after.step == nil && after.effects.isEmpty && after.mailbox.depth == 0 && after.phase == .ended)
        await scene.end()
    }

    @Test("Of a batch, the actions behind the blocked one wait, and those before it do not")
    func batch() async {
        let scene = await Scene(.handler)
        for _ in 0..<3 { scene.runtime.send(.add) }
        scene.runtime.send(.block(2))
        for _ in 0..<4 { scene.runtime.send(.add) }
        #expect(scene.runtime.snapshot().mailbox.depth == 8)
        scene.blockade.openOnce()
        await scene.blockade.arrivals.waitFor(2)
        let snapshot = scene.runtime.snapshot()
        #expect(snapshot.mailbox.depth == 4 && snapshot.step?.action == "block")
        #expect(snapshot.effects.map(\.id) == ["held", "held", "held"])
        // Of a cancelled runtime none waits any more.
        let last = scene.runtime.send(.add)
        let waiting = Task { await last.finish() }
        let shutdown = Task { await scene.runtime.shutdown(.cancel) }
        await waiting.value
        scene.blockade.open()
        await shutdown.value
        #expect(scene.runtime.snapshot().mailbox.depth == 0 && scene.runtime.counters.waiting == 0)
    }

    @Test("Of a long batch, what was handled before the blocked action does not count as its time")
    func longBatch() async {
        let scene = await Scene(.handler)
        scene.runtime.send(.block(2))
        for _ in 0..<70 { scene.runtime.send(.pass) }
        scene.runtime.send(.block(3))
        scene.blockade.openOnce()
        await scene.blockade.arrivals.waitFor(2)
        scene.clock.advance(by: .seconds(3))
        scene.blockade.openOnce()
        await scene.blockade.arrivals.waitFor(3)
        #expect(scene.runtime.snapshot().step?.duration == .zero)
        await scene.end()
    }
}
