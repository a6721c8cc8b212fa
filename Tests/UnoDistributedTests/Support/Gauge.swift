import Foundation
import Synchronization
import TestSupport
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

/// A feature of which a host and a client have different versions.
struct Gauge: Interactor {
    struct DomainState: Sendable, Codable, Equatable { var values: [Double] = [] }

    enum Action: Sendable, Codable, Equatable {
        case add(Double)
        /// Adds a value that JSON cannot express.
        case divideByZero
        case clear
        /// Has an effect that takes 100 seconds, and then adds a value.
        case measure(Double)
    }

    /// The later version.
    enum Later {
        struct DomainState: Sendable, Codable, Equatable {
            var values: [Double] = []
            var unit: String?
        }

        enum Action: Sendable, Codable, Equatable {
            case add(Double)
            case divideByZero
            case clear
            case measure(Double)
            case convert(String)
        }
    }

    let clock: TestClock

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [clock] state, action in
            switch action {
            case .add(let value): state.values.append(value)
            case .divideByZero: state.values.append(.nan)
            case .clear: state.values = []
            case .measure(let value):
                return .perform { _, send in
                    guard (try? await clock.sleep(for: .seconds(100))) != nil else { return }
                    await send { $0.values.append(value) }
                }
            }
            return .state
        }
    }
}

typealias GaugeSession = RemoteSession<Gauge.DomainState, Gauge.Action>
typealias GaugeLink = RuntimeLink<Gauge.DomainState, Gauge.Action>
typealias LaterSession = RemoteSession<Gauge.Later.DomainState, Gauge.Later.Action>

enum LinkCall: Sendable, Hashable {
    case open, close, deliver, finish, cancel, states, unsubscribe
}

struct LinkError: Error, CustomStringConvertible {
    let description: String
}

/// Which calls of a link fail.
final class LinkFaults: Sendable {
    private let counts = Mutex<[LinkCall: Int]>([:])
    private let lost = Mutex<[LinkCall: Int]>([:])
    private let made = Mutex<[LinkCall: Int]>([:])
    private let hooks = Mutex<[LinkCall: @Sendable () -> Void]>([:])

    func fail(_ call: LinkCall, times: Int) { counts.withLock { $0[call] = times } }

    /// The host handles the next such calls, and their replies are lost.
    func loseReply(to call: LinkCall, times: Int) { lost.withLock { $0[call] = times } }

    /// Runs `body` when the next such call is made, before its arguments are encoded.
    func onNext(_ call: LinkCall, _ body: @escaping @Sendable () -> Void) { hooks.withLock { $0[call] = body } }

    /// The number of calls so far.
    var calls: Int { made.withLock { $0.values.reduce(0, +) } }

    /// The number of such calls so far.
    func calls(_ call: LinkCall) -> Int { made.withLock { $0[call, default: 0] } }

    func check(_ call: LinkCall) throws {
        made.withLock { $0[call, default: 0] += 1 }
        hooks.withLock { $0.removeValue(forKey: call) }?()
        try count(call, in: counts)
    }

    func checkReply(to call: LinkCall) throws { try count(call, in: lost) }

    /// Whether the reply to this call is lost.
    func takeLostReply(to call: LinkCall) -> Bool { (try? count(call, in: lost)) == nil }

    private func count(_ call: LinkCall, in counts: borrowing Mutex<[LinkCall: Int]>) throws {
        try counts.withLock { counts in
            guard let count = counts[call], count > 0 else { return }
            counts[call] = count - 1
            throw LinkError(description: "\(call) is not connected")
        }
    }
}

/// What a system throws when something cannot cross.
enum Errors: Sendable {
    /// Those of the coders.
    case coders
    case own
    /// Those of the coders, and an ``UndecodableCall`` if a call cannot be decoded.
    case telling
    /// Those of an engine: what its coders throw here is wrapped, and what they throw there comes as text.
    case wrapped
}

/// As an engine wraps what its encoder throws.
struct SerializationError: Error {}

/// As an engine tells of an error of the other side.
struct GenericRemoteCallError: Error {
    let message: String
}

/// The classifier that a user of such an engine writes.
func classifyWrapped(_ error: any Error) -> CallFailure {
    switch error {
    case is SerializationError: .final
    case let error as GenericRemoteCallError where error.message.contains("SerializationError"): .final
    case let error as LinkError where error.description == "time-out": .transient
    default: CallFailure(error)
    }
}

