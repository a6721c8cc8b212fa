import UnoArchitecture

/// Where a query is answered: a runtime, or the runtime of a key in a group.
protocol QueryHost: Sendable {
    func deliver(_ action: SearchAction) async throws -> EventTask
    func currentState() async throws -> SearchState?
}

extension Runtime: QueryHost where State == SearchState, Action == SearchAction {
    nonisolated func deliver(_ action: SearchAction) async throws -> EventTask {
        await deliver(action, note: nil)
    }

    nonisolated func currentState() async -> SearchState? { await state }
}

/// The runtime of a key in a group.
struct GroupMember: QueryHost {
    let group: RuntimeGroup<Int, SearchState, SearchAction>
    let key: Int

    func deliver(_ action: SearchAction) async throws -> EventTask { try await group.deliver(action, to: key) }
    func currentState() async throws -> SearchState? { try await group.state(of: key) }
}
