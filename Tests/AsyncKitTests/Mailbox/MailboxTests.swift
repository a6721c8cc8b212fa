import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite(.timeLimit(.hang)) struct MailboxTests {
    private typealias Result = Mailbox<Int>.SendResult

    private let executor = ControlledExecutor()

    @Test("waiting producers are resumed in order as places are released")
    func suspendedProducers() {
        let results = Log<Int>()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        #expect(mailbox.offer(0) == .accepted)
        for element in 1...3 {
            executor.start {
                #expect(await mailbox.send(element) == .accepted)
                results.record(element)
            }
        }
        #expect(mailbox.offer(9) == .full, "an offer does not overtake waiting producers")
        #expect(results.entries.isEmpty)
        var batch = Deque<Int>()
        for handled in 0...3 {
            #expect(mailbox.taken(&batch) == [handled])
            _ = batch.popFirst()
            #expect(results.entries == Array(1..<max(1, handled + 1)), "a taken element keeps its place")
            mailbox.release(1)
            executor.runUntilIdle()
        }
        #expect(results.entries == [1, 2, 3])
        #expect(mailbox.count == 0 && mailbox.displacedCount == 0)
    }

    @Test("dropping spares the given elements, and rejects the newest if all are spared")
    func sparing() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 3, overflow: .dropOldest))
        func offer(_ element: Int) -> Mailbox<Int>.OfferResult {
            mailbox.offer(element, sparing: { $0 >= 100 }, onReady: {})
        }
        for element in [100, 1, 101] { #expect(offer(element) == .accepted) }
        #expect(offer(2) == .acceptedDroppingOldest(1))
        #expect(offer(102) == .acceptedDroppingOldest(2))
        #expect(offer(3) == .full)
        #expect(mailbox.displacedCount == 2)
        #expect(mailbox.discardAll().elements == [100, 101, 102])
    }

    @Test(
        "an element that waits for room is accepted whatever happens on overflow, before later ones",
        arguments: [MailboxLimit.Overflow.suspend, .dropNewest, .dropOldest])
    func sendWaiting(overflow: MailboxLimit.Overflow) {
        let results = Log<Int>()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: overflow))
        var batch = Deque<Int>()
        _ = mailbox.offer(0, onReady: {})
        #expect(mailbox.take(into: &batch))
        _ = batch.popFirst()
        let tasks = (1...3).map { element in
            executor.start {
                let result = await mailbox.feedBack(element, onReady: {})
                results.record(result == .accepted ? element : -element)
            }
        }
        #expect(results.entries == [])
        tasks[1].cancel()
        executor.runUntilIdle()
        #expect(results.entries == [-2])
        mailbox.release(1, onReady: {})
        executor.runUntilIdle()
        #expect(results.entries == [-2, 1])
        mailbox.close()
        executor.runUntilIdle()
        #expect(results.entries == [-2, 1, -3])
        #expect(mailbox.taken(&batch) == [1])
    }

    @Test(
        "an inserted element is queued beyond the capacity and after the close, and producers wait until there is room")
    func insert() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        let ready = Log<Int>()
        let results = Log<Int>()
        mailbox.insert(1, onReady: { ready.record(1) })
        mailbox.insert(2, onReady: { ready.record(2) })
        #expect(ready.entries == [1])
        #expect(mailbox.count == 2)
        #expect(mailbox.offer(3, onReady: {}) == .full)
        executor.start {
            _ = await mailbox.send(4, onReady: {})
            results.record(4)
        }
        var batch = Deque<Int>()
        #expect(mailbox.taken(&batch) == [1, 2])
        _ = batch.popFirst()
        mailbox.release(1, onReady: {})
        executor.runUntilIdle()
        #expect(results.entries == [])
        _ = batch.popFirst()
        mailbox.release(1, onReady: {})
        executor.runUntilIdle()
        #expect(results.entries == [4])
        mailbox.close()
        mailbox.insert(5, onReady: {})
        #expect(mailbox.taken(&batch) == [4, 5])
    }

    @Test("is idle exactly while the consumer has found nothing to take")
    func idleness() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        #expect(mailbox.isIdle)
        _ = mailbox.offer(0)
        #expect(!mailbox.isIdle)
        var batch = Deque<Int>()
        #expect(mailbox.take(into: &batch))
        _ = batch.popFirst()
        #expect(!mailbox.isIdle, "the consumer has not found the queue empty")
        #expect(!mailbox.take(into: &batch))
        #expect(mailbox.isIdle)
        executor.start { #expect(await mailbox.send(1) == .accepted) }
        #expect(mailbox.isIdle, "the place of the taken element is not free")
        mailbox.release(1)
        #expect(!mailbox.isIdle, "a waiting producer is served")
        #expect(mailbox.take(into: &batch))
        _ = batch.popFirst()
        mailbox.release(1)
        #expect(!mailbox.take(into: &batch) && mailbox.isIdle)
        executor.runUntilIdle()
        executor.start { #expect(await mailbox.send(2) == .accepted) }
        #expect(!mailbox.isIdle)
        mailbox.discardAll()
        #expect(!mailbox.take(into: &batch) && mailbox.isIdle)
        mailbox.insert(3, onReady: {})
        #expect(!mailbox.isIdle, "an inserted element is queued like any other")
    }

    @Test("a producer that is cancelled while it waits is resumed, and its element is never accepted")
    func cancelledProducer() {
        let results = Log<Result>()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        _ = mailbox.offer(0)
        let waiting = [1, 2, 3].map { element in executor.start { results.record(await mailbox.send(element)) } }
        waiting[1].cancel()
        executor.runUntilIdle()
        #expect(results.entries == [.cancelled])
        mailbox.discardAll()
        executor.runUntilIdle()
        #expect(mailbox.discardAll().elements == [1])
        executor.runUntilIdle()
        #expect(mailbox.discardAll().elements == [3])
        #expect(results.entries == [.cancelled, .accepted, .accepted])
    }

    @Test("an already cancelled task sends nothing, even if there is room")
    func cancelledBefore() async {
        let mailbox = Mailbox<Int>(.unlimited)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(await mailbox.send(1) == .cancelled)
        }.value
        #expect(mailbox.count == 0)
    }

    @Test("closing resumes waiting producers, rejects later elements and keeps queued ones")
    func close() async {
        let results = Log<Result>()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        _ = mailbox.offer(0)
        for element in 1...2 { executor.start { results.record(await mailbox.send(element)) } }
        mailbox.close()
        executor.runUntilIdle()
        #expect(results.entries == [.closed, .closed])
        #expect(mailbox.isClosed)
        #expect(mailbox.offer(3) == .closed)
        #expect(await mailbox.send(3) == .closed)
        var batch = Deque<Int>()
        #expect(mailbox.taken(&batch) == [0])
    }

    @Test("dropping rejects or replaces elements, reports it, and counts them")
    func dropping() async {
        let newest = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .dropNewest))
        for element in 0..<2 { #expect(newest.offer(element) == .accepted) }
        #expect(newest.offer(2) == .full)
        #expect(await newest.send(3) == .full)
        #expect(newest.displacedCount == 0 && newest.acceptedCount == 2)
        #expect(newest.discardAll().elements == [0, 1])
        let oldest = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .dropOldest))
        for element in 0..<2 { #expect(oldest.offer(element) == .accepted) }
        #expect(oldest.offer(2) == .acceptedDroppingOldest(0))
        #expect(await oldest.send(3) == .acceptedDroppingOldest(1))
        #expect(oldest.displacedCount == 2 && oldest.acceptedCount == 4)
        #expect(oldest.discardAll().elements == [2, 3])
    }

    @Test("an element that counts as discarded is no longer one that was dropped")
    func withdrawal() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .dropOldest))
        for element in 0..<3 { _ = mailbox.offer(element) }
        mailbox.noteWithdrawal()
        #expect(mailbox.displacedCount == 1 && mailbox.acceptedCount == 3)
    }

    @Test("a producer that comes to wait, and finds room meanwhile, does not wait")
    func roomMeanwhile() async {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .suspend))
        let calls = Log<String>()
        for element in 1...2 {
            let result = await mailbox.storage.sendWhenThereIsRoom(
                element, isFeedback: false, { calls.record("\(element) wakes") },
                { calls.record("\(element) has joined") })
            #expect(result == .accepted && !mailbox.isIdle)
        }
        #expect(calls.entries == ["1 wakes", "2 has joined"])
        #expect(mailbox.discardAll().elements == [1, 2])
    }

    @Test("when all places are taken, dropping the oldest still keeps one place for the newest")
    func dropOldestWhileTaken() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .dropOldest))
        var batch = Deque<Int>()
        _ = mailbox.offer(0)
        #expect(mailbox.take(into: &batch))
        #expect(mailbox.offer(1) == .accepted)
        #expect(mailbox.offer(2) == .acceptedDroppingOldest(1))
        mailbox.release(0)
        #expect(mailbox.count == 2)
        mailbox.release(1)
        #expect(mailbox.discardAll().elements == [2])
    }

    @Test("dropping the oldest takes one at a time, so that queued elements can still be dropped")
    func dropOldestTakesOne() {
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 4, overflow: .dropOldest))
        var batch = Deque<Int>()
        for element in 0..<4 { _ = mailbox.offer(element) }
        #expect(mailbox.taken(&batch) == [0])
        #expect(mailbox.offer(4) == .acceptedDroppingOldest(1))
        mailbox.release(1)
        #expect(mailbox.offer(5) == .accepted)
        #expect(mailbox.discardAll().elements == [2, 3, 4, 5])
    }

    @Test("the consumer is woken once for each idle period, also by its own release")
    func readiness() {
        let counter = Counter()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .suspend))
        var batch = Deque<Int>()
        for element in 0..<2 { _ = mailbox.offer(element, onReady: { counter.increment() }) }
        #expect(counter.value == 1)
        executor.start { _ = await mailbox.send(2, onReady: { counter.increment() }) }
        #expect(mailbox.take(into: &batch))
        batch.removeAll()
        #expect(!mailbox.take(into: &batch))
        #expect(counter.value == 1)
        mailbox.release(1, onReady: { counter.increment() })
        #expect(counter.value == 2, "the release let a waiting producer in")
        mailbox.release(1, onReady: { counter.increment() })
        executor.runUntilIdle()
        #expect(counter.value == 2)
        #expect(mailbox.taken(&batch) == [2])
    }

    @Test("an idle mailbox frees the buffers of a burst and keeps small ones")
    func memory() {
        let mailbox = Mailbox<Int>(.unlimited)
        var batch = Deque<Int>()
        func drain(burst: Int) {
            for element in 0..<burst { _ = mailbox.offer(element) }
            while mailbox.take(into: &batch) {
                mailbox.release(batch.count)
                batch.removeAll()
            }
        }
        drain(burst: 10_000)
        #expect(batch.capacity == 0)
        for _ in 0..<4 { drain(burst: 50) }
        #expect(batch.capacity == 64)
        drain(burst: 10_000)
        drain(burst: 50)
        drain(burst: 50)
        #expect(batch.capacity <= 64)
    }

    @Test(
        "8 concurrent producers: each one's elements arrive in order, none is lost, and each idle period ends with one call"
    )
    func stress() async {
        let producers = 8
        let elements = 2_000
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        let ready = Counter()
        let mailbox = Mailbox<(producer: Int, number: Int)>(MailboxLimit(capacity: 16, overflow: .suspend))
        @Sendable func onReady() {
            ready.increment()
            signal.yield()
        }
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<producers {
                group.addTask {
                    for number in 0..<elements {
                        // Offers and sends of one producer keep their order among each other too.
                        if number % 3 == 0, case .accepted = mailbox.offer((producer, number), onReady: onReady) {
                            continue
                        }
                        guard case .accepted = await mailbox.send((producer, number), onReady: onReady)
                        else { return #expect(Bool(false), "a send was refused") }
                    }
                }
            }
            var next = Array(repeating: 0, count: producers)
            var batch = Deque<(producer: Int, number: Int)>()
            var idlenesses = 0
            var missing = producers * elements
            for await _ in signals {
                while mailbox.take(into: &batch) {
                    #expect(mailbox.count <= 16)
                    while let (producer, number) = batch.popFirst() {
                        if number != next[producer] {
                            Issue.record("\(producer) sent \(next[producer]), not \(number)")
                        }
                        next[producer] = number + 1
                        missing -= 1
                        mailbox.release(1, onReady: onReady)
                    }
                }
                idlenesses += 1
                if missing == 0 { break }
            }
            #expect(next == Array(repeating: elements, count: producers))
            #expect(ready.value == idlenesses)
        }
        #expect(mailbox.count == 0)
    }

    @Test("concurrent sends, cancellations and a close: exactly the accepted elements can be taken")
    func cancellationStress() async {
        for _ in 0..<50 {
            let mailbox = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .suspend))
            let accepted = Log<Int>()
            let tasks = (0..<20).map { element in
                Task { if await mailbox.send(element) == .accepted { accepted.record(element) } }
            }
            let handled = Log<Int>()
            let consumer = Task {
                for turn in 0..<20 {
                    if turn % 2 == 0 { tasks[turn].cancel() }
                    for element in mailbox.discardAll().elements { handled.record(element) }
                    await Task.yield()
                }
                mailbox.close()
            }
            for task in tasks { await task.value }
            await consumer.value
            for element in mailbox.discardAll().elements { handled.record(element) }
            #expect(handled.entries.sorted() == accepted.entries.sorted())
        }
    }
}

extension Mailbox {
    /// What the consumer takes; nil if it finds nothing.
    func taken(_ batch: inout Deque<Element>) -> [Element]? { take(into: &batch) ? batch.elements : nil }
}
