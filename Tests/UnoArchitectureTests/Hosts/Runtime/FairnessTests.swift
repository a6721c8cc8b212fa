import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A runtime under a flood", .timeLimit(.hang))
struct FairnessTests {
    private let executor = ControlledExecutor()
    private let work = HeldWork()

    @Test("returns its state to a reader before the flood has ended")
    func state() {
        let stage = Stage(Sum.adding)
        let runtime = stage.runtime
        for _ in 0..<900 { runtime.send(1) }
        stage.executor.task { for _ in 0..<9_000 { await runtime.deliver(1) } }
        let seen = stage.executor.begin { await runtime.state! }
        #expect(seen.elements.count == 1 && stage.last == 9_900)
        #expect(seen.elements[0] < 9_900)
    }

    @Test("ends an effect, and resumes a task that awaits its event, before the flood has ended")
    func finish() {
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            state += 1
            return number == 0 ? .perform { _, _ in await work.run() } : .unshown
        }
        let stage = Stage(feature)
        let runtime = stage.runtime
        let event = stage.executor.settle(runtime.send(0))
        let handled = Record<Int>()
        for _ in 0..<900 { runtime.send(1) }
        stage.executor.task {
            for _ in 0..<9_000 { await runtime.deliver(1) }
            handled.append(0)
        }
        stage.executor.begin {
            event.cancel()
            await event.finish()
            handled.append(1)
        }
        #expect(handled.elements == [1, 0])
    }

    /// A flood of actions on two threads: while one handles an action, the other runs whatever else is ready.
    ///
    /// They run in lockstep, so that the result is always the same: an action is handled when the second thread can do
    /// nothing more without the first. The runtime has an executor of its own, as it does by default.
    private final class Flood: Sendable {
        let executor = ControlledExecutor()
        let runtime: Runtime<Int, Int>

        /// - Parameters:
        ///   - effect: the work of the effect that the action 0 starts, which then adds 10,000.
        ///   - length: the number of actions of a chain that each other action begins, in which each names the next one.
        init(effect: HeldWork = HeldWork(), chain length: Int = 1) {
            let feature = Interact<Int, Int>(initialValue: 0) { [executor] state, number, dispatch in
                guard number > 0 else {
                    return .perform { _, send in
                        await effect.run()
                        await send { $0 += 10_000 }
                    }
                }
                state += 1
                if !executor.isIdle { Flood.runOnAnotherThread(executor) }
                return number < length ? dispatch.next(number + 1) : .state
            }
            runtime = Runtime(feature, executor: RuntimeExecutor(serial: nil, tasks: executor))
        }

        deinit { executor.runFreely() }

        private static func runOnAnotherThread(_ executor: ControlledExecutor) {
            let isIdle = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                executor.runUntilIdle()
                isIdle.signal()
            }
            isIdle.wait()
        }

        func subscribe(_ policy: SubscriptionPolicy?) {
            guard let policy else { return }
            let states = runtime.states(policy)
            executor.begin { for await _ in states {} }
        }

        /// Handles these actions in one stretch, and starts `visit` while the first one is handled.
        func begin<Value: Sendable>(
            sending count: Int = 900, _ visit: @escaping @Sendable () async -> Value
        ) -> Record<Value> {
            for _ in 0..<count { runtime.send(1) }
            return executor.begin(visit)
        }
    }

    /// The subscriber: none, one that skips states, or one that gets every state.
    private static let audiences: [SubscriptionPolicy?] = [nil, .latest, .unbounded]

    @Test("returns its state to another thread after the action that it is handling", arguments: audiences)
    func stateForAnotherThread(audience: SubscriptionPolicy?) {
        let flood = Flood()
        flood.subscribe(audience)
        let seen = flood.begin { [runtime = flood.runtime] in await runtime.state! }
        #expect(seen.elements == [1])
    }

    @Test("returns its state to another thread in the middle of a chain of next actions")
    func stateInAChain() {
        let flood = Flood(chain: 900)
        let seen = flood.begin(sending: 1) { [runtime = flood.runtime] in await runtime.state! }
        #expect(seen.elements == [1])
    }

    @Test("ends an effect, and resumes another thread that awaits its event, during the flood", arguments: audiences)
    func finishForAnotherThread(audience: SubscriptionPolicy?) {
        let flood = Flood()
        flood.subscribe(audience)
        let event = flood.executor.settle(flood.runtime.send(0))
        let seen = flood.begin { [runtime = flood.runtime] in
            event.cancel()
            await event.finish()
            return await runtime.state!
        }
        #expect(seen.elements.count == 1)
        #expect(seen.elements.allSatisfy { $0 < 20 }, "\(seen.elements)")
    }

    @Test(
        "gives an effect that comes back on another thread the turn after the action that it handles",
        arguments: audiences)
    func turnForAnEffect(audience: SubscriptionPolicy?) {
        let flood = Flood(effect: work)
        flood.subscribe(audience)
        let event = flood.executor.settle(flood.runtime.send(0))
        let seen = flood.begin { [runtime = flood.runtime] in
            work.release()
            await event.finish()
            return await runtime.state!
        }
        #expect(seen.elements.count == 1)
        #expect(seen.elements.allSatisfy { (10_001...10_020).contains($0) }, "\(seen.elements)")
    }

    @Test("publishes the state of an awaited event before the waiting task resumes")
    func publishedFirst() {
        let flood = Flood()
        let seen = Record<Int?>()
        let published = flood.runtime.statesAtOnce()
        let events = (0..<900).map { _ in flood.runtime.send(1) }
        flood.executor.begin {
            // The wait begins while the first action is handled, and ends while an action after the tenth is handled.
            await events[9].finish()
            seen.append(published())
        }
        #expect(seen.elements == [10])
    }

    @Test("rests before a task that awaits an effect resumes, even if the effect ends before the loop")
    func restsFirst() {
        defer { executor.runFreely() }
        let handled = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            state += 1
            handled.append()
            return number == 0 ? .perform { _, _ in await work.run() } : .none
        }
        let runtime = Runtime(
            feature, executor: RuntimeExecutor(serial: ControlledSerialExecutor(executor), tasks: executor))
        let seen = Record<Int?>()
        let event = runtime.send(0)
        executor.begin {
            await event.finish()
            seen.append(runtime.stateAtOnce)
        }
        work.release()
        while !runtime.isVisited, executor.runNext() {}
        // The end of the effect waits to enter the isolation. The loop runs first, and yields to it.
        runtime.send(1)
        while runtime.isVisited, executor.readyCount > 1 { executor.runReady(at: handled.count == 2 ? 0 : 1) }
        #expect(handled.count == 2)
        // Its continuation runs before the loop.
        while seen.elements.isEmpty, !executor.isIdle { executor.runReady(at: executor.readyCount - 1) }
        #expect(seen.elements == [2])
        executor.runUntilIdle()
    }

    @Test("gives a waiting task the next turn when the awaited subscriber has room")
    func turnAfterDemand() {
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            guard number == 1 else {
                return .perform { _, send in
                    await work.run()
                    await send { $0 += 10_000 }
                }
            }
            state += 1
            return .state
        }
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        executor.settle(runtime.send(2))
        let states = runtime.states(.bounded(1))
        executor.act { for _ in 0..<900 { runtime.send(1) } }
        // The first action's state waits for the subscriber, and the effect for the turn.
        executor.settle(work.release())
        let seen = executor.take(states)
        #expect(seen.elements.prefix(3) == [0, 1, 10_001] && seen.elements.last == 10_900)
    }

    @Test("reports cancellation to the senders of unhandled actions", arguments: [false, true])
    func cancelled(isTaken: Bool) async {
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.adding, executor: .on(executor))
        let states = runtime.states(.bounded(1))
        func shutDown() { executor.task { await runtime.shutdown(.cancel) } }
        if !isTaken { shutDown() }
        let events = (0..<3).map { _ in runtime.send(1) }
        executor.runUntilIdle()
        // The first action's state waits for the subscriber; the other actions wait behind it.
        executor.act { if isTaken { shutDown() } }
        #expect(events.map(\.outcome).dropFirst(isTaken ? 1 : 0).allSatisfy { $0 == .cancelled })
        withExtendedLifetime(states) {}
    }

    @Test("reports cancellation at once, although the task of the cut-off effect has not ended")
    func cutOffInTheMiddle() {
        let winding = HeldWork()
        let feature = Sum.working { _ in
            await work.run()
            _ = await Task { await winding.run() }.value
        }
        let stage = Stage(feature)
        let runtime = stage.runtime
        let event = stage.executor.settle(runtime.send(1))
        stage.executor.begin { await runtime.shutdown(.cancel) }
        #expect(event.outcome == .effectsCancelled && runtime.tasks.liveCount == 1)
        stage.release(winding)
    }
}
