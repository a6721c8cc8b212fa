public import UnoArchitecture

/// The reply to a ``StatesRequest``.
public enum StatesReply<State: Sendable & Codable>: Sendable {
    /// The next states; none if there was none within the limit.
    ///
    /// `isGap` says that states between the last one that the reader has and the first of these are lost to it.
    case states([NumberedState<State>], isGap: Bool)
    /// The same, of a host that encodes states itself: see ``WireCoding``.
    case encoded([String], numbers: [UInt64], isGap: Bool)
    /// The next state cannot be encoded; the text is that of the error.
    case unreadable(String)
    /// There are no further states.
    case end(NumberedStates<State>.End)
    /// A later request has been made, or there was no room for a reply; this one is void.
    case overtaken
    /// The host does not know the session.
    case unknownSession
    /// The reader has ended, or there are as many readers as the host allows.
    case unknownReader
}

extension StatesReply: Codable {
    /// A reply as it travels: numbers that follow each other are left out but for the first one, so that a state takes
    /// little more than its own encoding.
    private enum Form: Codable {
        /// There are as many numbers as states, or only the first one.
        case states([State], numbers: [UInt64], isGap: Bool)
        case encoded([String], numbers: [UInt64], isGap: Bool)
        case unreadable(String)
        case end(NumberedStates<State>.End)
        case overtaken
        case unknownSession
        case unknownReader
    }

    /// Decodes a reply, and throws if its numbers do not fit its states.
    public init(from decoder: any Decoder) throws {
        self =
            switch try Form(from: decoder) {
            case .states(let states, let numbers, let isGap):
                .states(try Self.join(states, numbers, decoder.codingPath), isGap: isGap)
            case .encoded(let texts, let numbers, let isGap): .encoded(texts, numbers: numbers, isGap: isGap)
            case .unreadable(let text): .unreadable(text)
            case .end(let end): .end(end)
            case .overtaken: .overtaken
            case .unknownSession: .unknownSession
            case .unknownReader: .unknownReader
            }
    }

    /// Encodes the reply.
    public func encode(to encoder: any Encoder) throws {
        let form: Form =
            switch self {
            case .states(let states, let isGap):
                .states(states.map(\.state), numbers: Self.numbers(of: states), isGap: isGap)
            case .encoded(let texts, let numbers, let isGap): .encoded(texts, numbers: numbers, isGap: isGap)
            case .unreadable(let text): .unreadable(text)
            case .end(let end): .end(end)
            case .overtaken: .overtaken
            case .unknownSession: .unknownSession
            case .unknownReader: .unknownReader
            }
        try form.encode(to: encoder)
    }

    private static func numbers(of states: [NumberedState<State>]) -> [UInt64] {
        guard let first = states.first, let last = states.last else { return [] }
        // Numbers grow.
        return last.number - first.number == UInt64(states.count - 1) ? [first.number] : states.map(\.number)
    }

    private static func join(
        _ states: [State],
        _ numbers: [UInt64],
        _ path: [any CodingKey]
    ) throws -> [NumberedState<State>] {
        if numbers.count == states.count {
            return zip(numbers, states).map { NumberedState(number: $0, state: $1) }
        }
        guard numbers.count == 1, !states.isEmpty, numbers[0] <= .max - UInt64(states.count - 1) else {
            let text = "\(states.count) states have the numbers \(numbers)"
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
        }
        return states.enumerated().map { NumberedState(number: numbers[0] + UInt64($0), state: $1) }
    }
}
