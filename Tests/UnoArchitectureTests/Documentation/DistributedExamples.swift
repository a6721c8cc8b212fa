import Distributed
import UnoArchitecture
import UnoDistributed

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

    let order: @Sendable ([String: Int]) async -> Bool

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [order] stock, action in
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

func isDelivered(_ task: RemoteEventTask) async -> Bool? {
    switch await task.decision() {
    case .decided(.accepted), .decided(.effectsCancelled): true
    case .decided(.rejected), .decided(.cancelled), .unsendable: false
    case .undecided, .unknown: nil
    }
}

func follow(_ session: StockSession, show: (Stock.DomainState) -> Void, warn: (String) -> Void) async {
    for await update in session.numberedStates(.bounded(16)) {
        if update.isGap { warn("changes may be missing before \(update.number)") }
        show(update.state)
    }
}

func moved<System: DistributedActorSystem<any Codable>>(_ session: StockSession, to other: RemoteStock<System>) {
    session.hostEnded()
    session.reconnect(to: other)
}

func mirror(_ session: StockSession) -> Runtime<Stock.DomainState, Stock.Action> {
    let runtime = Runtime(Interactors.Remote(session))
    return runtime
}
