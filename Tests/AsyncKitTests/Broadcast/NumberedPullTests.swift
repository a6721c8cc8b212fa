import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

/// A subscriber that is pulled with the numbers of its values. The first one that joins begins after number 1.
@Suite("A pull with numbers", .timeLimit(.hang))
final class NumberedPullTests {
    private let executor = ControlledExecutor()
    private let broadcast = Broadcast<Int>()

    deinit {
        broadcast.finish()
        executor.runFreely()
    }

    private func publish(_ values: Int...) {
        for value in values { #expect(broadcast.tryPublish(value)) }
        executor.runUntilIdle()
    }

    /// Each value that is there, with its number.
    private func taken(_ subscription: BroadcastSubscription<Int>) -> [String] {
        var taken: [String] = []
        while let (value, number) = subscription.nextNumbered() { taken.append("\(value) is \(number)") }
        return taken
    }

    /// Waits for one value in this pull.
    private func wait(_ subscription: BroadcastSubscription<Int>, inPull pull: UInt64, into log: Log<String>) {
        executor.start {
            let next = await subscription.next(inPull: pull)
            log.record(next.map { "\($0.value) is \($0.number)" } ?? "nothing")
        }
    }

    @Test("has the numbers of the publications, whichever of them the subscriber misses")
    func missed() {
        let (all, newest) = (broadcast.subscribe(.unlimited), broadcast.subscribe(.newest))
        let dropping = broadcast.subscribe(.droppingOldest(capacity: 2))
        publish(10, 20, 30)
        let late = broadcast.subscribe(.unlimited)
        #expect(taken(all) == ["10 is 2", "20 is 3", "30 is 4"])
        #expect(taken(newest) == ["30 is 4"] && taken(dropping) == ["20 is 3", "30 is 4"])
        publish(40)
        for subscription in [all, newest, dropping] { #expect(taken(subscription) == ["40 is 5"]) }
        #expect(taken(late) == ["30 is 4", "40 is 5"])
        // The others are told of each publication; this one alone is not.
        for subscription in [all, dropping, late] { subscription.unsubscribe() }
        publish(50, 60, 70)
        #expect(taken(newest) == ["70 is 8"])
    }

    @Test("lets a source go on that waits for room", arguments: [false, true])
    func room(isWaiting: Bool) throws {
        let (subscription, log) = (broadcast.subscribe(.suspending(capacity: 1)), Log<String>())
        publish(10)
        executor.start { [broadcast] in
            await broadcast.roomAvailable()
            log.record("room")
        }
        if isWaiting {
            wait(subscription, inPull: try #require(subscription.beginPull()), into: log)
        } else {
            #expect(taken(subscription) == ["10 is 2"])
        }
        executor.runUntilIdle()
        #expect(log.entries.contains("room"))
    }

    @Test(
        "has the number of a value that it waits for, also of that with which it is admitted",
        arguments: BroadcastTests.buffers)
    func waiting(buffer: SubscriberBuffer) throws {
        let log = Log<String>()
        let present = broadcast.subscribe(buffer)
        wait(present, inPull: try #require(present.beginPull()), into: log)
        publish(10)
        #expect(log.entries == ["10 is 2"])
        broadcast.beginWork()
        let joining = broadcast.subscribe(buffer)
        wait(joining, inPull: try #require(joining.beginPull()), into: log)
        #expect(log.entries.count == 1 && joining.end == nil)
        broadcast.admit(at: 20, unpublished: 1)
        executor.runUntilIdle()
        #expect(log.entries.last == "20 is 3")
        publish(20, 30)
        #expect(taken(joining) == ["30 is 4"])
        #expect(taken(present) == (buffer == .newest ? ["30 is 4"] : ["20 is 3", "30 is 4"]))
    }

    @Test("begins at a new number if there was no audience, also where the subscriber has to be admitted")
    func unattended() {
        let first = broadcast.subscribe(.unlimited)
        publish(10)
        #expect(taken(first) == ["10 is 2"])
        first.unsubscribe()
        broadcast.beginWork()
        let second = broadcast.subscribe(.unlimited)
        broadcast.admit(at: 20, unpublished: 0)
        #expect(taken(second) == ["20 is 3"])
    }

    @Test("ends by its own interruption, which may come before it waits, and not by that of an earlier one")
    func interruption() throws {
        let (subscription, log) = (broadcast.subscribe(.unlimited), Log<String>())
        let first = try #require(subscription.beginPull())
        subscription.interruptPull(first)
        wait(subscription, inPull: first, into: log)
        #expect(log.entries == ["nothing"])
        let second = try #require(subscription.beginPull())
        wait(subscription, inPull: second, into: log)
        subscription.interruptPull(first)
        executor.runUntilIdle()
        #expect(log.entries.count == 1)
        subscription.interruptPull(second)
        executor.runUntilIdle()
        #expect(log.entries == ["nothing", "nothing"])
        wait(subscription, inPull: try #require(subscription.beginPull()), into: log)
        subscription.interruptPull()
        executor.runUntilIdle()
        #expect(log.entries.count == 3)
        wait(subscription, inPull: try #require(subscription.beginPull()), into: log)
        publish(10)
        #expect(log.entries.last == "10 is 2")
    }

    @Test("tells why nothing more comes as soon as nothing is left to take, and not before")
    func ends() {
        let (kept, newest) = (broadcast.subscribe(.unlimited), broadcast.subscribe(.newest))
        let slow = broadcast.subscribe(.suspending(capacity: 1))
        let all = [kept, newest, slow]
        #expect(all.allSatisfy { $0.end == nil })
        publish(10)
        #expect(broadcast.giveUp(slow.id, .disconnect))
        #expect(all.allSatisfy { $0.end == nil })
        #expect(taken(slow) == ["10 is 2"] && slow.end == .givenUp)
        broadcast.finish()
        #expect(kept.end == nil && newest.end == nil)
        for subscription in [kept, newest] {
            #expect(taken(subscription) == ["10 is 2"] && subscription.end == .finished)
            subscription.unsubscribe()
            #expect(subscription.end == .unsubscribed && subscription.beginPull() == nil)
        }
    }
}
