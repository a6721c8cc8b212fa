internal import UnoArchitecture

/// How states travel if the host encodes them itself, once for all readers, and counts their bytes.
///
/// ```swift
/// let coding = StateCoding<Stock.DomainState>(
///     encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
///     decode: { try JSONDecoder().decode(Stock.DomainState.self, from: Data($0.utf8)) }
/// )
/// ```
///
/// Without it the actor system encodes each reply: a state as often as it has readers, and no limit in bytes can be kept. Give the
/// same coding to the host and to the links to it. What `encode` throws makes readers skip the state, and so does a `DecodingError`
/// of `decode`.
public struct StateCoding<State: Sendable>: Sendable {
    let encode: @Sendable (State) throws -> String
    let decode: @Sendable (String) throws -> State

    /// Makes a coding of two functions, which may be called on any thread.
    public init(
        encode: @escaping @Sendable (State) throws -> String,
        decode: @escaping @Sendable (String) throws -> State
    ) {
        (self.encode, self.decode) = (encode, decode)
    }

    /// The reply with its states decoded.
    func decode(_ reply: StatesReply<State>) throws -> StatesReply<State> where State: Codable {
        switch reply {
        case .encoded(let texts, let numbers, let isGap):
            guard texts.count == numbers.count else {
                throw UndecodableCall("\(texts.count) states have the numbers \(numbers)")
            }
            let states = try zip(numbers, texts).map { NumberedState(number: $0, state: try decode($1)) }
            return .states(states, isGap: isGap)
        case .unreadable(let text): throw UndecodableCall(text)
        case .states, .end, .overtaken, .unknownSession, .unknownReader: return reply
        }
    }
}
