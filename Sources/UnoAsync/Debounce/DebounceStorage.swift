/// The lock, the continuations and the two loops of a debounced iteration.
@usableFromInline
final class DebounceStorage<Base: AsyncSequence & Sendable, C: Clock>: Sendable where Base.Element: Sendable {
    @usableFromInline typealias Consumer = UnsafeContinuation<Result<Base.Element?, Base.Failure>, Never>
    @usableFromInline typealias Puller = UnsafeContinuation<Bool, Never>
    @usableFromInline typealias Sleeper = UnsafeContinuation<C.Instant?, Never>
    @usableFromInline typealias Machine = DebounceStateMachine<
        Base.Element, Base.Failure, C.Instant, Consumer, Puller, Sleeper
    >

    @usableFromInline let machine = Locked(Machine())
    @usableFromInline let window: DebounceParameters<C>

    @inlinable
    init(window: DebounceParameters<C>) {
        self.window = window
    }

    /// Pulls `base` and sleeps, until the upstream ends or the iteration is cancelled.
    @inlinable
    func run(_ base: Base) async {
        await withTaskGroup { group in
            group.addTask { await self.pull(base) }
            group.addTask { await self.sleep() }
            await group.next()
            group.cancelAll()
        }
    }

    // MARK: - Consumer

    @inlinable
    func next() async -> Result<Base.Element?, Base.Failure> {
        await withUnsafeContinuation { (consumer: Consumer) in
            let now = window.clock.now
            switch machine.withLock({ $0.next(for: consumer, at: now) }) {
            case .deliver(let element):
                consumer.resume(returning: .success(element))
            case .end(let failure):
                if let failure {
                    consumer.resume(returning: .failure(failure))
                } else {
                    consumer.resume(returning: .success(nil))
                }
            case .wait(let puller):
                puller?.resume(returning: true)
            }
        }
    }

    @usableFromInline
    func cancel() {
        end(machine.withLockMoving { $0.cancel() })
    }

    // MARK: - Upstream

    @inlinable
    func pull(_ base: Base) async {
        do throws(Base.Failure) {
            var iterator = base.makeAsyncIterator()
            var isDemanded = await demand()
            while isDemanded {
                guard let element = try await iterator.next(isolation: #isolation) else { return finish() }
                let now = window.clock.now
                let due = now.advanced(by: window.interval)
                let action = machine.withLock { $0.arrive(element, at: now, due: due) }
                if let (passed, consumer) = action.delivery { consumer.resume(returning: .success(passed)) }
                if let (sleeper, deadline) = action.alarm { sleeper.resume(returning: deadline) }
                isDemanded = action.isDemanded
                if !isDemanded { isDemanded = await demand() }
            }
        } catch {
            fail(error)
        }
    }

    /// Waits until the consumer wants an element; false when the iteration has ended.
    @inlinable
    func demand() async -> Bool {
        await withUnsafeContinuation { (puller: Puller) in
            switch machine.withLock({ $0.pull(by: puller) }) {
            case .pull: puller.resume(returning: true)
            case .park: break
            case .stop: puller.resume(returning: false)
            }
        }
    }

    // MARK: - Sleeper

    @usableFromInline
    func sleep() async {
        while var deadline = await nextAlarm() {
            while let moved = await sleep(until: deadline) { deadline = moved }
        }
    }

    /// Waits until a window opens and returns its deadline; nil when the iteration has ended.
    private func nextAlarm() async -> C.Instant? {
        await withUnsafeContinuation { (sleeper: Sleeper) in
            switch machine.withLock({ $0.park(sleeper) }) {
            case .sleep(let deadline): sleeper.resume(returning: deadline)
            case .park, .deliver: break
            case .stop: sleeper.resume(returning: nil)
            }
        }
    }

    /// Sleeps, and returns the deadline if it has moved in the meantime.
    private func sleep(until deadline: C.Instant) async -> C.Instant? {
        // A sleep that throws was cancelled, which ends the iteration. A clock that throws or wakes early otherwise is
        // taken to have reached the deadline, so that the loop always gets on.
        try? await window.clock.sleep(until: deadline, tolerance: window.tolerance)
        let now = max(window.clock.now, deadline)
        switch machine.withLock({ $0.woke(at: now) }) {
        case .sleep(let moved):
            return moved
        case .deliver(let element, let consumer):
            consumer.resume(returning: .success(element))
            return nil
        case .park, .stop:
            return nil
        }
    }

    // MARK: - End

    @usableFromInline
    func finish() { end(machine.withLockMoving { $0.finish() }) }

    @usableFromInline
    func fail(_ error: Base.Failure) {
        let now = window.clock.now
        end(machine.withLockMoving { $0.fail(error, at: now) })
    }

    private func end(_ ending: consuming Machine.Ending?) {
        guard let ending else { return }
        ending.parked.consumer?.resume(returning: ending.result)
        ending.parked.puller?.resume(returning: false)
        ending.parked.sleeper?.resume(returning: nil)
    }
}
