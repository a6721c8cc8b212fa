import Synchronization
import UnoTesting

@testable import UnoDistributed

/// The store of a cluster: it keeps states with tokens, and writes down what must not happen.
final class Ledger: Sendable {
    typealias State = Journal.DomainState

    private struct Row: Sendable {
        var state: State?
        var token: UInt64 = 0
        /// The node with the last claim.
        var owner: Int?
        /// The claims that have neither been saved nor been written off, by token.
        var open: [UInt64: Int] = [:]
    }

    private struct Contents: Sendable {
        var rows: [String: Row] = [:]
        var refused = 0
        var saves = 0
        /// Claims of a key whose former runtime had not been saved, and actions that were handled at a node after another one
        /// had claimed their key.
        var overlaps: [String] = []
        var dead: Set<Int> = []
    }

    private let contents = Mutex(Contents())
    let network: HostileNetwork

    init(_ network: HostileNetwork) { self.network = network }

    var refused: Int { contents.withLock { $0.refused } }
    var saves: Int { contents.withLock { $0.saves } }
    var overlaps: [String] { contents.withLock { $0.overlaps } }
    func state(of key: String) -> State? { contents.withLock { $0.rows[key]?.state } }

    /// The node has ended: its claims are not to be saved.
    func bury(_ node: Int) { contents.withLock { _ = $0.dead.insert(node) } }

    func claim(_ key: String, by node: Int) -> (state: State?, token: UInt64) {
        contents.withLock { contents in
            var row = contents.rows[key] ?? Row()
            row.open = row.open.filter { !contents.dead.contains($0.value) }
            if let (token, owner) = row.open.first {
                contents.overlaps.append("node \(node) claims \(key), and node \(owner) has it with token \(token)")
            }
            (row.token, row.owner) = (row.token + 1, node)
            row.open[row.token] = node
            contents.rows[key] = row
            return (row.state, row.token)
        }
    }

    /// The claims of the node up to `token` led to nothing that is left; the latest if there is none.
    func writeOff(_ key: String, by node: Int, upTo token: UInt64? = nil) {
        contents.withLock { contents in
            guard var row = contents.rows[key] else { return }
            row.open = row.open.filter { $0.value != node || $0.key > token ?? row.token }
            contents.rows[key] = row
        }
    }

    func token(of key: String) -> UInt64 { contents.withLock { $0.rows[key]?.token ?? 0 } }

    /// A runtime of the key handles an action at the node.
    func handle(_ key: String, at node: Int) {
        contents.withLock { contents in
            guard let owner = contents.rows[key]?.owner, owner != node, !contents.dead.contains(node) else { return }
            contents.overlaps.append("node \(node) handles an action for \(key), and node \(owner) has claimed it")
        }
    }

    func save(_ state: State, of key: String, token: UInt64, by node: Int) -> Bool {
        contents.withLock { contents in
            guard !contents.dead.contains(node), let row = contents.rows[key] else { return false }
            contents.rows[key]?.open[token] = nil
            guard token == row.token else {
                contents.refused += 1
                return false
            }
            contents.rows[key]?.state = state
            contents.saves += 1
            return true
        }
    }
}

/// A claim that has led to a runtime. The runtime holds it: a group may let go of one that it has made and not used, and then there
/// is nothing to save.
final class LedgerClaim: Sendable {
    private let ledger: Ledger
    private let key: String
    private let node: Int
    private let token: UInt64

    init(_ ledger: Ledger, _ key: String, by node: Int) {
        (self.ledger, self.key, self.node, token) = (ledger, key, node, ledger.token(of: key))
    }

    deinit { ledger.writeOff(key, by: node, upTo: token) }

    func handle() { ledger.handle(key, at: node) }
}

/// A ``Ledger`` as one node reaches it.
struct LedgerLine: FencedStore {
    let ledger: Ledger
    let node: Int
    /// How long a claim or a save takes.
    let delay: Duration

    private func pass() async {
        if delay > .zero { try? await ledger.network.clock.sleep(for: delay) }
        await ledger.network.thaw(node)
    }

    func claim(_ key: String) async throws -> (state: Journal.DomainState?, token: UInt64) {
        await pass()
        return ledger.claim(key, by: node)
    }

    func save(_ state: Journal.DomainState, of key: String, token: UInt64) async -> Bool {
        await pass()
        return ledger.save(state, of: key, token: token, by: node)
    }
}
