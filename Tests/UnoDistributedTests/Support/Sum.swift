import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

typealias SumGroup = RuntimeGroup<String, Int, Int>
typealias SumLink = GroupLink<String, Int, Int>

/// Adds up what it is sent.
func sum(on executor: ControlledExecutor) -> Runtime<Int, Int> {
    let sum = Interact<Int, Int>(initialValue: 0) { state, action in
        state += action
        return .state
    }
    return Runtime(sum, executor: .on(executor))
}

/// A directory whose views, and whose hosts, a test makes.
struct SumDirectory: HostDirectory {
    let views = AsyncStream.makeStream(of: Set<String>.self)
    var find: @Sendable (String) async throws -> SumLink = { _ in throw CancellationError() }

    var see: AsyncStream<Set<String>>.Continuation { views.continuation }

    func nodes() -> AsyncStream<Set<String>> { views.stream }
    func host(on node: String) async throws -> SumLink { try await find(node) }
}
