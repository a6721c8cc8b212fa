import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite(.timeLimit(.hang)) struct AsyncLockTests {
    /// A lock that the test itself holds, and the results of the other requests.
    private struct Scene {
        let executor = ControlledExecutor()
        let lock = AsyncLock()
        let results = Log<Result>()

        init() { #expect(lock.tryAcquire()) }

        @discardableResult
        func acquire(_ name: String, withdrawal: AsyncLockWithdrawal? = nil) -> Task<Void, Never> {
            executor.start { [lock, results] in
                let acquisition =
                    if let withdrawal { await lock.acquire(withdrawal: withdrawal) } else { await lock.acquire() }
                results.record(Result(name: name, acquisition: acquisition))
            }
        }

        func release() {
            lock.release()
            executor.runUntilIdle()
        }
    }

    private struct Result: Equatable {
        let name: String
        let acquisition: AsyncLock.Acquisition
    }

    @Test("waiting tasks get the lock in the order in which they asked, one at a time")
    func order() {
        let scene = Scene()
        for name in ["a", "b", "c"] { scene.acquire(name) }
        #expect(scene.lock.hasWaiters)
        #expect(scene.results.entries.isEmpty)
        for served in 1...3 {
            scene.release()
            #expect(scene.results.entries.map(\.name) == Array(["a", "b", "c"].prefix(served)))
            #expect(!scene.lock.tryAcquire(), "the lock was handed over")
        }
        #expect(!scene.lock.hasWaiters)
        scene.release()
        #expect(scene.lock.tryAcquire())
    }

    @Test("a reservation queues before it is claimed, and can be claimed before or after its turn")
    func reservation() {
        let scene = Scene()
        let early = scene.lock.reserve()
        scene.acquire("a")
        let late = scene.lock.reserve()
        scene.acquire("b")
        func claim(_ name: String, _ place: AsyncLockReservation) {
            scene.executor.start { [results = scene.results] in
                results.record(Result(name: name, acquisition: await place.claim()))
            }
        }
        claim("early", early)
        #expect(scene.results.entries.isEmpty)
        for _ in 0..<3 { scene.release() }
        #expect(
            scene.results.entries.map(\.name) == ["early", "a"], "the lock waits for the reservation to be claimed")
        #expect(!scene.lock.tryAcquire())
        claim("late", late)
        scene.release()
        #expect(scene.results.entries.map(\.name) == ["early", "a", "late", "b"])
        #expect(scene.results.entries.allSatisfy { $0.acquisition == .acquired })
    }

    @Test("a reservation of a closed lock is refused, and one of a free lock holds it")
    func reservationAtTheEnds() async {
        let scene = Scene()
        let place = scene.lock.reserve()
        scene.lock.close()
        scene.executor.start { [results = scene.results] in
            results.record(Result(name: "place", acquisition: await place.claim()))
        }
        #expect(scene.results.entries == [Result(name: "place", acquisition: .closed)])
        let free = AsyncLock()
        #expect(await free.reserve().claim() == .acquired)
        #expect(!free.tryAcquire())
    }

    @Test("a cancelled waiter leaves the queue; the others keep their order")
    func cancellation() {
        let scene = Scene()
        let tasks = ["a", "b", "c"].map { scene.acquire($0) }
        tasks[0].cancel()
        tasks[1].cancel()
        scene.executor.runUntilIdle()
        #expect(scene.results.entries.map(\.acquisition) == [.cancelled, .cancelled])
        scene.release()
        #expect(scene.results.entries.last == Result(name: "c", acquisition: .acquired))
        #expect(!scene.lock.hasWaiters)
    }

    @Test("a cancelled task does not get a free lock, unless it ignores cancellation")
    func cancelledBefore() async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let lock = AsyncLock()
            #expect(await lock.acquire() == .cancelled)
            #expect(await lock.acquire(withdrawal: AsyncLockWithdrawal()) == .cancelled)
            #expect(await lock.acquireIgnoringCancellation() == .acquired)
            lock.release()
        }.value
    }

    @Test("a request that ignores cancellation continues to wait when its task is cancelled")
    func ignoringCancellation() {
        let scene = Scene()
        let task = scene.executor.start { [lock = scene.lock, results = scene.results] in
            results.record(Result(name: "a", acquisition: await lock.acquireIgnoringCancellation()))
        }
        task.cancel()
        scene.executor.runUntilIdle()
        #expect(scene.results.entries.isEmpty && scene.lock.hasWaiters)
        scene.release()
        #expect(scene.results.entries == [Result(name: "a", acquisition: .acquired)])
    }

    @Test("a withdrawal works before the request waits and while it does, once, and not afterwards")
    func withdrawal() {
        let scene = Scene()
        let early = AsyncLockWithdrawal()
        #expect(scene.lock.withdraw(early))
        #expect(!scene.lock.withdraw(early))
        scene.acquire("early", withdrawal: early)
        #expect(scene.results.entries == [Result(name: "early", acquisition: .withdrawn)])
        let during = AsyncLockWithdrawal()
        let after = AsyncLockWithdrawal()
        scene.acquire("during", withdrawal: during)
        scene.acquire("after", withdrawal: after)
        #expect(scene.lock.withdraw(during))
        #expect(!scene.lock.withdraw(during))
        scene.executor.runUntilIdle()
        #expect(scene.results.entries.last == Result(name: "during", acquisition: .withdrawn))
        scene.release()
        #expect(scene.results.entries.last == Result(name: "after", acquisition: .acquired))
        #expect(!scene.lock.withdraw(after))
        scene.release()
        let unneeded = AsyncLockWithdrawal()
        scene.acquire("unneeded", withdrawal: unneeded)
        #expect(scene.results.entries.last == Result(name: "unneeded", acquisition: .acquired))
        #expect(!scene.lock.withdraw(unneeded))
        guard case .finished = unneeded.stage else { return #expect(Bool(false), "it is \(unneeded.stage)") }
    }

    @Test("closing refuses waiting and later requests, and does not affect the holder")
    func close() async {
        let scene = Scene()
        for name in ["a", "b"] { scene.acquire(name) }
        scene.lock.close()
        scene.executor.runUntilIdle()
        #expect(scene.results.entries.map(\.acquisition) == [.closed, .closed])
        #expect(!scene.lock.hasWaiters)
        #expect(await scene.lock.acquire() == .closed)
        scene.release()
        #expect(await scene.lock.acquireIgnoringCancellation() == .closed)
        #expect(!scene.lock.tryAcquire())
    }

    @Test("8 concurrent tasks never hold the lock together")
    func stress() async {
        let lock = AsyncLock()
        let inside = Counter()
        let acquisitions = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        guard await lock.acquire() == .acquired else { continue }
                        if inside.increment() != 0 { Issue.record("two tasks hold the lock") }
                        acquisitions.increment()
                        inside.decrement()
                        lock.release()
                    }
                }
            }
        }
        #expect(acquisitions.value == 8_000)
        #expect(lock.tryAcquire())
    }

    @Test("withdrawals and cancellations race with hand-overs: each request gets one result, and the right one")
    func races() async {
        let lock = AsyncLock()
        let inside = Counter()
        for round in 0..<300 {
            let withdrawal = AsyncLockWithdrawal()
            let entering = (0..<4).map { number in
                Task {
                    let acquisition =
                        if number == 1 { await lock.acquire(withdrawal: withdrawal) } else { await lock.acquire() }
                    if acquisition == .acquired {
                        if inside.increment() != 0 { Issue.record("two tasks hold the lock") }
                        inside.decrement()
                        lock.release()
                    }
                    return acquisition
                }
            }
            let withdrawing = Task { lock.withdraw(withdrawal) }
            entering[2].cancel()
            let wasInTime = await withdrawing.value
            #expect(await entering[0].value == .acquired)
            #expect(await entering[1].value == (wasInTime ? .withdrawn : .acquired), "round \(round)")
            #expect([.acquired, .cancelled].contains(await entering[2].value))
            #expect(await entering[3].value == .acquired)
            #expect(!lock.hasWaiters)
        }
        #expect(lock.tryAcquire())
    }
}

extension AsyncLock {
    fileprivate var hasWaiters: Bool { storage.hasWaiters }

    fileprivate func acquire(withdrawal: AsyncLockWithdrawal) async -> Acquisition {
        await storage.acquire(withdrawal: withdrawal)
    }

    fileprivate func withdraw(_ withdrawal: AsyncLockWithdrawal) -> Bool { storage.withdraw(withdrawal) }

    fileprivate func reserve() -> AsyncLockReservation { storage.reserve() }
}
