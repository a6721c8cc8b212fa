internal import Synchronization

/// The results of one effect of a state machine; inside a machine, `IOResultStream`.
///
/// Made from an async function, ``single(_:)``, from values, ``just(_:)``, or from an `AsyncStream`. Like an `AsyncStream` it
/// has a single consumer, the effect's task; cancelling that task ends the stream.
public struct ResultStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The stream does not fail.
    public typealias Failure = Never

    private let stream: AsyncStream<Element>

    /// Makes a stream of the elements of `stream`.
    public init(_ stream: AsyncStream<Element>) {
        self.stream = stream
    }

    /// Makes a stream of the elements that `build` yields, at once or later, until it finishes the continuation; see
    /// `AsyncStream`.
    public init(
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
        _ build: (AsyncStream<Element>.Continuation) -> Void
    ) {
        self.init(AsyncStream(bufferingPolicy: bufferingPolicy, build))
    }

    /// Makes an iterator; the stream has one consumer.
    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { stream.makeAsyncIterator() }

    /// Returns a stream of one element, the result of `work`.
    ///
    /// The work runs in the task that iterates the stream, starting with the iteration; cancelling that task cancels the
    /// work. An element returned after cancellation is dropped.
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

    /// Returns a stream of one element, which `element` makes from the value that `work` returns or the error that it
    /// throws.
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

    /// Returns a stream of `elements`.
    public static func just(_ elements: Element...) -> ResultStream {
        ResultStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    /// A stream without elements.
    public static var empty: ResultStream { ResultStream { $0.finish() } }
}

/// Returns true from the first call of `isFirst()` only.
private final class OneStart: Sendable {
    private let hasStarted = Atomic(false)

    func isFirst() -> Bool { !hasStarted.exchange(true, ordering: .relaxed) }
}
