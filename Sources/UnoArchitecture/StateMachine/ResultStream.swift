internal import Synchronization

/// The results of one effect of a state machine; inside a machine, `IOResultStream`.
///
/// Made of a piece of work, ``single(_:)``, of values, ``just(_:)``, or of an `AsyncStream`. Like that one it is for one
/// consumer: the task of the effect, whose cancellation ends the stream.
public struct ResultStream<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    private let stream: AsyncStream<Element>

    /// The elements of `stream`.
    public init(_ stream: AsyncStream<Element>) {
        self.stream = stream
    }

    /// What `build` yields, now or later, until it finishes the stream; see `AsyncStream`.
    public init(
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
        _ build: (AsyncStream<Element>.Continuation) -> Void
    ) {
        self.init(AsyncStream(bufferingPolicy: bufferingPolicy, build))
    }

    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { stream.makeAsyncIterator() }

    /// The result of `work`, and then the end.
    ///
    /// The work runs in the task that iterates the stream, and not before it does; cancelling that task cancels it.
    /// What it returns after having been cancelled is dropped.
    public static func single(_ work: @escaping @Sendable () async -> Element) -> ResultStream {
        let start = OneStart()
        return ResultStream(
            AsyncStream(unfolding: {
                guard start.isFirst() else { return nil }
                let element = await work()
                return Task.isCancelled ? nil : element
            })
        )
    }

    /// What `work` returns or throws, as `element` makes it a result, and then the end.
    ///
    /// ```swift
    /// .single({ try await api.fact(number) }, as: { .fetched($0) })
    /// ```
    public static func single<Success, Failure>(
        _ work: @escaping @Sendable () async throws(Failure) -> Success,
        as element: @escaping @Sendable (Result<Success, Failure>) -> Element
    ) -> ResultStream {
        single {
            let result: Result<Success, Failure>
            do throws(Failure) {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            return element(result)
        }
    }

    /// These elements, and then the end.
    public static func just(_ elements: Element...) -> ResultStream {
        ResultStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    /// The end.
    public static var empty: ResultStream { ResultStream { $0.finish() } }
}

/// Tells the first who asks from all others.
private final class OneStart: Sendable {
    private let isOver = Atomic(false)

    func isFirst() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
