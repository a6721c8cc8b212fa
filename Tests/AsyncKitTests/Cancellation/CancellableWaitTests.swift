import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("A wait that can be cancelled", .timeLimit(.hang))
struct CancellableWaitTests {
    /// An actor whose jobs are apart from those of its callers' tasks.
    private actor Caller {
        let executor = ControlledExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func wait(_ operation: @Sendable () async -> Void) async { await operation() }
    }

    enum Wait: CaseIterable {
        case lock, withdrawable, mailbox, producer, consumer

        /// A wait that does not end before the task is cancelled.
        func begin() async {
            switch self {
            case .lock, .withdrawable:
                let lock = AsyncLock()
                #expect(lock.tryAcquire())
                let result =
                    self == .lock ? await lock.acquire() : await lock.storage.acquire(withdrawal: AsyncLockWithdrawal())
                #expect(result == .cancelled)
            case .mailbox:
                let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
                #expect(mailbox.offer(0) == .accepted)
                #expect(await mailbox.send(1) == .cancelled)
            case .producer: #expect(await AsyncChannel<Int>().send(1) == .cancelled)
            case .consumer: #expect(await AsyncChannel<Int>().makeAsyncIterator().next() == nil)
            }
        }
    }

    /// Callers on one actor would otherwise join a queue in an order other than that of their calls.
    @Test("does not leave the actor of its caller before it waits", arguments: Wait.allCases)
    func staysOnActor(wait: Wait) async {
        let tasks = ControlledExecutor()
        let caller = Caller()
        let task = tasks.task { await caller.wait { await wait.begin() } }
        tasks.runUntilIdle()
        caller.executor.runUntilIdle()
        #expect(tasks.runUntilIdle() == 0, "the task has left the actor")
        task.cancel()
        while tasks.runUntilIdle() + caller.executor.runUntilIdle() > 0 {}
        await task.value
    }
}
