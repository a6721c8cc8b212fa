import Distributed

// The part of swift-distributed-actors (module `DistributedCluster`) that the article "Distributed" uses, with the signatures
// of its main branch at 4faf480, so that its program is type-checked without that package. Nothing of it is run. The types that
// are not sendable there are not sendable here.

private func isNotThere() -> Never { fatalError("a stand-in for type checks was run") }

enum Cluster {
    struct Node: Hashable, Sendable {
        struct NodeID: Hashable, Sendable, CustomStringConvertible {
            var description: String { isNotThere() }
        }

        let nid: NodeID
        var host: String {
            get { isNotThere() }
            set { isNotThere() }
        }
        var port: Int {
            get { isNotThere() }
            set { isNotThere() }
        }
    }

    enum MemberStatus: String { case joining, up, leaving, down, removed }

    enum MemberReachability: String { case reachable, unreachable }

    struct Member: Hashable {
        let node: Node
        var status: MemberStatus
        var reachability: MemberReachability
    }

    struct Membership {
        static var empty: Membership { isNotThere() }
        func members(withStatus status: MemberStatus, reachability: MemberReachability? = nil) -> [Member] {
            isNotThere()
        }
        mutating func apply(event: Event) throws { isNotThere() }
    }

    enum Event { case snapshot(Membership) }
}

@available(*, unavailable) extension Cluster.Member: Sendable {}
@available(*, unavailable) extension Cluster.Membership: Sendable {}
@available(*, unavailable) extension Cluster.Event: Sendable {}

struct ClusterEventStream: AsyncSequence {
    class AsyncIterator: AsyncIteratorProtocol {
        func next() async -> Cluster.Event? { isNotThere() }
    }

    func makeAsyncIterator() -> AsyncIterator { isNotThere() }
}

struct ClusterControl {
    var events: ClusterEventStream { isNotThere() }
    var node: Cluster.Node { isNotThere() }
    func join(host: String, port: Int) { isNotThere() }
    func leave() { isNotThere() }
}

struct ClusterSystemSettings {
    var bindPort: Int {
        get { isNotThere() }
        set { isNotThere() }
    }
}

@available(*, unavailable) extension ClusterEventStream: Sendable {}
@available(*, unavailable) extension ClusterControl: Sendable {}
@available(*, unavailable) extension ClusterSystemSettings: Sendable {}

enum DistributedReception {
    struct Key<Guest: DistributedActor>: Codable, Sendable, ExpressibleByStringInterpolation
    where Guest.ActorSystem == ClusterSystem {
        let id: String
        init(stringLiteral value: String) { id = value }
    }

    struct GuestListing<Guest: DistributedActor>: AsyncSequence, Sendable where Guest.ActorSystem == ClusterSystem {
        class AsyncIterator: AsyncIteratorProtocol {
            func next() async -> Guest? { isNotThere() }
        }

        func makeAsyncIterator() -> AsyncIterator { isNotThere() }
    }
}

distributed actor OpLogDistributedReceptionist {
    typealias ActorSystem = ClusterSystem

    nonisolated func checkIn<Guest>(_ guest: Guest, with key: DistributedReception.Key<Guest>) async
    where Guest: DistributedActor, Guest.ActorSystem == ClusterSystem { isNotThere() }

    nonisolated func listing<Guest>(
        of key: DistributedReception.Key<Guest>,
        file: String = #fileID, line: UInt = #line
    ) async -> DistributedReception.GuestListing<Guest>
    where Guest: DistributedActor, Guest.ActorSystem == ClusterSystem { isNotThere() }

    nonisolated func listing<Guest>(
        of _: Guest.Type,
        file: String = #fileID, line: UInt = #line
    ) async -> DistributedReception.GuestListing<Guest>
    where Guest: DistributedActor, Guest.ActorSystem == ClusterSystem { isNotThere() }
}

struct SerializationError: Error {}

struct GenericRemoteCallError: Error, Codable {
    let message: String
}

struct RemoteCallError: DistributedActorSystemError {}

class ClusterSystem: DistributedActorSystem, @unchecked Sendable {
    struct ActorID: Hashable, Codable, Sendable {
        init(from decoder: any Decoder) throws { isNotThere() }
        func encode(to encoder: any Encoder) throws { isNotThere() }
        var node: Cluster.Node { isNotThere() }
    }

    struct Shutdown {
        @available(*, deprecated) func wait() throws { isNotThere() }
        func wait() async throws { isNotThere() }
    }

    struct InvocationEncoder: DistributedTargetInvocationEncoder {
        typealias SerializationRequirement = any Codable
        mutating func recordGenericSubstitution<T>(_ type: T.Type) throws { isNotThere() }
        mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws { isNotThere() }
        mutating func recordErrorType<E: Error>(_ type: E.Type) throws { isNotThere() }
        mutating func recordReturnType<R: Codable>(_ type: R.Type) throws { isNotThere() }
        mutating func doneRecording() throws { isNotThere() }
    }

    struct InvocationDecoder: DistributedTargetInvocationDecoder {
        typealias SerializationRequirement = any Codable
        mutating func decodeGenericSubstitutions() throws -> [any Any.Type] { isNotThere() }
        mutating func decodeNextArgument<Argument: Codable>() throws -> Argument { isNotThere() }
        mutating func decodeErrorType() throws -> (any Any.Type)? { isNotThere() }
        mutating func decodeReturnType() throws -> (any Any.Type)? { isNotThere() }
    }

    struct ResultHandler: DistributedTargetInvocationResultHandler {
        typealias SerializationRequirement = any Codable
        func onReturn<Success: Codable>(value: Success) async throws { isNotThere() }
        func onReturnVoid() async throws { isNotThere() }
        func onThrow<Err: Error>(error: Err) async throws { isNotThere() }
    }

    typealias SerializationRequirement = any Codable

    convenience init(
        _ name: String,
        configuredWith configureSettings: sending (inout ClusterSystemSettings) -> Void = { _ in () }
    ) async {
        isNotThere()
    }

    init(settings: ClusterSystemSettings) async { isNotThere() }

    var cluster: ClusterControl { isNotThere() }
    var receptionist: OpLogDistributedReceptionist { isNotThere() }
    @discardableResult func shutdown() throws -> Shutdown { isNotThere() }

    func resolve<Act: DistributedActor>(id: ActorID, as actorType: Act.Type) throws -> Act? { isNotThere() }
    func assignID<Act: DistributedActor>(_ actorType: Act.Type) -> ActorID { isNotThere() }
    func actorReady<Act: DistributedActor>(_ actor: Act) where Act.ID == ActorID { isNotThere() }
    func resignID(_ id: ActorID) { isNotThere() }
    func makeInvocationEncoder() -> InvocationEncoder { isNotThere() }

    func remoteCall<Act: DistributedActor, Err: Error, Res: Codable>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout InvocationEncoder,
        throwing: Err.Type,
        returning: Res.Type
    ) async throws -> Res where Act.ID == ActorID { isNotThere() }

    func remoteCallVoid<Act: DistributedActor, Err: Error>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout InvocationEncoder,
        throwing: Err.Type
    ) async throws where Act.ID == ActorID { isNotThere() }
}
