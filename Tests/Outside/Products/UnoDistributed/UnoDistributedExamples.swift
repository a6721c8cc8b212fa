import Distributed
import UnoArchitecture
import UnoDistributed

struct Stock: Sendable, Codable {
    var count = 0
}

struct Order: Sendable, Codable {
    var count: Int
}

func order(from remote: RemoteRuntime<Stock, Order, some DistributedActorSystem<any Codable>>) async {
    let session = RemoteSession(remote)
    await session.deliver(Order(count: 2)).finish()
    await session.close()
}
