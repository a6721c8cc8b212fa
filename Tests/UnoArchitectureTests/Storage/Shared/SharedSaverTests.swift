import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture
@testable import UnoStorage

/// Storage in memory, which a test controls.
final class TestStorage: SharedStorage {
    struct Refused: Error {}

    let name = "test"
    let saves = Record<Int>()
    /// Holds each save until it is released, if there is one.
    let work: HeldWork?
    private let stored: Int?
    private let loadError: (any Error)?
    private let failures = Locked(0)

    init(_ stored: Int? = nil, loadError: (any Error)? = nil, work: HeldWork? = nil) {
        (self.stored, self.loadError, self.work) = (stored, loadError, work)
    }

    /// Makes the next saves fail.
    func refuse(_ count: Int) { failures.withLock { $0 = count } }

    func load() throws -> Int? {
        if let loadError { throw loadError }
        return stored
    }

    func save(_ value: Int) async throws {
        await work?.run()
        let fails = failures.withLock { failures in
            failures -= 1
            return failures >= 0
        }
        if fails { throw Refused() }
        saves.append(value)
    }
}

@Suite(.timeLimit(.hang)) struct SharedSaverTests {
    let clock = TestClock()
    let recorder = DiagnosticsRecorder()
    let delay = SaveDelay.after(.seconds(1), atMost: .seconds(3))

    func shared(_ storage: TestStorage) -> Shared<Int> {
        recorder { Shared(0, storage: storage, delay: delay, clock: clock) }
    }

    func stored(loadError: (any Error)? = nil, work: HeldWork? = nil) -> (TestStorage, Shared<Int>) {
        let storage = TestStorage(loadError: loadError, work: work)
        return (storage, shared(storage))
    }

    /// Advances the clock once a task sleeps on it.
    func advance(by duration: Duration) async {
        await clock.waitForSleepers(1)
        clock.advance(by: duration)
    }

    @Test func `A flush saves a change that its update has not told yet`() async {
        let (storage, count) = stored()
        let done = DispatchSemaphore(value: 0)
        // Runs within the update, when the value is there: as a graph does that the change wakes.
        let observation = count.source.observe {
            Task.detached {
                try? await count.flush()
                done.signal()
            }
            done.wait()
        }
        await withCheckedContinuation { updated in
            Thread.detachNewThread {
                count.update { $0 = 1 }
                updated.resume()
            }
        }
        #expect(storage.saves.elements == [1])
        observation.end()
    }

    @Test func `A shared value begins with the stored one, and with its default where nothing is stored`() {
        #expect(shared(TestStorage(3)).value == 3)
        #expect(shared(TestStorage()).value == 0)
        #expect(recorder.kinds.isEmpty)
    }

    @Test func `Only the newest value is saved, after the delay`() async {
        let (storage, count) = stored()
        for _ in 0..<5 { count.update { $0 += 1 } }
        await advance(by: .seconds(1))
        #expect(await storage.saves.waitFor(1) == [5])
    }

    @Test func `A flush saves at once, and returns when the value is saved; without changes it saves nothing`()
        async throws
    {
        let (storage, count) = stored()
        try await count.flush()
        count.update { $0 = 1 }
        await clock.waitForSleepers(1)
        try await count.flush()
        // The task that waited has gone.
        #expect(storage.saves.elements == [1] && clock.sleeperCount == 0)
        try await count.flush()
        #expect(storage.saves.elements == [1])
        count.update { $0 = 2 }
        await advance(by: .seconds(1))
        #expect(await storage.saves.waitFor(2) == [1, 2])
    }

    @Test func `What is unsaved when the last reference goes is saved`() async {
        let storage = TestStorage()
        do { shared(storage).update { $0 = 9 } }
        await advance(by: .seconds(1))
        #expect(await storage.saves.waitFor(1) == [9])
    }

    @Test func `A save that fails is reported with the storage and the error; the next change and a flush try again`()
        async
    {
        let (storage, count) = stored()
        storage.refuse(2)
        count.update { $0 = 1 }
        await #expect(throws: TestStorage.Refused.self) { try await count.flush() }
        #expect(recorder.kinds == [.storageFailed])
        #expect(recorder.reports.elements[0].message.contains("test was not written: Refused()"))
        #expect(recorder.reports.elements[0].fileID?.hasSuffix("SharedSaverTests.swift") ?? false)
        await #expect(throws: TestStorage.Refused.self) { try await count.flush() }
        count.update { $0 = 2 }
        await advance(by: .seconds(1))
        #expect(await storage.saves.waitFor(1) == [2])
    }

    @Test func `Changes that come during a save are saved after it; a flush waits for them`() async throws {
        let (storage, count) = stored(work: HeldWork())
        count.update { $0 = 1 }
        let first = Task { try await count.flush() }
        await storage.work!.starts.waitFor(1)
        count.update { $0 = 2 }
        let second = Task { try await count.flush() }
        storage.work!.release()
        try await first.value
        storage.work!.release()
        try await second.value
        #expect(storage.saves.elements == [1, 2])
    }

    @Test func `A flush whose task is cancelled returns; the saving continues`() async {
        let (storage, count) = stored(work: HeldWork())
        count.update { $0 = 1 }
        let flush = Task { try await count.flush() }
        await storage.work!.starts.waitFor(1)
        flush.cancel()
        await #expect(throws: CancellationError.self) { try await flush.value }
        storage.work!.release()
        #expect(await storage.saves.waitFor(1) == [1])
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                count.update { $0 = 2 }
                try await count.flush()
            }.value
        }
        storage.work!.release()
        await advance(by: .seconds(1))
        await storage.saves.waitFor(2)
    }

    @Test func `Damage is reported, and later changes are saved`() async throws {
        let (storage, count) = stored(loadError: DamagedStorage("no number"))
        #expect(count.value == 0 && recorder.kinds == [.storageDamaged])
        #expect(recorder.reports.elements[0].message.contains("test holds no Int: no number"))
        count.update { $0 = 1 }
        try await count.flush()
        #expect(storage.saves.elements == [1])
    }

    @Test func `Storage that cannot be read is reported and never written`() async throws {
        let (storage, count) = stored(loadError: TestStorage.Refused())
        #expect(recorder.kinds == [.storageUnreadable])
        try await count.flush()
        count.update { $0 = 1 }
        #expect(clock.sleeperCount == 0)
        await #expect(throws: TestStorage.Refused.self) { try await count.flush() }
        #expect(storage.saves.elements.isEmpty && count.value == 1)
    }

    @Test func `A projection is saved with its whole`() async throws {
        struct Pair: Sendable, Equatable {
            var left = 0
        }
        let saved = Record<Pair>()
        struct Storage: SharedStorage {
            let name = "pair"
            let saved: Record<Pair>
            func load() -> Pair? { nil }
            func save(_ value: Pair) async { saved.append(value) }
        }
        let left = Shared(Pair(), storage: Storage(saved: saved), clock: clock).projection(\.left)
        left.update { $0 = 4 }
        try await left.flush()
        #expect(saved.elements == [Pair(left: 4)])
    }

    @Test
    func `With a clock that wakes early again and again the value is saved at once, which is reported`() async throws {
        let (storage, clock) = (TestStorage(), ManualClock { _, _ in })
        let count = recorder { Shared(0, storage: storage, delay: delay, clock: clock) }
        for number in 1...2 {
            count.update { $0 = number }
            await storage.saves.waitFor(number)
        }
        #expect(storage.saves.elements == [1, 2])
        #expect(recorder.kinds == [.unreliableClock, .unreliableClock])
        #expect(recorder.reports.elements.first?.message.contains("woke 8 times") == true)
        #expect(clock.sleeps.elements.count == 16)
    }

    @Test func `A save that such a clock has hastened does not hasten the next one of its task`() async {
        let (storage, clock) = (TestStorage(work: HeldWork()), ManualClock { _, _ in })
        let count = recorder { Shared(0, storage: storage, delay: delay, clock: clock) }
        count.update { $0 = 1 }
        await storage.work!.starts.waitFor(1)
        count.update { $0 = 2 }
        for _ in 1...2 { storage.work!.release() }
        #expect(await storage.saves.waitFor(2) == [1, 2])
        #expect(recorder.kinds == [.unreliableClock, .unreliableClock] && clock.sleeps.elements.count == 16)
    }

    @Test func `A clock that wakes in time is reliable, however often a change moves the time`() async {
        let storage = TestStorage()
        let count = recorder {
            Shared(0, storage: storage, delay: .after(.seconds(1), atMost: .seconds(100)), clock: clock)
        }
        for number in 1...20 {
            count.update { $0 = number }
            await advance(by: .milliseconds(500))
        }
        await advance(by: .seconds(1))
        #expect(await storage.saves.waitFor(1) == [20])
        #expect(recorder.kinds == [])
    }

    @Test func `A delay of more than a century counts as a century`() async throws {
        let storage = TestStorage()
        let endless = Duration(attoseconds: .max)
        let count = recorder { Shared(0, storage: storage, delay: .after(endless, atMost: endless), clock: clock) }
        clock.advance(by: .seconds(1))
        for number in 1...2 { count.update { $0 = number } }
        await clock.waitForSleepers(1)
        try await count.flush()
        #expect(storage.saves.elements == [2])
    }
}

