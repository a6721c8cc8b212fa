internal import UnoAsync

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Emits the latest element of every burst, once nothing has followed it for `interval` on `clock`.
    ///
    /// See ``DebouncedSequence`` for what it promises.
    public func debounce<C: Clock>(
        for interval: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C
    ) -> DebouncedSequence<Self, C> {
        let elements: AsyncDebounceSequence<Self, C> = debounce(for: interval, tolerance: tolerance, clock: clock)
        return DebouncedSequence(elements)
    }

    /// Emits the latest element of every burst, once nothing has followed it for `interval` on the continuous clock.
    public func debounce(
        for interval: Duration,
        tolerance: Duration? = nil
    ) -> DebouncedSequence<Self, ContinuousClock> {
        debounce(for: interval, tolerance: tolerance, clock: .continuous)
    }

    /// The form for a clock whose type is not known.
    @_disfavoredOverload
    public func debounce(
        for interval: Duration,
        tolerance: Duration? = nil,
        clock: any Clock<Duration>
    ) -> DebouncedSequence<Self, AnyClock> {
        debounce(for: interval, tolerance: tolerance, clock: AnyClock(clock))
    }
}

/// A sequence that emits the latest element of every burst, once nothing has followed it for an interval.
///
/// It debounces a stream, as inside a stream transformer; a part of a graph is debounced by ``Interactors/Debounce``.
///
/// Behavior:
/// - *Ordering*: elements keep the order of the upstream. An interval of zero or less passes everything through.
/// - *Time*: the window of an element begins when the upstream hands it over. An element whose window is over is
///   delivered before whatever the upstream produces next.
/// - *Buffering*: the upstream is pulled only while the consumer waits. At most one element is held.
/// - *Lagging consumers*: what the upstream produces while the consumer is busy stays in the upstream. When the consumer
///   asks again, those elements arrive in one burst, and it gets the last of them, one interval later: the upstream does
///   not say when it produced them, and pulling them ahead of the consumer would need a buffer without a limit.
/// - *Clocks*: a clock that wakes early, or throws without having been cancelled, is taken to have reached the deadline.
///   An interval of more than a century is a century, which no clock is asked to exceed.
/// - *Finish*: a pending element is delivered at once, then the sequence finishes.
/// - *Errors*: a pending element is dropped, unless its window is over, and the error is rethrown, once.
/// - *Cancellation*: cancelling the task that iterates makes `next()` return nil at once, drops a pending element and
///   cancels the upstream.
/// - *Lifetime*: an iteration owns one task that pulls the upstream and one that sleeps, whatever the number of
///   elements; both are cancelled when it ends or its iterator is released.
public struct DebouncedSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    private let elements: AsyncDebounceSequence<Base, C>

    init(_ elements: AsyncDebounceSequence<Base, C>) {
        self.elements = elements
    }

    public func makeAsyncIterator() -> Iterator { Iterator(elements: elements.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncDebounceSequence<Base, C>.Iterator

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Element? {
            try await elements.next(isolation: actor)
        }

        public mutating func next() async throws(Base.Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}
