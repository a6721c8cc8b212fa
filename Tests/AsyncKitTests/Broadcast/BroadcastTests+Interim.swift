import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

// Interim values: only for those that ask for them.

extension BroadcastTests {
    @Test("an interim value comes only to those that ask for it, and has no number")
    func interim() {
        #expect(!broadcast.audience.wantsInterimValues)
        let asking = broadcast.subscribe(.unlimited, wantsInterimValues: true)
        #expect(broadcast.audience.wantsInterimValues)
        let (log, other) = (read(asking.stream), read(broadcast.stream(.unlimited)))
        let newest = read(broadcast.subscribe(.newest, wantsInterimValues: true).stream)
        publish(1)
        #expect(broadcast.tryPublish(interim: 2))
        #expect(broadcast.tryPublish(interim: 3))
        executor.runUntilIdle()
        publish(4)
        #expect(log.entries == [1, 2, 3, 4])
        #expect(other.entries == [1, 4])
        #expect(newest.entries == [1, 4])
        #expect(broadcast.tryPublish(interim: 5))
        let late = read(broadcast.stream(.unlimited))
        executor.runUntilIdle()
        #expect(late.entries == [4], "the latest value is no interim one")
    }

    @Test("an interim value waits for room, and no reader asks when all have left")
    func interimWaits() {
        var slow: BroadcastSubscription<Int>? = broadcast.subscribe(.suspending(capacity: 1), wantsInterimValues: true)
        #expect(broadcast.tryPublish(interim: 1))
        #expect(!broadcast.tryPublish(interim: 2))
        let room = executor.start { [broadcast] in await broadcast.roomAvailable() }
        #expect(slow?.nextNow() == 1)
        executor.runUntilIdle()
        #expect(broadcast.tryPublish(interim: 2))
        slow = nil
        #expect(!broadcast.audience.wantsInterimValues)
        let newest = broadcast.subscribe(.newest, wantsInterimValues: true)
        #expect(!broadcast.audience.wantsInterimValues, "it would get none")
        withExtendedLifetime(newest) {}
        #expect(broadcast.tryPublish(interim: 3), "no subscriber gets it, so nothing has to wait")
        broadcast.finish()
        #expect(broadcast.tryPublish(interim: 4), "it is discarded after the end")
        _ = room
    }

    @Test("one that joins while the source works is asked for interim values when it is admitted")
    func interimAdmission() {
        broadcast.beginWork()
        let joining = broadcast.subscribe(.unlimited, wantsInterimValues: true)
        #expect(!broadcast.audience.wantsInterimValues)
        let log = read(joining.stream)
        #expect(broadcast.tryPublish(interim: 1))
        broadcast.admit(at: 2, unpublished: 0)
        #expect(broadcast.audience.wantsInterimValues)
        #expect(broadcast.tryPublish(interim: 3))
        executor.runUntilIdle()
        publish(4)
        #expect(log.entries == [2, 3, 4])
    }
}
