extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Emits the latest element of every burst, once nothing has followed it for `interval`.
    ///
    /// See ``AsyncDebounceSequence`` for what it promises. Disfavoured, as the library's public `debounce` is to be
    /// chosen where both are seen.
    @_disfavoredOverload
    @inlinable
    package func debounce<C: Clock>(
        for interval: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C
    ) -> AsyncDebounceSequence<Self, C> {
        AsyncDebounceSequence(self, window: DebounceParameters(interval: interval, tolerance: tolerance, clock: clock))
    }

    /// Emits the latest element of every burst, once nothing has followed it for `interval` on the continuous clock.
    @_disfavoredOverload
    @inlinable
    package func debounce(
        for interval: Duration,
        tolerance: Duration? = nil
    ) -> AsyncDebounceSequence<Self, ContinuousClock> {
        debounce(for: interval, tolerance: tolerance, clock: .continuous)
    }
}

/// A sequence that emits the latest element of every burst, once nothing has followed it for an interval.
///
/// *Behavior*
/// - **Ordering.** Elements keep the order of the upstream. An interval of zero or less passes everything through.
/// - **Time.** The window of an element begins when the upstream hands it over. An element whose window is over is
///   delivered before whatever the upstream produces next, an error included, even if the task that sleeps has had no
///   chance to wake: the end of a window depends on the clock alone.
/// - **Buffering.** The upstream is pulled only while the consumer waits. At most one element is held: the latest one
///   of an open window, or one whose window ended before the consumer asked.
/// - **Lagging consumers.** What the upstream produces while the consumer is busy stays in the upstream. When the
///   consumer asks again, those elements arrive in one burst, and it gets the last of them, one interval later, whatever
///   time lay between them. The upstream does not say when it produced an element, and pulling it ahead of the consumer
///   would need a buffer without a limit.
/// - **Finish.** A pending element is delivered at once, then the sequence finishes.
/// - **Errors.** A pending element is dropped, unless its window is over, and the error is rethrown, once.
/// - **Clocks.** A clock that wakes early, or throws without having been cancelled, is taken to have reached the deadline.
///   An interval of more than a century is a century, so that no clock overflows: its element waits for the finish.
/// - **Cancellation.** Cancelling the task that iterates makes `next()` return nil at once, drops a pending element and
///   cancels the upstream. Cancelled before its first `next()`, the iteration does not touch the upstream.
/// - **Lifetime.** An iteration owns one task that pulls the upstream and one that sleeps, whatever the number of
///   elements; both are cancelled when it ends or its iterator is dropped. An upstream that ignores cancellation keeps
///   its task until it returns; nobody waits for it.
@usableFromInline
package struct AsyncDebounceSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable {
    @usableFromInline package typealias Element = Base.Element
    @usableFromInline package typealias Failure = Base.Failure

    @usableFromInline let base: Base
    @usableFromInline let window: DebounceParameters<C>

    @inlinable
    init(_ base: Base, window: DebounceParameters<C>) {
        self.base = base
        self.window = window
    }

    @inlinable
    package func makeAsyncIterator() -> Iterator {
        Iterator(phase: window.interval > .zero ? .new(base, window) : .passingThrough(base.makeAsyncIterator()))
    }

    @usableFromInline
    package struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        enum Phase {
            /// Nothing has been asked for. May become `running` or `ended`.
            case new(Base, DebounceParameters<C>)
            /// The tasks may run. Stays.
            case running(DebounceIteration<Base, C>)
            /// There is no interval to wait for. Stays.
            case passingThrough(Base.AsyncIterator)
            /// Cancelled before it began. Stays.
            case ended
        }

        @usableFromInline var phase: Phase

        @inlinable
        init(phase: Phase) {
            self.phase = phase
        }

        @inlinable
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Element? {
            switch phase {
            case .new(let base, let window):
                guard !Task.isCancelled else {
                    phase = .ended
                    return nil
                }
                let iteration = DebounceIteration(base, window: window)
                phase = .running(iteration)
                return try await iteration.next()
            case .running(let iteration):
                return try await iteration.next()
            case .passingThrough(var iterator):
                defer { phase = .passingThrough(iterator) }
                return try await iterator.next(isolation: actor)
            case .ended:
                return nil
            }
        }

        @inlinable
        package mutating func next() async throws(Base.Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}
