public import UnoAsync

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Emits the latest element of every burst after a pause of `interval` on `clock`.
    ///
    /// See ``DebouncedSequence`` for its behavior.
    public func debounce<C: Clock>(
        for interval: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C
    ) -> DebouncedSequence<Self, C> {
        DebouncedSequence(self, DebounceParameters(interval: interval, tolerance: tolerance, clock: clock))
    }

    /// Emits the latest element of every burst after a pause of `interval` on the continuous clock.
    ///
    /// See ``DebouncedSequence`` for its behavior.
    public func debounce(
        for interval: Duration,
        tolerance: Duration? = nil
    ) -> DebouncedSequence<Self, ContinuousClock> {
        debounce(for: interval, tolerance: tolerance, clock: .continuous)
    }

    /// Emits the latest element of every burst after a pause of `interval` on a clock of unknown type.
    ///
    /// See ``DebouncedSequence`` for its behavior.
    @_disfavoredOverload
    @inlinable
    public func debounce(
        for interval: Duration,
        tolerance: Duration? = nil,
        clock: any Clock<Duration>
    ) -> DebouncedSequence<Self, AnyClock> {
        debounce(for: interval, tolerance: tolerance, clock: AnyClock(clock))
    }
}

/// A sequence that emits the latest element of every burst once no other element has followed it for an interval.
///
/// Debounces a stream, for instance inside a stream transformer. ``DebounceInteractor`` debounces a part of a graph.
///
/// Behavior:
/// - *Ordering*: elements keep the order of the upstream. An interval of zero or less passes everything through.
/// - *Time*: the window of an element begins when the upstream delivers it. An element whose window is over is
///   delivered before the next element of the upstream.
/// - *Buffering*: the upstream is pulled only while the consumer waits. At most one element is held.
/// - *Lagging consumers*: elements that the upstream produces while the consumer is busy stay in the upstream. When the
///   consumer asks again, they arrive in one burst, and the consumer gets the last one, one interval later: the
///   upstream does not tell when it produced them, and pulling them ahead of the consumer would need an unbounded
///   buffer.
/// - *Clocks*: a clock that wakes early, or throws without having been cancelled, counts as having reached the
///   deadline. An interval of more than a century counts as a century; no clock is asked for more.
/// - *Finish*: a pending element is delivered at once, then the sequence finishes.
/// - *Errors*: a pending element is dropped, unless its window is over, and the error is thrown once.
/// - *Cancellation*: cancelling the task that iterates makes `next()` return nil at once, drops a pending element and cancels
///   the upstream. In a task that is cancelled before its first `next()`, the upstream is not touched.
/// - *Lifetime*: an iteration owns one task that pulls the upstream and one that sleeps, whatever the number of elements; both
///   are cancelled when it ends or its iterator is released. An upstream that ignores cancellation keeps its task until it
///   returns; the consumer does not wait for it.
public struct DebouncedSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable {
    /// The elements of the base sequence.
    public typealias Element = Base.Element
    /// The error of the base sequence.
    public typealias Failure = Base.Failure

    @usableFromInline let base: Base
    @usableFromInline let parameters: DebounceParameters<C>

    @inlinable
    init(_ base: Base, _ parameters: DebounceParameters<C>) {
        self.base = base
        self.parameters = parameters
    }

    /// Makes an iterator, which pulls the base sequence independently of other iterators.
    public func makeAsyncIterator() -> Iterator { Iterator(elements: elements.makeAsyncIterator()) }

    /// Iterates over the debounced elements.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncDebounceSequence<Base, C>.Iterator

        /// Returns the next debounced element; nil at the end of the base sequence or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Element? {
            try await elements.next(isolation: actor)
        }

        /// Returns the next debounced element; nil at the end of the base sequence or when the task is cancelled.
        public mutating func next() async throws(Base.Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}
