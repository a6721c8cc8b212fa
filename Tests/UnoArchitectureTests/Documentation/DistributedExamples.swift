import Distributed
import Foundation
import Synchronization
import UnoArchitecture
import UnoDistributed
import UnoOperation

// The code of the article "Distributed", compiled as it stands there; `ArticleTests` holds the two together.

struct Stock: Interactor {
    struct DomainState: Sendable, Codable, Equatable {
        var counts: [String: Int] = [:]
        var isOrdered = false
    }

    enum Action: Sendable, Codable {
        case put(String, count: Int)
        case order
    }

    var initialStock = DomainState()
    let order: @Sendable ([String: Int]) async -> Bool

    var body: some InteractorOf<Self> {
        Interact(initialValue: initialStock) { [order] stock, action in
            switch action {
            case .put(let item, let count):
                stock.counts[item, default: 0] += count
                return .state
            case .order:
                let counts = stock.counts
                return .perform(id: "order") { _, send in
                    let isOrdered = await order(counts)
                    await send { $0.isOrdered = isOrdered }
                }
            }
        }
    }
}

typealias RemoteStock<System: DistributedActorSystem<any Codable>> = RemoteRuntime<
    Stock.DomainState, Stock.Action, System
>

typealias StockSession = RemoteSession<Stock.DomainState, Stock.Action>

func host<System: DistributedActorSystem<any Codable>>(
    _ runtime: Runtime<Stock.DomainState, Stock.Action>,
    on system: System
) -> (RuntimeHost<Stock.DomainState, Stock.Action>, RemoteStock<System>) {
    let host = RuntimeHost(runtime, limits: HostLimits(lease: .seconds(30), stall: .seconds(10)))
    let remote = RemoteRuntime(host, actorSystem: system)
    return (host, remote)
}

func use<System: DistributedActorSystem<any Codable>>(_ remote: RemoteStock<System>) async -> RemoteOutcome {
    let session = RemoteSession(remote)
    for item in ["tea", "milk"] { session.send(.put(item, count: 2)) }
    let order = await session.deliver(.order)
    await order.finish()
    let outcome = order.outcome
    session.end()
    return outcome
}

func follow(_ session: StockSession, show: (Stock.DomainState) -> Void, warn: (String) -> Void) async {
    for await update in session.numberedStates(.bounded(16)) {
        if update.isGap { warn("changes may be missing before \(update.number)") }
        show(update.state)
    }
}

func shops(
    _ store: some FencedStore<String, Stock.DomainState>,
    _ order: @escaping @Sendable ([String: Int]) async -> Bool
) -> GroupHost<String, Stock.DomainState, Stock.Action> {
    let fence = Fence<String, Stock.DomainState, Stock.Action>(store)
    let stocks = RuntimeGroup(
        passivateAfter: .seconds(60),
        save: { await fence.save($1, of: $0) },
        make: { shop in
            try await fence.make(shop) { Runtime(Stock(initialStock: $0 ?? .init(), order: order)) }
        }
    )
    let host = GroupHost(stocks)
    return host
}

struct JSONText: WireCoding {
    func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

func hosts(
    _ runtime: Runtime<Stock.DomainState, Stock.Action>,
    on system: some DistributedActorSystem<any Codable>
) -> RemoteStock<some DistributedActorSystem<any Codable>> {
    let limits = HostLimits(bytes: 262_144, batchBytes: 524_288)
    let host = RuntimeHost(runtime, coding: JSONText(), limits: limits)
    return RemoteRuntime(host, actorSystem: system)
}

func connectToLarge<System: DistributedActorSystem<any Codable>>(_ remote: RemoteStock<System>) -> StockSession {
    let link = RuntimeLink(remote, coding: JSONText())
    let session = RemoteSession(link, options: SessionOptions(batchBytes: 32_768))
    return session
}

func mirror(_ session: StockSession) -> Runtime<Stock.DomainState, Stock.Action> {
    let runtime = Runtime(Interactors.Remote(session))
    return runtime
}

func isDelivered(_ task: RemoteEventTask) async -> Bool? {
    switch await task.decision() {
    case .decided(.accepted), .decided(.effectsCancelled): true
    case .decided(.rejected), .decided(.cancelled), .unsendable: false
    case .undecided, .unknown: nil
    }
}

/// What an engine throws if its encoder or its decoder has thrown, in its own process.
struct EngineError: Error {}

/// What an engine throws if the other side has thrown.
struct RemoteFailure: Error {
    let message: String
}

/// What an engine throws if no reply has come in time.
struct EngineTimeout: Error {}

func connect<System: DistributedActorSystem<any Codable>>(_ remote: RemoteStock<System>) -> StockSession {
    let link = RuntimeLink(remote) { error in
        switch error {
        case is EngineError: .final
        case let error as RemoteFailure where error.message.contains("EngineError"): .final
        case is EngineTimeout: .transient
        default: CallFailure(error)
        }
    }
    let session = RemoteSession(link)
    return session
}

func moved<System: DistributedActorSystem<any Codable>>(_ session: StockSession, to other: RemoteStock<System>) {
    session.hostEnded()
    session.reconnect(to: other)
}

// MARK: On a cluster

typealias RemoteStocks = RemoteGroup<String, Stock.DomainState, Stock.Action, ClusterSystem>

extension DistributedReception.Key where Guest == RemoteStocks {
    static var stocks: Self { "stocks" }
}

extension Cluster.Node {
    // Of this process: one that is started again on the port has another `nid`.
    var name: String { "\(host):\(port)/\(nid)" }
}

final class StockDirectory: HostDirectory {
    typealias Key = String
    typealias State = Stock.DomainState
    typealias Action = Stock.Action

