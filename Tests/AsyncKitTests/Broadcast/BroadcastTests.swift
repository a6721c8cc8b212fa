import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite(.timeLimit(.hang)) final class BroadcastTests {
    let executor = ControlledExecutor()
    let broadcast = Broadcast<Int>()

    // The consumers that still wait end with the broadcast.
    deinit {
        broadcast.finish()
        executor.runFreely()
    }

    /// Consumes a stream on the executor; the log gets its values, then nil.
    func consume(_ stream: AsyncStream<Int>, into log: Log<Int?>) -> Task<Void, Never> {
        executor.start {
            for await value in stream { log.record(value) }
            log.record(nil)
        }
    }

    /// What a consumer of the stream gets, then nil.
    func read(_ stream: AsyncStream<Int>) -> Log<Int?> {
        let log = Log<Int?>()
        _ = consume(stream, into: log)
        return log
    }

    func publish(_ values: Int...) {
        for value in values { #expect(broadcast.tryPublish(value)) }
        executor.runUntilIdle()
    }

    /// All values of a stream before its end.
    private func values(of stream: AsyncStream<Int>) async -> [Int] {
        var values: [Int] = []
        for await value in stream { values.append(value) }
        return values
    }

    @Test("every subscriber that keeps up gets every value, whatever its buffer")
    func multicast() {
        let buffers: [SubscriberBuffer] = [.newest, .suspending(capacity: 1), .droppingOldest(capacity: 1), .unlimited]
        let logs = buffers.map { read(broadcast.stream($0)) }
        for value in 1...3 { publish(value) }
        broadcast.finish()
        executor.runUntilIdle()
        for log in logs { #expect(log.entries == [1, 2, 3, nil]) }
    }

    @Test("a subscriber that does not keep up gets the values that its buffer keeps")
    func buffers() async {
        let latest = broadcast.stream(.newest)
        let bounded = broadcast.stream(.suspending(capacity: 5))
        let dropping = broadcast.stream(.droppingOldest(capacity: 2))
        let unbounded = broadcast.stream(.unlimited)
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
        let log = read(broadcast.stream(.suspending(capacity: 1)))
        #expect(log.entries == [2])
        publish(3)
        broadcast.finish()
        executor.runUntilIdle()
        #expect(log.entries == [2, 3, nil])
        #expect(broadcast.latest == 3 && broadcast.isFinished)
        for buffer: SubscriberBuffer in [.newest, .suspending(capacity: 1), .droppingOldest(capacity: 1), .unlimited] {
            #expect(await values(of: broadcast.stream(buffer)) == [3])
        }
        #expect(broadcast.tryPublish(4), "there is no subscriber to wait for")
        #expect(broadcast.latest == 3)
    }

    @Test("a full bounded subscriber stops the source, for all, until it takes a value")
    func backPressure() {
        let other = read(broadcast.stream(.unlimited))
        let slow = broadcast.stream(.suspending(capacity: 2))
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        #expect(other.entries == [1, 2])
        let source = executor.start { [broadcast] in
            for value in 3...5 { while !broadcast.tryPublish(value) { await broadcast.roomAvailable() } }
        }
        source.cancel()
        executor.runUntilIdle()
        #expect(other.entries == [1, 2], "the source is not sensitive to cancellation")
        executor.start {
            var iterator = slow.makeAsyncIterator()
            #expect(await iterator.next() == 1)
        }
        #expect(other.entries == [1, 2, 3])
        let log = read(slow)
        #expect(log.entries == [2, 3, 4, 5])
        #expect(other.entries == [1, 2, 3, 4, 5])
    }

    @Test("releasing a stream that was never iterated unsubscribes and resumes the source")
    func releasedStream() {
        var stream: AsyncStream<Int>? = broadcast.stream(.suspending(capacity: 1))
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
        let waiting = consume(broadcast.stream(.suspending(capacity: 1)), into: log)
        waiting.cancel()
        executor.runUntilIdle()
        #expect(log.entries == [nil])
        let lock = AsyncLock()
        #expect(lock.tryAcquire())
        let stream = broadcast.stream(.suspending(capacity: 1))
        let busy = executor.start {
            for await _ in stream { _ = await lock.acquireIgnoringCancellation() }
            log.record(nil)
        }
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        busy.cancel()
        lock.release()
        executor.runUntilIdle()
        #expect(log.entries == [nil, nil])
        #expect(broadcast.tryPublish(3), "it has unsubscribed although its stream is still referenced")
        _ = stream
    }

    @Test("two consumers of one stream share its values")
    func sharedStream() {
        let logs = [Log<Int?>(), Log<Int?>()]
        let stream = broadcast.stream(.unlimited)
        for log in logs { _ = consume(stream, into: log) }
        publish(1, 2)
        broadcast.finish()
        executor.runUntilIdle()
        #expect(logs.map(\.entries) == [[1, nil], [2, nil]])
    }

    @Test("the audience knows whether there are subscribers, and whether one wants every value")
    func audience() {
        let audience = broadcast.audience
        #expect(audience.isEmpty && !audience.wantsEveryValue)
        let latest = broadcast.stream(.newest)
        #expect(!audience.isEmpty && !audience.wantsEveryValue)
        for buffer: SubscriberBuffer in [.suspending(capacity: 1), .droppingOldest(capacity: 1), .unlimited] {
            var stream: AsyncStream<Int>? = broadcast.stream(buffer)
            #expect(audience.wantsEveryValue, "\(buffer), \(String(describing: stream))")
            stream = nil
            #expect(!audience.wantsEveryValue && !audience.isEmpty)
        }
        withExtendedLifetime(latest) {}
    }

    static let buffers: [SubscriberBuffer] = [
        .newest, .suspending(capacity: 2), .droppingOldest(capacity: 2), .unlimited,
    ]

    @Test("a subscriber that joins while the source rests begins with its state", arguments: buffers)
    func atRest(buffer: SubscriberBuffer) {
        publish(1)
        broadcast.beginWork()
        broadcast.rest(at: 10)
        let log = read(broadcast.stream(buffer))
        #expect(log.entries == [10])
        #expect(broadcast.latest == 1, "the state has not been published")
        publish(2)
        #expect(log.entries == [10, 2])
        let late = read(broadcast.stream(buffer))
        #expect(late.entries == [2], "a later publication is newer")
    }

    @Test(
        "a subscriber that joins while the source works waits to be admitted, and does not count before",
        arguments: buffers)
    func atWork(buffer: SubscriberBuffer) {
        publish(1)
        let audience = broadcast.audience
        #expect(audience.needsAttention)
        broadcast.beginWork()
        #expect(!audience.needsAttention)
        let log = read(broadcast.stream(buffer))
        #expect(audience.isEmpty && audience.needsAttention)
        publish(2)
        #expect(log.entries == [])
        broadcast.admit(at: 3)
        executor.runUntilIdle()
        #expect(!audience.isEmpty && !audience.needsAttention)
        #expect(audience.wantsEveryValue == buffer.wantsEveryValue)
        #expect(log.entries == [3])
        publish(4)
        #expect(log.entries == [3, 4])
    }

    @Test("a waiting subscriber is admitted when the source rests, and can unsubscribe before", arguments: buffers)
    func letInAtRest(buffer: SubscriberBuffer) {
        broadcast.beginWork()
        let log = read(broadcast.stream(buffer))
        let impatient = Log<Int?>()
        let consumer = consume(broadcast.stream(buffer), into: impatient)
        consumer.cancel()
        executor.runUntilIdle()
        #expect(impatient.entries == [nil])
        broadcast.rest(at: 1)
        executor.runUntilIdle()
        #expect(log.entries == [1])
        broadcast.beginWork()
        #expect(!broadcast.audience.needsAttention && !broadcast.audience.isEmpty)
    }

    @Test(
        "a subscriber does not get values that were emitted before it began and are published later", arguments: buffers
    )
    func unpublished(buffer: SubscriberBuffer) {
        let whole = read(broadcast.stream(.unlimited))
        broadcast.beginWork()
        let early = read(broadcast.stream(buffer))
        broadcast.admit(at: 2, unpublished: 2)
        broadcast.rest(at: 3, unpublished: 3)
        executor.runUntilIdle()
        let late = read(broadcast.stream(buffer))
        for value in 1...4 { publish(value) }
        #expect(whole.entries == [1, 2, 3, 4])
        #expect(early.entries == [2, 3, 4])
        #expect(late.entries == [3, 4])
    }

    @Test("a lagging subscriber that keeps the newest value gets it, even if older ones have been published meanwhile")
    func laggingBehindOlder() async {
        broadcast.beginWork()
        broadcast.rest(at: 2, unpublished: 2)
        let stream = broadcast.stream(.newest)
        publish(1, 2)
        publish(3)
        broadcast.finish()
        #expect(await values(of: stream) == [3])
    }

    @Test("a full subscriber does not block publications that it does not get")
    func fullOfLater() {
        broadcast.beginWork()
        broadcast.rest(at: 2, unpublished: 2)
        let stream = broadcast.stream(.suspending(capacity: 1))
        publish(1, 2)
        #expect(!broadcast.tryPublish(3))
        let log = read(stream)
        publish(3)
        #expect(log.entries == [2, 3])
    }

    @Test(
        "a subscriber that waits to be admitted when the broadcast ends begins with the last state", arguments: buffers)
    func endWhileAtWork(buffer: SubscriberBuffer) async {
        broadcast.beginWork()
        let log = read(broadcast.stream(buffer))
        broadcast.finish()
        executor.runUntilIdle()
        #expect(log.entries == [])
        broadcast.rest(at: 5)
        executor.runUntilIdle()
        #expect(log.entries == [5, nil])
        #expect(await values(of: broadcast.stream(buffer)) == [5])
    }

    @Test("a source without a state has nothing to begin with, and nothing to end with")
    func withoutState() {
        broadcast.beginWork()
        let log = read(broadcast.stream(.unlimited))
        broadcast.rest(at: nil)
        publish(1)
        #expect(log.entries == [1])
        broadcast.finish()
        executor.runUntilIdle()
        let other = Broadcast<Int>()
        other.beginWork()
        let stateless = read(other.stream(.unlimited))
        other.finish()
        other.rest(at: nil)
        executor.runUntilIdle()
        #expect(stateless.entries == [nil])
    }

    @Test("an available value can be taken without waiting")
    func withoutWaiting() {
        let subscription = broadcast.subscribe(.suspending(capacity: 1))
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
        let streams = [broadcast.stream(.newest), broadcast.stream(.droppingOldest(capacity: 1))]
        for _ in 0..<3 {
            // A release under the lock would use the lock recursively, which traps.
            let value = Value { [weak state = broadcast.state] in
                released.increment()
                _ = state?.machine.withLock { $0.isFinished }
            }
            #expect(broadcast.tryPublish(value))
        }
        #expect(released.value == 2)
        _ = streams
    }

    @Test("the end of a subscription is told once, after it")
    func end() {
        let ends = Log<Bool>()
        var subscription: BroadcastSubscription<Int>? = broadcast.subscribe(.newest) { [broadcast] in
            ends.record(broadcast.audience.isEmpty)
        }
        #expect(ends.entries == [] && subscription?.nextNow() == nil)
        subscription?.unsubscribe()
        subscription = nil
        #expect(ends.entries == [true])
    }

    @Test("the latest value and the state of the rest are released with the broadcast")
    func release() {
        final class Value: Sendable {}
        weak var latest: Value?
        weak var rest: Value?
        do {
            let (broadcast, values) = (Broadcast<Value>(), [Value(), Value()])
            (latest, rest) = (values[0], values[1])
            #expect(broadcast.tryPublish(values[0]))
            broadcast.rest(at: values[1])
        }
        #expect(latest == nil && rest == nil)
    }
}

extension Broadcast {
    func stream(_ buffer: SubscriberBuffer) -> AsyncStream<Element> { subscribe(buffer).stream }

    var latest: Element? { state.machine.withLock { $0.latest } }
    var isFinished: Bool { state.machine.withLock { $0.isFinished } }

    func rest(at element: Element?) { rest(at: element, unpublished: 0) }
    func admit(at element: Element?) { admit(at: element, unpublished: 0) }
}
