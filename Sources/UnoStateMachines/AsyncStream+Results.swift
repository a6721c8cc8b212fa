internal import Synchronization
internal import UnoArchitecture

/// What `StateMachine.runIOEffect` may return: a stream of results, or one result or none.
public protocol IOEffectResults<IOResult> {
    /// A result of the effect.
    associatedtype IOResult

    /// Returns `results` as a stream.
    static func stream(of results: sending Self) -> AsyncStream<IOResult>
}

extension AsyncStream: IOEffectResults {
    /// Returns `results`.
    public static func stream(of results: sending AsyncStream) -> AsyncStream { results }
}

extension Optional: IOEffectResults {
    /// Returns a stream of the one result; without one, an empty stream.
    public static func stream(of results: sending Wrapped?) -> AsyncStream<Wrapped> {
        let (stream, continuation) = AsyncStream.makeStream(of: Wrapped.self)
        if let results { continuation.yield(results) }
        continuation.finish()
        return stream
    }
}

/// Streams of the results of an effect; see ``StateMachineTypes/IOResultStream``. Disfavoured: a program may declare these
/// names, too.
extension AsyncStream where Element: Sendable {
    /// Returns a stream of one element, the result of `work`.
    ///
    /// The work runs in the task that iterates the stream, starting with the iteration; cancelling that task cancels the
    /// work. An element returned after cancellation is dropped.
    @_disfavoredOverload
    public static func single(_ work: @escaping @Sendable () async -> Element) -> AsyncStream {
        let start = OneStart()
        return AsyncStream(unfolding: {
            guard start.isFirst() else { return nil }
            let element = await work()
            return Task.isCancelled ? nil : element
        })
    }

    /// Returns a stream of one element, which `element` makes from the value that `work` returns or the error that it
    /// throws.
    ///
    /// ```swift
    /// .single({ try await api.fact(number) }, as: { .fetched($0) })
    /// ```
    @_disfavoredOverload
    public static func single<Success, WorkFailure>(
        _ work: @escaping @Sendable () async throws(WorkFailure) -> Success,
        as element: @escaping @Sendable (Result<Success, WorkFailure>) -> Element
    ) -> AsyncStream {
        single {
            let result: Result<Success, WorkFailure>
            do throws(WorkFailure) {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            return element(result)
        }
    }

    /// Returns a stream of `elements`.
    @_disfavoredOverload
    public static func just(_ elements: Element...) -> AsyncStream {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    /// A stream without elements.
    @_disfavoredOverload
    public static var empty: AsyncStream { AsyncStream { $0.finish() } }
}

/// Returns true from the first call of `isFirst()` only.
private final class OneStart: Sendable {
    private let hasStarted = Atomic(false)

    func isFirst() -> Bool { !hasStarted.exchange(true, ordering: .relaxed) }
}
