internal import UnoArchitecture

/// How states and actions travel if hosts and sessions encode them themselves, and so can count their bytes.
///
/// ```swift
/// struct JSONText: WireCoding {
///     func encode(_ value: some Encodable) throws -> String {
///         String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
///     }
///
///     func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
///         try JSONDecoder().decode(type, from: Data(text.utf8))
///     }
/// }
/// ```
///
/// Give the same coding to the host and to the links to it. Without it the actor system encodes each call, and no limit in
/// bytes can be kept. All limits are in bytes of UTF-8.
///
/// - *States*: the host encodes each one once for all readers, and has no more of them on their way than ``HostLimits/bytes``. The
///   state with which a reader begins is encoded for that reader alone, unless the type is `Equatable`.
/// - *Actions*: the session encodes each one once, also if it sends it again, and sends no more at a time than
///   ``SessionOptions/batchBytes``. The host takes no more than ``HostLimits/batchBytes``.
/// - *Errors*: what `encode` throws makes readers skip the state, and the action ``RemoteOutcome/unsendable``. A `DecodingError` of
///   `decode` does the same to a state, and every error of `decode` to an action. The host takes all actions of a batch or none,
///   and the session finds the bad one.
/// - *On one side only*: a link with a coding to a host without one lets the system encode. The other way round, actions are
///   taken as the system has encoded them, and no state can be read; so give it to the clients first.
public protocol WireCoding: Sendable {
    /// Encodes a state or an action. May be called on any thread.
    func encode(_ value: some Encodable) throws -> String

    /// Decodes what `encode` has returned. May be called on any thread.
    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value
}

extension WireCoding {
    /// The reply with its states decoded.
    func decode<State>(_ reply: StatesReply<State>) throws -> StatesReply<State> {
        switch reply {
        case .encoded(let texts, let numbers, let isGap):
            guard texts.count == numbers.count else {
                throw UndecodableCall("\(texts.count) states have the numbers \(numbers)")
            }
            let states = try zip(numbers, texts).map {
                NumberedState(number: $0, state: try decode(State.self, from: $1))
            }
            return .states(states, isGap: isGap)
        case .unreadable(let text): throw UndecodableCall(text)
        case .states, .end, .overtaken, .unknownSession, .unknownReader: return reply
        }
    }
}
