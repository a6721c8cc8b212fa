internal import AsyncKit
public import UnoArchitecture

/// What a client knows of an action that it has sent.
public enum RemoteOutcome: Sendable, Hashable, Codable {
    /// The host has not said anything yet; or it is lost, and the action waits at the client for the next one.
    case undecided
    /// The host has said what became of the action.
    case decided(SendOutcome)
    /// The host was lost before it replied: the action was delivered or not, and will not be sent again.
    case unknown
    /// The action cannot be encoded, the host cannot decode it, or it has more bytes than the host takes, see
    /// ``HostLimits/batchBytes``: the host has not taken it. ``SessionEvent/failing(_:)`` tells why.
    case unsendable
}

/// The client's side of one action.
final class RemoteEvent: Sendable {
    /// An action that the host has taken.
    struct Place: Sendable {
        let session: SessionID
        let number: UInt64
    }

    private enum Stage: Sendable {
        /// It waits at the client, or is being delivered. Then `decided` or `unknown`.
        case undecided
        /// The host has taken it, or it was refused. Its outcome may change until it is over.
        case decided(SendOutcome, Place?)
        /// Final.
        case unknown
        /// Final.
        case unsendable
    }

    private struct Contents: Sendable {
        var stage = Stage.undecided
        /// Whether the host has said so. Then nothing changes any more.
        var isOver = false
        var isCancelRequested = false
        /// Made when a task waits for the decision.
        var latch: Latch?
    }

    private let contents: Locked<Contents>

    init(_ outcome: SendOutcome? = nil) {
        contents = Locked(Contents(stage: outcome.map { .decided($0, nil) } ?? .undecided))
    }

    var outcome: RemoteOutcome {
        switch contents.withLock({ $0.stage }) {
        case .undecided: .undecided
        case .decided(let outcome, _): .decided(outcome)
        case .unknown: .unknown
        case .unsendable: .unsendable
        }
    }

    /// Where the event is at its host; nil if it is not there.
    var place: Place? {
        if case .decided(_, let place) = contents.withLock({ $0.stage }) { place } else { nil }
    }

    /// Returns whether the event, which the host has taken, is to be cancelled there.
    func decide(_ outcome: SendOutcome, at place: Place?) -> Bool {
        change { contents in
            guard case .undecided = contents.stage else { return false }
            contents.stage = .decided(outcome, place)
            return contents.isCancelRequested && place != nil
        }
    }

    func becomeUnknown() { become(.unknown) }
    func becomeUnsendable() { become(.unsendable) }

    private func become(_ stage: Stage) {
        _ = change { contents in
            if case .undecided = contents.stage { contents.stage = stage }
            return false
        }
    }

    /// Takes a later outcome of an event that the host has taken, unless it is over: replies may overtake each other.
    ///
    /// - Parameter outcome: nil if the host no longer knows it.
    func update(_ outcome: SendOutcome?, isOver: Bool) {
        contents.withLock { contents in
            guard case .decided(let last, let place) = contents.stage, !contents.isOver else { return }
            contents.stage = .decided(outcome ?? last, place)
            contents.isOver = isOver
        }
    }

    /// Whether the host has said that the event is over.
    var isOver: Bool { contents.withLock { $0.isOver } }

    enum Cancellation: Sendable {
        /// It was requested before, or comes too late.
        case done
        /// The action is taken back if it has not been sent; otherwise `decide` says what is to be done.
        case takeBack
        /// The host has the event.
        case tellHost
    }

    func requestCancel() -> Cancellation {
        contents.withLock { contents in
            guard !contents.isCancelRequested, !contents.isOver else { return .done }
            contents.isCancelRequested = true
            return switch contents.stage {
            case .undecided: .takeBack
            case .decided(_, .some): .tellHost
            case .decided(_, nil), .unknown, .unsendable: .done
            }
        }
    }

    var isCancelRequested: Bool { contents.withLock { $0.isCancelRequested } }

    /// Lets the tasks that wait for the decision look at the session again: the host is lost.
    func look() { _ = change { _ in false } }

    /// Opened when the event is decided or unknown, or the host is lost; nil if the event is decided or unknown.
    var undecided: Latch? {
        contents.withLock { contents in
            guard case .undecided = contents.stage else { return nil }
            if contents.latch == nil { contents.latch = Latch() }
            return contents.latch
        }
    }

    private func change(_ body: (inout Contents) -> Bool) -> Bool {
        let (result, latch) = contents.withLock { contents in
            let result = body(&contents)
            return (result, contents.latch.take())
        }
        latch?.open()
        return result
    }
}

/// What a handle asks of its session, whose types it does not know.
protocol EventCalls: Sendable {
    func waitForDecision(_ event: RemoteEvent) async
    func finish(_ event: RemoteEvent) async -> Bool
    func cancel(_ event: RemoteEvent)
}
