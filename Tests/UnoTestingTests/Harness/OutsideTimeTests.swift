import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// Work that sleeps on the clock of a harness and runs outside its executor.
@Suite("Time outside the executor of a harness", .timeLimit(.hang))
struct OutsideTimeTests {
    /// How often each test is run: often enough to fail where a deadline is missed now and then.
    private static let runs = ProcessInfo.processInfo.environment["UNO_OUTSIDE_RUNS"].flatMap { Int($0) } ?? 20

    @Test(arguments: Place.allCases) func `is followed from deadline to deadline`(place: Place) async {
        for _ in 0..<Self.runs {
            let harness = InteractorTestHarness { PollingFeature(poller: Poller(clock: $0, place: place)) }
            await harness.send(1)
            await harness.advance(by: .seconds(3))
            #expect(await harness.states == [0, 0, 1, 2, 3])
            for count in 1...3 { await harness.receive { $0 = count } }
            await harness.finish()
        }
    }

    @Test("is followed by run(), too", arguments: Place.allCases)
    func run(place: Place) async {
        for _ in 0..<Self.runs {
            let harness = InteractorTestHarness(exhaustivity: .off) {
                PollingFeature(poller: Poller(clock: $0, place: place))
            }
            await harness.send(1)
            await harness.run()
            #expect(harness.clock.now.offset == .seconds(3))
            #expect(await harness.latestState == 3)
            await harness.finish()
        }
    }

    @MainActor
    @Test(arguments: Place.allCases) func `is followed for a view model`(place: Place) async {
        for _ in 0..<Self.runs {
            let harness = ViewModelTestHarness { clock in
                DirectViewModel(PollingFeature(poller: Poller(clock: clock, place: place)), instances: .many)
            }
            harness.send(1)
            await harness.advance(by: .seconds(3))
            #expect(harness.viewStates == [0, 0, 1, 2, 3])
            for count in 1...3 { await harness.receive { $0 = count } }
            await harness.finish()
        }
    }

    @MainActor
    @Test("is followed for a service that belongs to nothing but the test", arguments: Place.allCases)
    func service(place: Place) async {
        for _ in 0..<Self.runs {
            let harness = numbers { _, _, _, _ in .state }
            let (polls, poller) = (Locked(0), Poller(clock: harness.clock, place: place))
            let service = Task { await poller.poll { polls.withLock { $0 += 1 } } }
            // Nothing else tells that it has begun.
            await harness.clock.waitForSleepers(1)
            await harness.advance(by: .seconds(3))
            #expect(polls.withLock { $0 } == 3)
            await service.value
            await harness.finish()
        }
    }

    @Test func `is looked for in a few turns if it is not known, and only at the first deadline`() async {
        let (executor, clock) = (RestingExecutor(), TestClock())
        let outside = OutsideWork(clock: clock, executor: executor)
        for (isFirst, expected) in [(true, 4), (false, 1)] {
            let rests = Record<Void>()
            let isQuiet = await outside.settle(isFirst: isFirst) {
                rests.append()
                return true
            } pending: {
                nil
            }
            #expect(isQuiet && rests.count == expected)
        }
    }

    /// How often a wait for work outside has looked whether the harness is at rest: once, and at each turn.
    private func lookCount(_ outside: OutsideWork, isFirst: Bool = false, _ pending: Pending? = nil) async -> Int {
        let rests = Record<Void>()
        let isQuiet = await outside.settle(isFirst: isFirst) {
            rests.append()
            return true
        } pending: {
            pending
        }
        #expect(isQuiet)
        return rests.count
    }