    struct UnknownNode: Error {}

    private struct Contents: Sendable {
        var up: Set<String> = []
        var hosts: [String: RemoteStocks] = [:]
        var views: [AsyncStream<Set<String>>.Continuation] = []
    }

    private let contents = Mutex(Contents())

    // Follows the membership and the receptionist, until it is cancelled.
    func follow(_ system: ClusterSystem) async {
        await withTaskGroup { group in
            group.addTask {
                var membership = Cluster.Membership.empty
                for await event in system.cluster.events {
                    try? membership.apply(event: event)
                    let up = membership.members(withStatus: .up)
                    let reachable = up.filter { $0.reachability == .reachable }
                    // Less than half of the nodes must not go on by themselves.
                    let names = reachable.count * 2 > up.count ? Set(up.map(\.node.name)) : []
                    let down = Set(membership.members(withStatus: .down).map(\.node.name))
                    self.change { contents in
                        contents.up = names
                        contents.hosts = contents.hosts.filter { !down.contains($0.key) }
                    }
                }
            }
            group.addTask {
                for await remote in await system.receptionist.listing(of: .stocks) {
                    self.change { $0.hosts[remote.id.node.name] = remote }
                }
            }
        }
    }

    private func change(_ body: @Sendable (inout Contents) -> Void) {
        contents.withLock { contents in
            body(&contents)
            let names = contents.up.intersection(contents.hosts.keys)
            for view in contents.views { view.yield(names) }
        }
    }

    func nodes() -> AsyncStream<Set<String>> {
        let (stream, view) = AsyncStream.makeStream(of: Set<String>.self, bufferingPolicy: .bufferingNewest(1))
        contents.withLock { $0.views.append(view) }
        change { _ in }
        return stream
    }

    func host(on node: String) async throws -> GroupLink<String, State, Action> {
        guard let remote = contents.withLock({ $0.hosts[node] }) else { throw UnknownNode() }
        return GroupLink(remote) { error in
            switch error {
            case is SerializationError: .final
            case let error as GenericRemoteCallError where error.message.contains("SerializationError"): .final
            case is RemoteCallError: .transient
            default: CallFailure(error)
            }
        }
    }
}

func serve(
    _ stocks: RuntimeGroup<String, Stock.DomainState, Stock.Action>,
    port: Int,
    joining other: Int?,
    until end: AsyncStream<Void>
) async throws {
    let system = await ClusterSystem("stocks") { $0.bindPort = port }
    if let other { system.cluster.join(host: "127.0.0.1", port: other) }
    let directory = StockDirectory()
    let following = Task { await directory.follow(system) }
    let placement = Placement(directory)
    let host = GroupHost(stocks, on: system.cluster.node.name, in: placement)
    let remote = RemoteStocks(host, actorSystem: system)
    await system.receptionist.checkIn(remote, with: .stocks)

    let berlin = RemoteSession(resolving: "Berlin", in: placement)
    await berlin.deliver(.put("tea", count: 2))

    for await _ in end {}
    await berlin.close()
    await host.leave(within: .seconds(20))
    system.cluster.leave()
    try await system.shutdown().wait()
    following.cancel()
    withExtendedLifetime(remote) {}
}
