internal import UnoArchitecture

/// The states between a runtime and one remote reader, without locks or tasks.
///
/// The window holds what it has sent and the reader has not confirmed; it takes more only when that is confirmed. So its
/// size is that of one reply, and what the reader does not take stays with the runtime.
struct StateWindow<State: Sendable>: Sendable {
    typealias Numbered = NumberedState<State>

    private enum Stage: Sendable {
        /// Nothing has been taken; the reader has the state of this number, from an earlier window. Then `following`, `over`.
        case resuming(after: UInt64?)
        /// The reader has confirmed the states up to this number; nil if it has none. Then `over`.
        case following(confirmed: UInt64?)
        /// There are no more states to take.
        case over(confirmed: UInt64?, NumberedStates<State>.End)
    }

    private var stage: Stage
    private var unconfirmed: [Numbered] = []
    /// The state before which states are lost to the reader.
    private var gap: UInt64?
    /// The number of the first state of the runtime: the present one at that time, which may contain more than was emitted.
    private(set) var beginning: UInt64?

    init(after number: UInt64?) {
        stage = .resuming(after: number)
    }

    private var confirmed: UInt64? {
        switch stage {
        case .resuming(let number), .following(let number), .over(let number, _): number
        }
    }

    enum Answer: Sendable {
        /// States that the window holds.
        case states([Numbered], isGap: Bool)
        /// The reader has everything: take up to this many states from the runtime.
        case pull
        case end(NumberedStates<State>.End)
        /// The reader has more than it asks for: an old request.
        case outdated
    }

    /// The reader has the state of this number and asks for what follows.
    mutating func ask(after number: UInt64?, count: Int) -> Answer {
        if let confirmed, number.map({ $0 < confirmed }) ?? true { return .outdated }
        if let number { confirm(number) }
        if !unconfirmed.isEmpty { return answer(count) }
        if case .over(_, let end) = stage { return .end(end) }
        return .pull
    }

    /// The runtime has given these states, or has none left.
    mutating func pulled(_ states: [Numbered], end: NumberedStates<State>.End?, count: Int) -> Answer {
        var states = states
        if case .resuming(let number) = stage, let first = states.first {
            beginning = first.number
            // The reader may have the present state. Whether states lie between is not known, so that it counts as a gap.
            if first.number == number { states.removeFirst() } else if number != nil { gap = first.number }
            stage = .following(confirmed: number)
        }
        unconfirmed += states
        if let end { stage = .over(confirmed: confirmed, end) }
        if unconfirmed.isEmpty, case .over(_, let end) = stage { return .end(end) }
        return answer(count)
    }

    private func answer(_ count: Int) -> Answer {
        // A gap comes before the first of them, and is over when that one is confirmed.
        .states(Array(unconfirmed.prefix(count)), isGap: gap != nil)
    }

    private mutating func confirm(_ number: UInt64) {
        if let gap, number >= gap { self.gap = nil }
        unconfirmed.removeAll { $0.number <= number }
        switch stage {
        case .resuming: stage = .resuming(after: number)
        case .following: stage = .following(confirmed: number)
        case .over(_, let end): stage = .over(confirmed: number, end)
        }
    }
}