    @Test("is awaited in many turns if the clock has woken it, until it is let go; then a few turns show it")
    func wokenOutside() async {
        let (executor, clock, work) = (RestingExecutor(), TestClock(), HeldWork())
        let outside = OutsideWork(clock: clock, executor: executor)
        let sleeper = Task.detached {
            try? await clock.sleep(for: .seconds(1))
            await work.run()
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(clock.outsidersAwake == 1)
        #expect(await lookCount(outside) == 13)
        #expect(clock.outsidersAwake == 0)
        #expect(await lookCount(outside) == 4)
        work.release()
        await sleeper.value
    }

    @Test func `is awaited in many turns for an effect that does not sleep, once`() async {
        let work = HeldWork()
        let harness = numbers { _, _, _, _ in .perform { _, _ in await work.run() } }
        await harness.send(1)
        let pending = await harness.work
        #expect(pending?.effects.count == 1)
        let outside = OutsideWork(clock: TestClock(), executor: RestingExecutor())
        #expect(await lookCount(outside, pending) == 13)
        #expect(await lookCount(outside, pending) == 1)
        #expect(await lookCount(outside, isFirst: true, pending) == 4)
        work.release()
        await harness.finish()
    }

    @Test func `is looked for again after each sign of it`() async {
        let executor = RestingExecutor()
        let (outside, rests) = (OutsideWork(clock: TestClock(), executor: executor), Record<Void>())
        let isQuiet = await outside.settle(isFirst: true) {
            rests.append()
            if rests.count == 2 { await Task(executorPreference: executor) {}.value }
            return await executor.rest() != .halted
        } pending: {
            nil
        }
        #expect(isQuiet && rests.count == 2 + 4)
    }

    @Test func `is no longer awaited if it goes on for ever`() async {
        let executor = RestingExecutor()
        let outside = OutsideWork(clock: TestClock(), executor: executor)
        let isQuiet = await outside.settle(isFirst: true) {
            await Task(executorPreference: executor) {}.value
            return await executor.rest() != .halted
        } pending: {
            nil
        }
        #expect(isQuiet)
    }

    @Test func `is told in a failure if it sleeps again only when the clock has moved on`() async {
        let work = HeldWork()
        let found = await failures {
            let harness = numbers(.off) { clock, _, _, _ in
                .perform { _, _ in
                    await Task.detached {
                        try? await clock.sleep(for: .seconds(1))
                        await work.run()
                        try? await clock.sleep(for: .seconds(1))
                    }.value
                }
            }
            await harness.send(1)
            await harness.clock.waitForSleepers(1)
            await harness.advance(by: .seconds(1))
            await harness.advance(by: .seconds(1))
            work.release()
            await harness.clock.waitForSleepers(1)
            await harness.receive(timeout: .zero, line: 10)
            await harness.advance(by: .seconds(1))
            await harness.finish()
        }
        #expect(found.map(\.line) == [10])
        let text =
            "\n    a task outside the harness fell asleep after the clock had moved on without it "
            + "(woken at 1.0 seconds, asleep again at 2.0 seconds)"
        #expect(found.first?.text.hasSuffix(text) == true)
    }

    @Test func `is told of an effect, and not of the transformers beside it, if both are cancelled at the end`() async {
        let found = await failures {
            let harness = InteractorTestHarness(exhaustivity: .off) { clock in
                Interactors.Merge(
                    Interact<Int, Int>(initialValue: 0) { _, _ in
                        .perform { _, _ in try? await clock.sleep(for: .seconds(60)) }
                    },
                    Echo(atEnd: clock))
            }
            await harness.send(1, line: 10)
            await harness.finish(timeout: .zero, line: 20)
        }
        #expect(found.map(\.line) == [10])
    }

    @Test("is not awaited for a transformer that sleeps on the clock, behind one that has ended with its actions")
    func transformers() async {
        let found = await failures {
            let harness = InteractorTestHarness { clock in
                Interactors.Merge(
                    Interact<Int, Int>(initialValue: 0) { _, _ in .state },
                    Interactors.Merge(Echo(atEnd: nil), Echo(atEnd: clock)))
            }
            // Waiting would last longer than any test.
            await harness.finish(timeout: .seconds(Int64.max), line: 20)
        }
        #expect(found.map(\.line) == [20])
        #expect(found.first?.text.hasPrefix("finish() has cancelled 1 stream transformer(s)") == true)
    }

    /// Makes a state of each action. At the end of the actions it sleeps, if it has a clock, and ends.
    private struct Echo: Interactor {
        let atEnd: TestClock?

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { [atEnd] in
                for await action in upstream { return action }
                try? await atEnd?.sleep(for: .seconds(60))
                return nil
            }
        }
    }

    @Test func `is told in a failure for a single transformer, too, which waits for actions`() async {
        let found = await failures {
            let harness = InteractorTestHarness { _ in Echo(atEnd: nil) }
            await harness.receive(timeout: .zero, line: 10)
            await harness.finish()
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.hasSuffix(". Under way:\n    1 stream transformer(s)") == true)
    }

    @Test func `is told in a failure, where it cannot be followed, with the effect and its place`() async {
        let work = HeldWork()
        let found = await failures {
            let harness = numbers { _, _, _, _ in
                .perform(id: "load") { _, send in
                    await Task.detached { _ = await work.run() }.value
                    await send { $0 += 1 }
                }
            }
            await harness.send(7, line: 10)
            await harness.advance(by: .seconds(1), wakingNothing: true)
            await harness.receive(timeout: .zero, line: 20) { $0 = 1 }
            work.release()
            await harness.receive { $0 = 1 }
            await harness.finish()
        }
        #expect(found.map(\.line) == [20])
        #expect(
            found.first?.text == """
                A state was to be received, but none has come. Under way:
                    .perform(id: load) of 7, sent at OutsideTimeTests.swift:10,
                        which is not asleep on the clock of the test: it works, or waits for something, outside the \
                harness (another clock, another actor, an unstructured task), where its time cannot be followed
                """)
    }

    @Test func `does not make a call give up on other work, however many sleep`() async {
        for _ in 0..<Self.runs {
            let harness = numbers(.off) { clock, _, number, _ in
                .perform { _, send in
                    guard number > 0 else {
                        await withTaskGroup { group in
                            for _ in 0..<3 { group.addTask { try? await clock.sleep(for: .seconds(9)) } }
                        }
                        return
                    }
                    await Task.detached { for _ in 0..<50 { await Task.yield() } }.value
                    await send { $0 = number }
                }
            }
            await harness.send(0)
            await harness.send(5)
            await harness.receive { $0 = 5 }
            await harness.cancelEffects()
            await harness.finish()
        }
    }
}
