internal import AsyncKit
internal import UnoArchitecture

/// Finds the host of a session's key, with the key's type out of sight.
struct HostFinder<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    typealias Found = (node: String, link: RuntimeLink<State, Action>)

    /// The host, as soon as there is one; nil when the latch opens or the task is cancelled.
    let find: @Sendable (Latch, _ pause: Duration) async -> Found?
    /// The node is about to leave.
    let leaves: @Sendable (String) -> Void
    /// Opened when the node is gone.
    let absence: @Sendable (String) -> Latch

    init<Key>(_ key: Key, in placement: Placement<Key, State, Action>) {
        find = { wake, pause in
            guard let found = await placement.host(for: key, or: wake, pause: pause) else { return nil }
            return (found.node, found.link.runtime(of: key))
        }
        leaves = { placement.leaves($0) }
        absence = { placement.absence(of: $0) }
    }
}

/// Where a session that follows its key is at home.
///
/// `unknown`, then `at`; from there `leaving` when the node is gone, and `unknown` when the host says that the key has moved, or
/// is lost.
enum SessionHome: Sendable {
    /// The next attempt to open a session finds the host.
    case unknown
    /// At this node. The latch is opened when the node is gone, and the id takes back what then happens.
    case at(String, absence: Latch, id: UInt64?)
    /// The node is gone. Its host may still say what became of the last actions.
    case leaving
}

extension SessionStorage {
    /// Finds the host if it is not known; false if the attempt to open a session ends here.
    func settle(_ finder: HostFinder<State, Action>, _ generation: UInt64) async -> Bool {
        if case .leaving = home {
            // The caller goes on in a new attempt.
            await takeLeave(generation)
            return false
        }
        guard case .unknown = home else { return true }
        let change = withMachine { $0.change }
        guard let found = await finder.find(change, options.retry) else {
            perform(withMachine { $0.notOpened(generation: generation) })
            return false
        }
        let absence = finder.absence(found.node)
        guard move(to: found, absence, generation) else { return false }
        let id = absence.whenOpen { [weak self] in self?.nodeIsGone(absence) }
        if stay(absence, id) { return true }
        if let id { absence.remove(id) }
        return false
    }

    /// Asks the host on a node that is gone what became of the last actions, once: it may have drained.
    private func takeLeave(_ generation: UInt64) async {
        var previous: OpenReply.Previous?
        let (hasBatch, session) = withMachine { ($0.hasUnsettledBatch, $0.previous) }
        if hasBatch, let session {
            let request = OpenRequest(replacing: session, key: OpenKey())
            switch await call({ try await $0.open(request) }) {
            case .reply(.moved(let told, _)): previous = told
            case .reply(.opened(let opening)):
                previous = opening.previous
                // It does not know that it is gone.
                letGo(opening.session, at: link)
            case .reply(.ended), .reply(.full), .reply(.failed), .failed: break
            case .changed, .cancelled:
                perform(withMachine { $0.notOpened(generation: generation) })
                return
            }
        }
        moved(previous, generation)
    }

    /// The node of the session's host is gone: calls under way are not awaited any longer.
    private func nodeIsGone(_ absence: Latch) {
        guard beginToLeave(absence) else { return }
        perform(withMachine { $0.reconnect() })
    }
}

/// Patterns match a latch by its identity.
func ~= (pattern: Latch, value: Latch) -> Bool { pattern === value }

extension RuntimeLink {
    /// Of a session that has not found its host.
    static var nowhere: Self {
        @Sendable func fail<Reply>() throws -> Reply { throw CancellationError() }
        return Self(
            open: { _ in try fail() }, close: { _ in try fail() }, deliver: { _ in try fail() },
            finish: { _, _, _ in try fail() }, cancel: { _, _ in try fail() }, states: { _ in try fail() },
            unsubscribe: { _, _ in try fail() }
        )
    }
}
