import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

@Suite("A debounced sequence", .timeLimit(.hang))
struct DebouncedIterationTests {
    let clock = TestClock()
    let upstream = ScriptedSequence<Int, Never>()

    private var debounced: DebouncedSequence<ScriptedSequence<Int, Never>, TestClock> {
        upstream.debounce(for: .seconds(3), clock: clock)
    }

    @Test("ends at once, and without touching the upstream, in a task that is cancelled before it asks")
    func cancelledBefore() async {
        let consumer = Task { [debounced] () -> [Int?] in
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = debounced.makeAsyncIterator()
            let elements = [await iterator.next(), await iterator.next()]
            // For good, whichever task asks next.
            guard case .ended = iterator.phase else { return [] }
            return elements
        }
        #expect(await consumer.value == [nil, nil])
        #expect(upstream.askCount == 0)
    }

    @Test("ends when it is cancelled while the upstream has not produced anything") func cancelledWhileWaiting() async {
        let consumer = Task { [debounced] in await debounced.first { _ in true } }
        await upstream.waitUntilAsked()
        consumer.cancel()
        #expect(await consumer.value == nil)
        await upstream.waitUntilReleased()
    }

    @Test("drops a pending element when it is cancelled, and ends its tasks") func cancelledWhilePending() async {
        let consumer = Task { [debounced] in
            var iterator = debounced.makeAsyncIterator()
            return [await iterator.next(), await iterator.next()]
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        await clock.waitForSleepers(1)
        consumer.cancel()
        #expect(await consumer.value == [nil, nil])
        await clock.waitForNoSleepers()
        await upstream.waitUntilReleased()
    }

    @Test("ends its tasks when its iterator is dropped between two elements") func dropped() async {
        let consumer = Task { [debounced] in
            var iterator = debounced.makeAsyncIterator()
            return await iterator.next()
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await consumer.value == 1)
        await upstream.waitUntilReleased()
        await clock.waitForNoSleepers()
    }

    @Test(
        "keeps one element that was not asked for, does not pull the upstream, and delivers the element at once when asked"
    )
    func demand() async {
        // The task is the consumer, between whose two requests the test plays.
        let gate = AsyncChannel<Void>()
        let consumer = Task { [debounced, upstream] in
            var iterator = debounced.makeAsyncIterator()
            let first = await iterator.next()
            await gate.send(())
            await gate.send(())
            let second = await iterator.next()
            return [first, second, upstream.askCount]
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        let turns = gate.makeAsyncIterator()
        await turns.next()
        await upstream.answer(2)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        await turns.next()
        #expect(await consumer.value == [1, 2, 2])
    }

    @Test("delivers an element whose window is over before what follows it, although its sleeper has not woken")
    func lateSleeper() async {
        let clock = ManualClock.stalled()
        let gate = AsyncChannel<Void>()
        let consumer = Task { [upstream] in
            var iterator = upstream.debounce(for: .seconds(3), clock: clock).makeAsyncIterator()
            let first = await iterator.next()
            await gate.send(())
            await gate.send(())
            return [first, await iterator.next(), await iterator.next()]
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        clock.advance(by: .seconds(3))
        await upstream.answer(2)
        let turns = gate.makeAsyncIterator()
        await turns.next()
        // The second is due when the consumer asks, which then asks again.
        clock.advance(by: .seconds(3))
        await turns.next()
        await upstream.waitUntilAsked()
        await upstream.yield(3)
        upstream.finish()
        #expect(await consumer.value == [1, 2, 3])
    }

    private final class Problem: Error {
        let number = 7
    }

    @Test("delivers an element whose window is over before an error, and then the error")
    func lateSleeperAndError() async {
        let clock = ManualClock.stalled()
        let upstream = ScriptedSequence<Int, Problem>()
        let consumer = Task {
            var iterator = upstream.debounce(for: .seconds(3), clock: clock).makeAsyncIterator()
            let first = try? await iterator.next()
            do throws(Problem) {
                _ = try await iterator.next()
                return [first]
            } catch {
                return [first, error.number, try? await iterator.next()]
            }
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        clock.advance(by: .seconds(3))
        upstream.fail(Problem())
        #expect(await consumer.value == [1, 7, nil])
    }

    @Test("takes a clock that wakes early to have reached the deadline, rather than asking it again and again")
    func earlyClock() async {
        let clock = ManualClock { _, _ in }
        let consumer = Task { [upstream] in
            await upstream.debounce(for: .seconds(3), clock: clock).first { _ in true }
        }
        await upstream.waitUntilAsked()
        await upstream.answer(1)
        #expect(await consumer.value == 1)
        #expect(clock.sleeps.elements.count == 1)
    }

    @Test("keeps an element until the finish where the interval is longer than a clock can sleep")
    func endlessInterval() async {
        let values = AsyncChannel<Int>()
        let consumer = Task { await values.debounce(for: .seconds(Int64.max)).reduce(into: []) { $0.append($1) } }
        for value in 1...3 { await values.send(value) }
        values.finish()
        #expect(await consumer.value == [3])
    }

    @Test("starts one sleeper for a burst of a thousand elements") func oneSleeper() async {
        let consumer = Task { [debounced] in await debounced.first { _ in true } }
        await upstream.waitUntilAsked()
        await upstream.yield(0)
        await clock.waitForSleepers(1)
        for element in 1..<1_000 {
            await upstream.yield(element)
            #expect(clock.sleeperCount == 1)
        }
        clock.advance(by: .seconds(3))
        #expect(await consumer.value == 999)
    }

    @Test("passes everything through when the interval is not positive", arguments: [Duration.zero, .seconds(-1)])
    func zeroInterval(interval: Duration) async {
        let channel = AsyncChannel<Int>()
        let producer = Task {
            for element in 0..<100 { await channel.send(element) }
            channel.finish()
        }
        var received: [Int] = []
        for await element in channel.debounce(for: interval, clock: clock) { received.append(element) }
        #expect(received == Array(0..<100))
        await producer.value
    }

    @Test("debounces two iterators of one sequence independently") func independentIterators() async {
        let values = AsyncChannel<Int>()
        let sequence = values.debounce(for: .seconds(3), clock: clock)
        let consumers = (0..<2).map { _ in Task { await sequence.first { _ in true } } }
        await values.send(1)
        await clock.waitForSleepers(1)
        consumers[0].cancel()
        consumers[1].cancel()
        for consumer in consumers { #expect(await consumer.value == nil) }
        await clock.waitForNoSleepers()
    }

    @Test("survives being cancelled at any moment", arguments: 0..<200) func cancelledAnywhere(round: Int) async {
        let values = AsyncChannel<Int>()
        let sequence = values.debounce(for: .seconds(1), clock: clock)
        let consumer = Task { for await _ in sequence {} }
        let producer = Task { while await values.send(1) == .delivered { clock.advance(by: .seconds(1)) } }
        for _ in 0..<round { clock.advance(by: .seconds(1)) }
        consumer.cancel()
        await consumer.value
        producer.cancel()
        await producer.value
        await clock.waitForNoSleepers()
    }
}