/// The machine, event by event, with times in seconds.
@Suite struct SharedSaverStateMachineTests {
    struct Failure: Error {}
    typealias Machine = SharedSaverStateMachine<Int>

    func steps(_ action: Machine.Action) -> String {
        switch action {
        case .none: "-"
        case .start(let turn): "start \(turn)"
        case .resume(let waiters, let error): "resume \(waiters)\(error == nil ? "" : " failed")"
        }
    }
    func steps(_ step: Machine.Step) -> String {
        switch step {
        case .sleep(let duration): "sleep \(duration.components.seconds)"
        case .save: "save"
        case .end: "end"
        }
    }

    @Test func `Each change moves the deadline, up to the limit`() {
        var machine = Machine(delay: .after(.seconds(2), atMost: .seconds(5)))
        #expect(steps(machine.changed(to: 1, at: .seconds(0))) == "start 1")
        #expect(steps(machine.next(1, at: .seconds(0), hasSlept: true)) == "sleep 2")
        #expect(steps(machine.changed(to: 2, at: .seconds(1))) == "-")
        #expect(steps(machine.next(1, at: .seconds(2), hasSlept: true)) == "sleep 1")
        #expect(steps(machine.changed(to: 3, at: .seconds(2))) == "-")
        #expect(steps(machine.changed(to: 4, at: .seconds(4))) == "-")
        #expect(steps(machine.next(1, at: .seconds(4), hasSlept: true)) == "sleep 1")
        #expect(steps(machine.next(1, at: .seconds(5), hasSlept: true)) == "save")
        #expect(machine.saved(4, failure: nil).goesOn == false)
        #expect(steps(machine.next(1, at: .seconds(5), hasSlept: true)) == "end")
    }

