import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite("A subscriber that is given up", .timeLimit(.hang))
struct GivenUpSubscriberTests {
    private let broadcast = Broadcast<Int>()

    /// A subscriber with room for one value, which is full.
    private func fullSubscriber() -> BroadcastSubscription<Int> {
        let note = SubscriberNote(tag: "slow", patience: (limit: .seconds(3), then: .disconnect))
        let subscription = broadcast.subscribe(.suspending(capacity: 1), wantsInterimValues: true, note: note)
        #expect(broadcast.audience.wantsEveryValue && broadcast.audience.wantsInterimValues)
        #expect(broadcast.patienceLimits.isEmpty)
        #expect(!broadcast.giveUp(subscription.id, .disconnect), "it has room")
        #expect(broadcast.tryPublish(1))
        #expect(!broadcast.tryPublish(2))
        #expect(broadcast.patienceLimits == [.seconds(3)])
        #expect(broadcast.subscribers.map(\.isFull) == [true] && broadcast.subscribers.map(\.lag) == [1])
        return subscription
    }

    @Test("and disconnected gets what it has, then the end, and counts no more")
    func disconnected() {
        let slow = fullSubscriber()
        #expect(broadcast.giveUp(slow.id, .disconnect))
        #expect(!broadcast.giveUp(slow.id, .disconnect), "it is given up already")
        #expect(broadcast.audience.isEmpty && !broadcast.audience.wantsEveryValue)
        #expect(!broadcast.audience.wantsInterimValues)
        #expect(broadcast.patienceLimits.isEmpty)
        #expect(broadcast.tryPublish(2) && broadcast.tryPublish(3))
        #expect(slow.nextNow() == 1 && slow.nextNow() == nil)
        // It does not leave the audience a second time.
        let other = broadcast.subscribe(.unlimited)
        slow.cancel()
        #expect(!broadcast.audience.isEmpty && broadcast.audience.wantsEveryValue)
        #expect(other.nextNow() == 3)
    }

    @Test("and left with the latest value keeps one, and no longer gets every value or interim ones")
    func latest() {
        let slow = fullSubscriber()
        #expect(broadcast.giveUp(slow.id, .latest))
        #expect(!broadcast.audience.isEmpty && !broadcast.audience.wantsEveryValue)
        #expect(!broadcast.audience.wantsInterimValues)
        #expect(broadcast.tryPublish(2) && broadcast.tryPublish(3))
        #expect(broadcast.subscribers.map(\.lag) == [2] && broadcast.subscribers.map(\.isFull) == [false])
        #expect(slow.nextNow() == 3 && slow.nextNow() == nil)
        slow.cancel()
        #expect(broadcast.audience.isEmpty)
        let other = broadcast.subscribe(.suspending(capacity: 3))
        #expect(broadcast.tryPublish(4) && broadcast.tryPublish(5) && !broadcast.tryPublish(6))
        #expect(broadcast.giveUp(other.id, .latest))
        #expect(other.nextNow() == 5 && other.nextNow() == nil, "of three, it keeps the newest")
    }

    @Test("while another one wants interim values leaves these wanted")
    func other() {
        let slow = fullSubscriber()
        let other = broadcast.subscribe(.unlimited, wantsInterimValues: true)
        #expect(broadcast.giveUp(slow.id, .disconnect))
        #expect(broadcast.audience.wantsInterimValues)
        #expect(broadcast.tryPublish(interim: 9))
        #expect(other.nextNow() == 1 && other.nextNow() == 9 && other.nextNow() == nil)
        #expect(slow.nextNow() == 1 && slow.nextNow() == nil)
    }

    @Test("lets a source that waits for it go on, and ends a consumer that waits", arguments: [false, true])
    func waiting(isDisconnected: Bool) {
        let (executor, log) = (ControlledExecutor(), Log<String>())
        let slow = fullSubscriber()
        executor.start { [broadcast] in
            await broadcast.roomAvailable()
            log.record("room")
        }
        #expect(log.entries.isEmpty)
        #expect(broadcast.giveUp(slow.id, isDisconnected ? .disconnect : .latest))
        executor.runUntilIdle()
        #expect(log.entries == ["room"])
        executor.start {
            let values = [await slow.next(), await slow.next()]
            log.record("\(values.compactMap(\.self))")
        }
        broadcast.finish()
        executor.runUntilIdle()
        #expect(log.entries == ["room", "[1]"])
        executor.runFreely()
    }
}
