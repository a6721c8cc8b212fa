/// The state machine of a debounced iteration under a lock, the continuations of its three parties, and its two loops.
///
/// Each operation runs one event of the state machine under the lock and acts on its result afterwards.
///
/// Everything on the path of an element is inlinable: the subject `sequence` of the benchmark `debounce` costs twice as much
/// where the types are not known at compile time.
@usableFromInline
final class DebounceStorage<Base: AsyncSequence & Sendable, C: Clock>: Sendable where Base.Element: Sendable {
    @usableFromInline typealias Consumer = UnsafeContinuation<Result<Base.Element?, Base.Failure>, Never>
    @usableFromInline typealias Puller = UnsafeContinuation<Bool, Never>
    @usableFromInline typealias Sleeper = UnsafeContinuation<C.Instant?, Never>
    @usableFromInline typealias Machine = DebounceStateMachine<
        Base.Element, Base.Failure, C.Instant, Consumer, Puller, Sleeper
    >

    @usableFromInline let machine = LockedField(Machine())
    @usableFromInline let parameters: DebounceParameters<C>

    @inlinable
    init(_ parameters: DebounceParameters<C>) {
        self.parameters = parameters
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
            let now = parameters.clock.now
            switch machine.withLock({ $0.next(for: consumer, at: now) }) {
            case .deliver(let element): consumer.resume(returning: .success(element))
            case .end(let failure?): consumer.resume(returning: .failure(failure))
            case .end(nil): consumer.resume(returning: .success(nil))
            case .wait(let puller): puller?.resume(returning: true)
            }
        }
    }

    @usableFromInline
    func cancel() {
        end { $0.cancel() }
    }

    // MARK: - Upstream

    @inlinable
    func pull(_ base: Base) async {
        do throws(Base.Failure) {
            var iterator = base.makeAsyncIterator()
            var isDemanded = await demand()
            while isDemanded {
                guard let element = try await iterator.next(isolation: #isolation) else { return finish() }
                let now = parameters.clock.now
                let due = now.advanced(by: parameters.interval)
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

    /// Waits until the consumer asks for an element; false when the iteration has ended.
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
        // A sleep that throws was cancelled, which ends the iteration. A clock that throws or wakes early for another reason
        // counts as having reached the deadline, so that the loop makes progress.
        try? await parameters.clock.sleep(until: deadline, tolerance: parameters.tolerance)
        let now = max(parameters.clock.now, deadline)
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
    func finish() { end { $0.finish() } }

    @usableFromInline
    func fail(_ error: Base.Failure) {
        let now = parameters.clock.now
        end { $0.fail(error, at: now) }
    }

    private func end(_ event: (inout Machine) -> Machine.Ending?) {
        var ended: Machine.Ending?
        machine.withLock { ended = event(&$0) }
        guard let ending = ended.take() else { return }
        ending.parked.consumer?.resume(returning: ending.result)
        ending.parked.puller?.resume(returning: false)
        ending.parked.sleeper?.resume(returning: nil)
    }
}