/// Encodes and decodes a value.
private func pass<Sent: Sendable & Encodable, Received: Sendable & Decodable>(
    _ value: Sent,
    _ errors: Errors
) throws -> Received {
    do {
        return try JSONDecoder().decode(Received.self, from: JSONEncoder().encode(value))
    } catch let error as DecodingError where errors == .telling {
        throw UndecodableCall("\(error)")
    } catch is EncodingError where errors == .wrapped {
        throw SerializationError()
    } catch is DecodingError where errors == .wrapped {
        throw GenericRemoteCallError(message: "Remote call error of [SerializationError] type occurred")
    } catch {
        throw errors == .own ? LinkError(description: "hidden") : error
    }
}

/// A host of the earlier version, and links to it through which everything passes as JSON.
struct GaugeHost: Sendable {
    let runtime: Runtime<Gauge.DomainState, Gauge.Action>
    let host: RuntimeHost<Gauge.DomainState, Gauge.Action>
    let faults = LinkFaults()
    let events = Record<SessionEvent>()
    /// What the host has told.
    let hostEvents = Record<HostEvent>()
    private let world: World
    /// The time-out of the system's calls; nil for none.
    private let timeout: Duration?

    init(
        in world: World, limits: HostLimits? = nil, mailbox: UnoArchitecture.MailboxPolicy = .suspend(capacity: 1_024),
        timeout: Duration? = nil
    ) {
        self.world = world
        self.timeout = timeout
        let (clock, executor) = (world.clock, world.executor)
        runtime = Diagnostics.$local.withValue(Diagnostics { _ in }) {
            Runtime(Gauge(clock: clock), mailbox: mailbox, executor: .on(executor), clock: clock)
        }
        host = RuntimeHost(
            runtime, limits: limits ?? world.limits, clock: clock, executor: executor,
            observer: { [hostEvents] in hostEvents.append($0) })
    }

    /// Makes a call of the system, which goes on at the host when it is over here.
    private func call<Reply: Sendable>(_ body: @escaping @Sendable () async throws -> Reply) async throws -> Reply {
        guard let timeout else { return try await body() }
        let race = Race<Result<Reply, any Error>>()
        let (clock, executor) = (world.clock, world.executor)
        executor.task {
            do { race.decide(.success(try await body())) } catch { race.decide(.failure(error)) }
        }
        let watch = executor.task {
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            race.decide(.failure(LinkError(description: "time-out")))
        }
        defer { watch.cancel() }
        return try await race.result(whenCancelled: .failure(CancellationError())).get()
    }

    func link<State, Action>(_ errors: Errors = .coders) -> RuntimeLink<State, Action> {
        let (host, faults) = (host, faults)
        return RuntimeLink(
            open: {
                try faults.check(.open)
                let reply = await host.open($0)
                try faults.checkReply(to: .open)
                return reply
            },
            close: {
                try faults.check(.close)
                host.close($0)
            },
            deliver: {
                try faults.check(.deliver)
                let batch: ActionBatch<Gauge.Action> = try pass($0, errors)
                let reply = try await call { await host.deliver(batch) }
                if faults.takeLostReply(to: .deliver) {
                    throw GenericRemoteCallError(message: "Remote call error of [SerializationError] type occurred")
                }
                return reply
            },
            finish: { number, session, limit in
                try faults.check(.finish)
                return try await call { await host.finish(number, of: session, within: limit) }
            },
            cancel: {
                try faults.check(.cancel)
                return host.cancel($0, of: $1)
            },
            states: {
                try faults.check(.states)
                let request = $0
                let reply = try await call { await host.states(request) }
                return try pass(reply, errors)
            },
            unsubscribe: {
                try faults.check(.unsubscribe)
                host.unsubscribe($0, of: $1)
            },
            classify: { errors == .wrapped ? classifyWrapped($0) : CallFailure($0) }
        )
    }

    func session<State, Action>(
        options: SessionOptions? = nil, _ errors: Errors = .coders
    ) -> RemoteSession<State, Action> {
        world.session(link(errors), options: options) { [events] in events.append($0) }
    }

    /// Ends everything; returns whether nothing is left.
    func end<State, Action>(_ session: RemoteSession<State, Action>) -> Bool {
        session.end()
        return end()
    }

    @discardableResult
    func end() -> Bool { world.end(host, runtime) }
}

extension World {
    /// A host, and a session with it.
    func gauge(
        limits: HostLimits? = nil, options: SessionOptions? = nil, timeout: Duration? = nil, _ errors: Errors = .coders
    ) -> (node: GaugeHost, session: GaugeSession) {
        let node = GaugeHost(in: self, limits: limits, timeout: timeout)
        return (node, node.session(options: options, errors))
    }
}
