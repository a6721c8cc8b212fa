public import AsyncKit

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Emits the latest element of every burst, once nothing has followed it for `interval` on `clock`.
    ///
    /// ```swift
    /// for await text in typed.debounce(for: .milliseconds(300), clock: clock) { await search(text) }
    /// ```
    ///
    /// See ``DebouncedSequence`` for ordering, buffering, time and cancellation.
    @inlinable
    public func debounce<C: Clock>(
        for interval: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) -> DebouncedSequence<Self, C> {
        DebouncedSequence(self, DebounceParameters(interval: interval, tolerance: tolerance, clock: clock))
    }

    /// Emits the latest element of every burst, once nothing has followed it for `interval` on a clock of any type.
    @_disfavoredOverload
    @inlinable
    public func debounce(
        for interval: Duration,
        tolerance: Duration? = nil,
        clock: any Clock<Duration>
    ) -> DebouncedSequence<Self, AnyClock<Duration>> {
        debounce(for: interval, tolerance: tolerance, clock: AnyClock(clock))
    }
}

/// A sequence that emits the latest element of every burst, once nothing has followed it for an interval.
///
/// It debounces a stream, for instance inside a stream transformer; a part of a graph is debounced by
/// ``Interactors/Debounce``.
///
/// Behavior:
/// - *Ordering*: elements keep the order of the upstream. An interval of zero or less passes every element through.
/// - *Time*: the window of an element begins when the upstream returns it. An element whose window is over is delivered before
///   whatever the upstream produces next, an error included, even if the task that sleeps has not been scheduled: the end of
///   a window depends on the clock alone.
/// - *Buffering*: the upstream is pulled only while the consumer waits. At most one element is held: the latest one of an open
///   window, or one whose window ended before the consumer asked.
/// - *Lagging consumers*: elements that are produced while the consumer is busy stay in the upstream. When the consumer asks
///   again, they arrive in one burst, and it gets the last of them one interval later: the upstream does not say when it
///   produced them, and pulling them ahead of the consumer would need a buffer without a limit.
/// - *Clocks*: a clock that wakes early, or throws without having been cancelled, counts as having reached the deadline. An
///   interval of more than a century counts as a century, so that no clock overflows.
/// - *Finish*: a pending element is delivered at once, then the sequence finishes.
/// - *Errors*: a pending element is dropped, unless its window is over, and the error is thrown once.
/// - *Cancellation*: cancelling the task that iterates makes `next()` return nil at once, drops a pending element and cancels
///   the upstream. In a task that is cancelled before its first `next()`, the upstream is not touched.
/// - *Lifetime*: an iteration owns one task that pulls the upstream and one that sleeps, whatever the number of elements; both
///   are cancelled when it ends or its iterator is released. An upstream that ignores cancellation keeps its task until it
///   returns; the consumer does not wait for it.
public struct DebouncedSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable {
    /// The elements of the upstream.
    public typealias Element = Base.Element
    /// The errors of the upstream.
    public typealias Failure = Base.Failure

    @usableFromInline let base: Base
    @usableFromInline let parameters: DebounceParameters<C>

    @inlinable
    init(_ base: Base, _ parameters: DebounceParameters<C>) {
        self.base = base
        self.parameters = parameters
    }

    /// Makes an iterator; each iterator debounces the upstream on its own.
    @inlinable
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            phase: parameters.interval > .zero ? .new(base, parameters) : .passingThrough(base.makeAsyncIterator())
        )
    }

    /// Pulls the upstream when it is asked for an element.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        enum Phase {
            /// No element has been asked for. Next: `running` or `ended`.
            case new(Base, DebounceParameters<C>)
            /// The tasks may run. Final.
            case running(DebounceIteration<Base, C>)
            /// There is no interval to wait for. Final.
            case passingThrough(Base.AsyncIterator)
            /// Cancelled before the first request. Final.
            case ended
        }

        @usableFromInline var phase: Phase

        @inlinable
        init(phase: Phase) {
            self.phase = phase
        }

        /// The next element, once nothing has followed it for the interval; nil when the upstream has finished or the task is
        /// cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Element? {
            switch phase {
            case .new(let base, let parameters):
                guard !Task.isCancelled else {
                    phase = .ended
                    return nil
                }
                let iteration = DebounceIteration(base, parameters)
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

        /// The next element, as ``next(isolation:)`` returns it in the isolation of the caller.
        @inlinable
        public mutating func next() async throws(Base.Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}
