import Synchronization
import UnoArchitecture
import UnoDistributed
import UnoOperation

/// Hosts of one process, and a placement for each and for a client.
final class KeyCluster: HostDirectory {
    typealias Key = Int
    typealias State = Int
    typealias Action = Int

    struct Unknown: Error {}

    private let links = Mutex([String: GroupLink<Int, Int, Int>]())
    private let names: Set<String>
    private let made = Mutex((hosts: [GroupHost<Int, Int, Int>](), placements: [Placement<Int, Int, Int>]()))

    var hosts: [GroupHost<Int, Int, Int>] { made.withLock { $0.hosts } }
    /// The last one is the client's.
    var placements: [Placement<Int, Int, Int>] { made.withLock { $0.placements } }

    init(_ count: Int) {
        names = Set((0..<count).map { "node-\($0)" })
        let shelf = Shelf()
        let limits = HostLimits(sessions: 1 << 20)
        for name in names.sorted() {
            let placement = Placement(self)
            let host = GroupHost(Self.group(shelf), on: name, in: placement, limits: limits)
            links.withLock { $0[name] = GroupLink(host) }
            made.withLock {
                $0.hosts.append(host)
                $0.placements.append(placement)
            }
        }
        made.withLock { $0.placements.append(Placement(self)) }
    }

    func nodes() -> AsyncStream<Set<String>> {
        let names = names
        return AsyncStream { $0.yield(names) }
    }

    func host(on node: String) async throws -> GroupLink<Int, Int, Int> {
        guard let link = links.withLock({ $0[node] }) else { throw Unknown() }
        return link
    }

    /// Sessions of the client, one a key.
    func sessions(_ count: Int) -> [RemoteSession<Int, Int>] {
        let placement = placements.last!
        return (0..<count).map { RemoteSession(resolving: $0, in: placement) }
    }

    static func group(_ shelf: Shelf) -> RuntimeGroup<Int, Int, Int> {
        let fence = Fence<Int, Int, Int>(shelf)
        return RuntimeGroup(
            save: { await fence.save($1, of: $0) },
            make: { key in try await fence.make(key) { Runtime(Sum(start: $0 ?? 0), mailbox: .unbounded) } }
        )
    }

    func end() async {
        for host in hosts { host.end() }
        links.withLock { $0 = [:] }
        made.withLock { $0 = ([], []) }
    }
}

/// A store in memory.
final class Shelf: FencedStore {
    private let rows = Mutex([Int: (state: Int?, token: UInt64)]())

    func claim(_ key: Int) async throws -> (state: Int?, token: UInt64) {
        rows.withLock { rows in
            let row = rows[key] ?? (nil, 0)
            rows[key] = (row.state, row.token + 1)
            return (row.state, row.token + 1)
        }
    }

    func save(_ state: Int, of key: Int, token: UInt64) async -> Bool {
        rows.withLock { rows in
            guard let row = rows[key], row.token == token else { return false }
            rows[key] = (state, token)
            return true
        }
    }
}

private struct Sum: Interactor {
    let start: Int

    var body: some Interactor<Int, Int> {
        Interact(initialValue: start) { state, action in
            state += action
            return .state
        }
    }
}
