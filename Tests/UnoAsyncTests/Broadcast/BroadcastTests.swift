import Testing
import UnoTesting

@testable import UnoAsync

@Suite final class BroadcastTests {
    private let executor = ControlledExecutor()
    private let broadcast = Broadcast<Int>()

    deinit { executor.runFreely() }

    /// Consumes a stream on the executor; the log gets its values, then nil.
    private func consume(_ stream: AsyncStream<Int>, into log: Log<Int?>) -> Task<Void, Never> {
        executor.start {
            for await value in stream { log.record(value) }
            log.record(nil)
        }
    }

    private func publish(_ values: Int...) {
        for value in values { #expect(broadcast.tryPublish(value)) }
        executor.runUntilIdle()
    }

    /// All that a stream gives before its end.
    private func values(of stream: AsyncStream<Int>) async -> [Int] {
        var values: [Int] = []
        for await value in stream { values.append(value) }
        return values
    }

    @Test("every subscriber that keeps up gets every value, whatever its policy")
    func multicast() {
        let policies: [SubscriptionPolicy] = [.latest, .bounded(1), .droppingOldest(1), .unbounded]
        let logs = policies.map { policy in
            let log = Log<Int?>()
            _ = consume(broadcast.subscribe(policy), into: log)
            return log
        }
        for value in 1...3 { publish(value) }
        broadcast.finish()
        executor.runUntilIdle()
        for log in logs { #expect(log.entries == [1, 2, 3, nil]) }
    }

    @Test("one that does not keep up gets what its policy keeps")
    func policies() async {
        let latest = broadcast.subscribe(.latest)
        let bounded = broadcast.subscribe(.bounded(5))
        let dropping = broadcast.subscribe(.droppingOldest(2))
        let unbounded = broadcast.subscribe(.unbounded)
        publish(1, 2, 3, 4)
        broadcast.finish()
        #expect(await values(of: latest) == [4])
        #expect(await values(of: bounded) == [1, 2, 3, 4])
        #expect(await values(of: dropping) == [3, 4])
        #expect(await values(of: unbounded) == [1, 2, 3, 4])
    }

    @Test("a late subscriber starts with the latest value, also after the end")
    func replay() async {
        publish(1, 2)
        let log = Log<Int?>()
        _ = consume(broadcast.subscribe(.bounded(1)), into: log)
        #expect(log.entries == [2])
        publish(3)
        broadcast.finish()
        executor.runUntilIdle()
        #expect(log.entries == [2, 3, nil])
        #expect(broadcast.latest == 3 && broadcast.isFinished)
        for policy: SubscriptionPolicy in [.latest, .bounded(1), .droppingOldest(1), .unbounded] {
            #expect(await values(of: broadcast.subscribe(policy)) == [3])
        }
        #expect(broadcast.tryPublish(4), "there is nobody to wait for")
        #expect(broadcast.latest == 3)
    }

    @Test("cancelling drops what is buffered, ends all streams and frees the source")
    func cancel() async {
        let waiting = Log<Int?>()
        _ = consume(broadcast.subscribe(.latest), into: waiting)
        let behind = broadcast.subscribe(.bounded(1))
        publish(1)
        let isFree = Log<Bool>()
        executor.start { [broadcast] in
            await broadcast.roomAvailable()
            isFree.record(true)
        }
        #expect(isFree.entries.isEmpty)
        broadcast.cancel()
        executor.runUntilIdle()
        #expect(waiting.entries == [1, nil])
        #expect(isFree.entries == [true])
        #expect(await values(of: behind) == [])
        #expect(await values(of: broadcast.subscribe(.latest)) == [])
    }

    @Test("a full bounded subscriber stops the source, for all, until it takes a value")
    func backPressure() {
        let other = Log<Int?>()
        _ = consume(broadcast.subscribe(.unbounded), into: other)
        let slow = broadcast.subscribe(.bounded(2))
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        #expect(other.entries == [1, 2])
        let source = executor.start { [broadcast] in
            for value in 3...5 {
                while !broadcast.tryPublish(value) { await broadcast.roomAvailable() }
            }
        }
        source.cancel()
        executor.runUntilIdle()
        #expect(other.entries == [1, 2], "the source is not sensitive to cancellation")
        executor.start {
            var iterator = slow.makeAsyncIterator()
            #expect(await iterator.next() == 1)
        }
        #expect(other.entries == [1, 2, 3])
        let log = Log<Int?>()
        _ = consume(slow, into: log)
        #expect(log.entries == [2, 3, 4, 5])
        #expect(other.entries == [1, 2, 3, 4, 5])
    }

    @Test("releasing a stream that nobody iterated unsubscribes and frees the source")
    func releasedStream() {
        var stream: AsyncStream<Int>? = broadcast.subscribe(.bounded(1))
        publish(1)
        let isFree = Log<Bool>()
        executor.start { [broadcast] in
            await broadcast.roomAvailable()
            isFree.record(broadcast.tryPublish(2))
        }
        #expect(isFree.entries.isEmpty && stream != nil)
        stream = nil
        executor.runUntilIdle()
        #expect(isFree.entries == [true])
        #expect(broadcast.audience.isEmpty)
    }

    @Test("cancelling a consumer that waits, or that is busy, unsubscribes it")
    func cancelledConsumer() {
        let log = Log<Int?>()
        let waiting = consume(broadcast.subscribe(.bounded(1)), into: log)
        waiting.cancel()
        executor.runUntilIdle()
        #expect(log.entries == [nil])

        let gate = Turnstile()
        #expect(gate.tryEnter())
        let stream = broadcast.subscribe(.bounded(1))
        let busy = executor.start {
            for await _ in stream { _ = await gate.enterIgnoringCancellation() }
            log.record(nil)
        }
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        busy.cancel()
        gate.leave()
        executor.runUntilIdle()
        #expect(log.entries == [nil, nil])
        #expect(broadcast.tryPublish(3), "it is gone although its stream is still referred to")
        _ = stream
    }

    @Test("two consumers of one stream share its values")
    func sharedStream() {
        let logs = [Log<Int?>(), Log<Int?>()]
        let stream = broadcast.subscribe(.unbounded)
        for log in logs { _ = consume(stream, into: log) }
        publish(1, 2)
        broadcast.finish()
        executor.runUntilIdle()
        #expect(logs.map(\.entries) == [[1, nil], [2, nil]])
    }

    @Test("releasing a broadcast finishes it")
    func released() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let stream = broadcast!.subscribe(.unbounded)
        #expect(broadcast!.tryPublish(1))
        broadcast = nil
        #expect(await values(of: stream) == [1])
    }

    @Test("the audience knows whether somebody listens, and wants every value")
    func audience() {
        let audience = broadcast.audience
        #expect(audience.isEmpty && !audience.wantsEveryValue)
        let latest = broadcast.subscribe(.latest)
        #expect(!audience.isEmpty && !audience.wantsEveryValue)
        for policy: SubscriptionPolicy in [.bounded(1), .droppingOldest(1), .unbounded] {
            var stream: AsyncStream<Int>? = broadcast.subscribe(policy)
            #expect(audience.wantsEveryValue, "\(policy), \(String(describing: stream))")
            stream = nil
            #expect(!audience.wantsEveryValue && !audience.isEmpty)
        }
        withExtendedLifetime(latest) {}
    }

    static let policies: [SubscriptionPolicy] = [.latest, .bounded(2), .droppingOldest(2), .unbounded]

    @Test("who subscribes while the source rests begins with its state", arguments: policies)
    func atRest(policy: SubscriptionPolicy) {
        publish(1)
        broadcast.beginWork()
        broadcast.rest(at: 10)
        let log = Log<Int?>()
        _ = consume(broadcast.subscribe(policy), into: log)
        #expect(log.entries == [10])
        #expect(broadcast.latest == 1, "the state has not been published")
        publish(2)
        #expect(log.entries == [10, 2])
        let late = Log<Int?>()
        _ = consume(broadcast.subscribe(policy), into: late)
        #expect(late.entries == [2], "what has been published since is newer")
    }

    @Test("who subscribes while the source works waits to be let in, and is no audience before", arguments: policies)
    func atWork(policy: SubscriptionPolicy) {
        publish(1)
        let audience = broadcast.audience
        #expect(audience.needsAttention)
        broadcast.beginWork()
        #expect(!audience.needsAttention)
        let log = Log<Int?>()
        _ = consume(broadcast.subscribe(policy), into: log)
        #expect(audience.isEmpty && audience.needsAttention)
        publish(2)
        #expect(log.entries == [])
        broadcast.letIn(with: 3)
        executor.runUntilIdle()
        #expect(!audience.isEmpty && !audience.needsAttention)
        #expect(audience.wantsEveryValue == policy.wantsEveryValue)
        #expect(log.entries == [3])
        publish(4)
        #expect(log.entries == [3, 4])
    }

    @Test("one that waits to be let in is let in when the source rests, or may go before", arguments: policies)
    func letInAtRest(policy: SubscriptionPolicy) {
        broadcast.beginWork()
        let log = Log<Int?>()
        _ = consume(broadcast.subscribe(policy), into: log)
        let impatient = Log<Int?>()
        let consumer = consume(broadcast.subscribe(policy), into: impatient)
        consumer.cancel()
        executor.runUntilIdle()
        #expect(impatient.entries == [nil])
        broadcast.rest(at: 1)
        executor.runUntilIdle()
        #expect(log.entries == [1])
        broadcast.beginWork()
        #expect(!broadcast.audience.needsAttention && !broadcast.audience.isEmpty)
    }

    @Test("what was emitted before it begins and is published later is not for it", arguments: policies)
    func unpublished(policy: SubscriptionPolicy) {
        let whole = Log<Int?>()
        _ = consume(broadcast.subscribe(.unbounded), into: whole)
        broadcast.beginWork()
        let (early, late) = (Log<Int?>(), Log<Int?>())
        _ = consume(broadcast.subscribe(policy), into: early)
        broadcast.letIn(with: 2, unpublished: 2)
        broadcast.rest(at: 3, unpublished: 3)
        executor.runUntilIdle()
        _ = consume(broadcast.subscribe(policy), into: late)
        for value in 1...4 { publish(value) }
        #expect(whole.entries == [1, 2, 3, 4])
        #expect(early.entries == [2, 3, 4])
        #expect(late.entries == [3, 4])
    }

    @Test("one that lags under .latest gets the newest value, even if older ones have been published meanwhile")
    func laggingBehindOlder() async {
        broadcast.beginWork()
        broadcast.rest(at: 2, unpublished: 2)
        let stream = broadcast.subscribe(.latest)
        publish(1, 2)
        publish(3)
        broadcast.finish()
        #expect(await values(of: stream) == [3])
    }

    @Test("one that began later and is full does not hold up what is not for it")
    func fullOfLater() {
        broadcast.beginWork()
        broadcast.rest(at: 2, unpublished: 2)
        let stream = broadcast.subscribe(.bounded(1))
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        let log = Log<Int?>()
        _ = consume(stream, into: log)
        publish(3)
        #expect(log.entries == [2, 3])
    }

    @Test("one that waits to be let in when the broadcast ends begins with the last state", arguments: policies)
    func endWhileAtWork(policy: SubscriptionPolicy) async {
        broadcast.beginWork()
        let log = Log<Int?>()
        _ = consume(broadcast.subscribe(policy), into: log)
        broadcast.finish()
        executor.runUntilIdle()
        #expect(log.entries == [])
        broadcast.rest(at: 5)
        executor.runUntilIdle()
        #expect(log.entries == [5, nil])
        #expect(await values(of: broadcast.subscribe(policy)) == [5])
    }

    @Test("a source without a state has nothing to begin with, and nothing to end with")
    func withoutState() {
        broadcast.beginWork()
        let (log, stateless) = (Log<Int?>(), Log<Int?>())
        _ = consume(broadcast.subscribe(.unbounded), into: log)
        broadcast.rest(at: nil)
        publish(1)
        #expect(log.entries == [1])
        broadcast.finish()
        executor.runUntilIdle()
        let other = Broadcast<Int>()
        other.beginWork()
        _ = consume(other.subscribe(.unbounded), into: stateless)
        other.finish()
        other.rest(at: nil)
        executor.runUntilIdle()
        #expect(stateless.entries == [nil])
    }

    @Test("what there is already can be taken without waiting")
    func withoutWaiting() {
        let subscription = broadcast.storage.subscribe(.bounded(1))
        #expect(subscription.nextNow() == nil)
        publish(1)
        let isFree = Log<Bool>()
        executor.start { [broadcast] in
            await broadcast.roomAvailable()
            isFree.record(true)
        }
        #expect(isFree.entries.isEmpty)
        #expect(subscription.nextNow() == 1)
        executor.runUntilIdle()
        #expect(isFree.entries == [true])
        #expect(subscription.nextNow() == nil)
    }

    @Test("values are released as soon as they are replaced, outside the lock")
    func lifetime() {
        final class Value: Sendable {
            let onRelease: @Sendable () -> Void
            init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let released = Counter()
        let broadcast = Broadcast<Value>()
        let streams = [broadcast.subscribe(.latest), broadcast.subscribe(.droppingOldest(1))]
        for _ in 0..<3 {
            // A release under the lock would use the lock recursively, which traps.
            let value = Value { [weak broadcast] in
                released.increment()
                _ = broadcast?.isFinished
            }
            #expect(broadcast.tryPublish(value))
        }
        #expect(released.value == 2)
        _ = streams
    }
}
