import Distributed
import SocketKit
import UnoArchitecture
import UnoDistributed

/// The runtime of another process, and of the one that comes after it.
final class RemoteSearch: QueryHost {
    typealias Remote = RemoteRuntime<SearchState, SearchAction, SocketSystem>

    /// The first actor of the other process.
    private static let actorID = 1
    private static let pause = Duration.milliseconds(100)
    /// How often the address is tried when the process has gone: for a minute.
    private static let attempts = 600
    /// The connection tells when the process has gone; one that is stopped is waited for.
    static let options = SessionOptions(wait: .seconds(1), call: .seconds(10), patience: .seconds(3_600))

    /// The other process does not know an action: its version is another one.
    struct ActionRefused: Error, CustomStringConvertible {
        let action: SearchAction
        let address: ServerAddress

        var description: String { "the host at \(address) does not understand the action “\("\(action)".printable)”" }
    }

    private let address: ServerAddress
    private let session: RemoteSession<SearchState, SearchAction>
    private let connecting: Task<Void, Never>

    /// Connects to the process at `address`, and to the next one there whenever it has gone.
    ///
    /// - Parameter report: is told of that, and of what cannot be decoded.
    init(
        at address: ServerAddress,
        options: SessionOptions = options,
        report: @escaping @Sendable (String) -> Void
    ) throws {
        guard let socket = try? address.connect() else { throw ServerUnavailable(address: address) }
        let system = SocketSystem(calling: socket, report: report)
        let remote = try Remote.resolve(id: Self.actorID, using: system)
        let epoch = Guarded(RuntimeEpoch?.none)
        let session = RemoteSession(remote, options: options) { event in
            var isAnother = false
            if case .opened(let new) = event {
                epoch.withLock { old in
                    isAnother = old == new
                    old = new
                }
            }
            if isAnother { report("the host had ended the session; another one is open") }
            if let text = Self.text(event) { report(text) }
        }
        self.address = address
        self.session = session
        connecting = Task {
            do {
                try await Self.keepConnected(session, system, to: address, report)
            } catch is CancellationError {
                // The search has ended.
            } catch {
                report("\(error)")
            }
            session.end()
        }
    }

    deinit { connecting.cancel() }

    /// Lets the host go, so that it serves another process.
    func end() async {
        await session.close()
        connecting.cancel()
        await connecting.value
    }

    /// What the user is told; nil for what `keepConnected` tells and for what a query's answer shows.
    private static func text(_ event: SessionEvent) -> String? {
        switch event {
        case .failing(let reason): "a call has failed and is made again: \(reason)"
        case .undelivered(.unknown): "whether the host has handled an action is unknown"
        case .skipped: "a state of the host cannot be decoded"
        case .opened, .lost, .undelivered, .ended: nil
        }
    }

    private static func keepConnected(
        _ session: RemoteSession<SearchState, SearchAction>,
        _ first: SocketSystem,
        to address: ServerAddress,
        _ report: @escaping @Sendable (String) -> Void
    ) async throws {
        var system = first
        while true {
            await system.receiveReplies()
            try Task.checkCancellation()
            session.hostEnded()
            report("the host at \(address) has gone; waiting for another one")
            system = SocketSystem(calling: try await connect(to: address), report: report)
            session.reconnect(to: try Remote.resolve(id: actorID, using: system))
            report("connected to the host at \(address)")
        }
    }

    private static func connect(to address: ServerAddress) async throws -> Socket {
        for _ in 0..<attempts {
            if let socket = try? address.connect() { return socket }
            try await Task.sleep(for: pause)
        }
        throw ServerUnavailable(address: address)
    }

    func perform(_ action: SearchAction) async throws {
        let task = await session.deliver(action)
        let isOver = await task.finish()
        try Task.checkCancellation()
        switch task.outcome {
        case .decided(.rejected): throw ServerUnavailable(address: address)
        case .decided(.accepted) where isOver, .decided(.effectsCancelled) where isOver: break
        case .unsendable: throw ActionRefused(action: action, address: address)
        case .undecided:
            // The host is lost: the next one gets the query from its beginning.
            task.cancel()
            for await _ in session.states() { break }
            throw QueryAnswer.Interrupted()
        case .decided, .unknown: throw QueryAnswer.Interrupted()
        }
    }

    func currentState() async throws -> SearchState? {
        if let state = try await session.state { return state }
        try Task.checkCancellation()
        throw QueryAnswer.Interrupted()
    }
}
