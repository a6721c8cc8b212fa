import UnoArchitecture

@testable import UnoDistributed

extension OpenRequest {
    /// The first request with the key of this number.
    init(_ number: UInt64) { self.init(replacing: nil, key: OpenKey(number: number)) }
}

extension RuntimeHost {
    /// Opens a session with the key of this number; nil if it is refused.
    func opened(_ number: UInt64 = 1) async -> SessionID? {
        guard case .opened(let opening) = await open(OpenRequest(number)) else { return nil }
        return opening.session
    }

    /// Asks for the states of a session's reader.
    func states(
        of session: SessionID, reader: UInt64 = 1, after number: UInt64? = nil, _ policy: SubscriptionPolicy = .latest,
        count: Int = 1, within limit: Duration = .zero
    ) async -> StatesReply<State> {
        await states(
            StatesRequest(session: session, reader: reader, after: number, policy: policy, count: count, limit: limit))
    }
}
