import UnoArchitecture
import UnoOperation

/// Where a query is answered: a runtime, the runtime of a key in a group, or a runtime of another process.
protocol QueryHost: Sendable {
    /// Returns when everything that `action` has led to has ended.
    func perform(_ action: SearchAction) async throws
    func currentState() async throws -> SearchState?
}

extension QueryHost {
    /// The answer to a query. It is asked again, which does no harm, when it was interrupted.
    func answer(to query: String, formatter: ReportFormatter) async throws -> QueryAnswer {
        while true {
            do {
                return try await QueryAnswer(to: query, from: self, formatter: formatter)
            } catch is QueryAnswer.Interrupted {
                try Task.checkCancellation()
            }
        }
    }
}

extension Runtime: QueryHost where State == SearchState, Action == SearchAction {
    nonisolated func perform(_ action: SearchAction) async { await deliver(action).finish() }

    nonisolated func currentState() async -> SearchState? { await state }
}

/// The runtime of a key in a group.
struct GroupMember: QueryHost {
    let group: RuntimeGroup<Int, SearchState, SearchAction>
    let key: Int

    /// Returns as well when the task is cancelled, even if a handler never does; the event is then cancelled.
    func perform(_ action: SearchAction) async throws {
        let event = try await group.deliver(action, to: key)
        // Not `finish()`, which a handler that blocks keeps from being cancelled.
        if await !event.waitUntilOver() { event.cancel() }
    }

    func currentState() async throws -> SearchState? { try await group.state(of: key) }
}
