internal import Synchronization

extension AsyncStream where Element: Sendable {
    /// The result of `work`, and then the end.
    ///
    /// The work runs in the task that iterates the stream, and not before it does; cancelling that task cancels it.
    /// What it returns after having been cancelled is dropped.
    public static func single(_ work: @escaping @Sendable () async -> Element) -> AsyncStream {
        let start = OneStart()
        return AsyncStream(unfolding: {
            guard start.isFirst() else { return nil }
            let element = await work()
            return Task.isCancelled ? nil : element
        })
    }

    /// What `work` returns or throws, as `element` makes it a result, and then the end.
    ///
    /// ```swift
    /// .single({ try await api.fact(number) }, as: { .fetched($0) })
    /// ```
    public static func single<Success, Failure>(
        _ work: @escaping @Sendable () async throws(Failure) -> Success,
        as element: @escaping @Sendable (Result<Success, Failure>) -> Element
    ) -> AsyncStream {
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
    public static func just(_ elements: Element...) -> AsyncStream {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    /// The end.
    public static var empty: AsyncStream { AsyncStream { $0.finish() } }
}

/// Tells the first who asks from all others.
private final class OneStart: Sendable {
    private let isOver = Atomic(false)

    func isFirst() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