    @Test func `A clock that does not sleep makes the save come at once`() {
        var machine = Machine(delay: .default)
        _ = machine.changed(to: 1, at: .zero)
        #expect(steps(machine.next(1, at: .zero, hasSlept: false)) == "save")
    }

    @Test func `A flush takes over from the task that waits`() {
        var machine = Machine(delay: .default)
        #expect(steps(machine.flush(1, upTo: 0).0) == "resume [1]")
        _ = machine.changed(to: 1, at: .zero)
        #expect(steps(machine.flush(2, upTo: 0).0) == "start 2")
        #expect(steps(machine.next(1, at: .zero, hasSlept: false)) == "end")
        #expect(steps(machine.next(2, at: .zero, hasSlept: true)) == "save")
        #expect(machine.saved(1, failure: nil) == ([2], false))
        // The change was told late.
        #expect(steps(machine.changed(to: 1, at: .zero)) == "-")
    }

    @Test func `A change that the running save does not contain is saved after it`() {
        var machine = Machine(delay: .after(.seconds(1), atMost: .seconds(1)))
        _ = machine.changed(to: 1, at: .zero)
        _ = machine.next(1, at: .seconds(1), hasSlept: true)
        #expect(steps(machine.changed(to: 2, at: .seconds(3))) == "-")
        #expect(machine.saved(1, failure: nil) == ([], true))
        #expect(steps(machine.next(1, at: .seconds(4), hasSlept: true)) == "save")
        _ = machine.changed(to: 3, at: .seconds(4))
        // The value was read after that change.
        #expect(machine.saved(3, failure: nil) == ([], false))
    }

    @Test func `The limit counts from the first change that the running save does not contain`() {
        var machine = Machine(delay: .after(.seconds(3), atMost: .seconds(5)))
        _ = machine.changed(to: 1, at: .seconds(0))
        #expect(steps(machine.next(1, at: .seconds(3), hasSlept: true)) == "save")
        for second in 4...8 { _ = machine.changed(to: UInt64(second), at: .seconds(second)) }
        #expect(machine.saved(1, failure: nil).goesOn)
        #expect(steps(machine.next(1, at: .seconds(8), hasSlept: true)) == "sleep 1")
        #expect(steps(machine.next(1, at: .seconds(9), hasSlept: true)) == "save")
        _ = machine.changed(to: 9, at: .seconds(10))
        #expect(machine.saved(8, failure: nil).goesOn)
        #expect(steps(machine.next(1, at: .seconds(10), hasSlept: true)) == "sleep 3")
    }

    @Test func `After a failure the task ends, and a flush or a change begins another one`() {
        var machine = Machine(delay: .after(.seconds(1), atMost: .seconds(1)))
        _ = machine.changed(to: 1, at: .zero)
        _ = machine.flush(7, upTo: 0)
        #expect(machine.saved(1, failure: Failure()) == ([7], false))
        #expect(steps(machine.flush(8, upTo: 0).0) == "start 3")
        #expect(machine.withdraw(1) == nil)
        #expect(machine.withdraw(2) == 8)
        #expect(machine.saved(1, failure: Failure()) == ([], false))
        #expect(steps(machine.changed(to: 2, at: .zero)) == "start 4")
    }

    @Test func `Closed, it does nothing, and says why`() {
        var machine = Machine(delay: .default)
        machine.close(Failure())
        #expect(steps(machine.flush(1, upTo: 0).0) == "resume [1]")
        #expect(steps(machine.changed(to: 1, at: .zero)) == "-")
        #expect(steps(machine.flush(1, upTo: 0).0) == "resume [1] failed")
        #expect(steps(machine.next(0, at: .zero, hasSlept: true)) == "end")
    }
}
