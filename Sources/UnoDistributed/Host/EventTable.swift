internal import UnoArchitecture
internal import UnoAsync

/// What an ``EventTable`` asks of an event.
protocol HostedEvent: Sendable {
    var isOver: Bool { get }
    var outcome: SendOutcome { get }
}

extension EventTask: HostedEvent {}

extension HostedEvent {
    /// The outcome as it may be told: an event that was cancelled while it is being handled may still turn out to have
    /// been handled.
    var toldOutcome: SendOutcome {
        let isOver = isOver
        let outcome = outcome
        return outcome == .cancelled && !isOver ? .accepted : outcome
    }
}

/// The actions that a session has taken, by number, without locks or tasks.
///
/// Each number is *ahead*, then *under way*, then *over*. An event that is over is kept only if its outcome is not
/// `.accepted`, and only the latest of these.
///
/// Invariants: the numbers below `next` have been taken, each once; no other one has.
struct EventTable<Event: HostedEvent>: Sendable {
    /// The number of the action that is taken next.
    private(set) var next: UInt64 = 1
    private var underWay: [UInt64: Event] = [:]
    private var outcomes: [UInt64: SendOutcome] = [:]
    /// The numbers in `outcomes`, in the order in which their events were found to be over.
    private var kept = Deque<UInt64>()
    /// Whether an outcome has been forgotten.
    private var hasForgotten = false
    private var sweepCount = 256

    let limit: Int
    let memory: Int

    init(limit: Int, memory: Int) {
        self.limit = limit
        self.memory = memory
    }

    enum Judgement: Sendable, Equatable {
        /// The batch begins behind `next`.
        case early
        /// Everything in it has been taken.
        case repeated
        /// The actions from this place on are to be taken.
        case take(from: Int)
    }

    /// Complexity: O(1).
    func judge(first: UInt64, count: Int) -> Judgement {
        guard first <= next else { return .early }
        let known = next - first
        return known >= UInt64(count) ? .repeated : .take(from: Int(known))
    }

    /// Whether another action may be taken. Complexity: amortised O(1); O(events) while there is no room.
    mutating func hasRoom() -> Bool {
        if underWay.count >= min(limit, sweepCount) { sweep() }
        return underWay.count < limit
    }

    /// The action with the number `next` has been taken.
    mutating func take(_ event: Event) {
        if event.isOver {
            settle(next, event.outcome)
        } else {
            underWay[next] = event
        }
        next += 1
    }

    enum Look: Sendable {
        case ahead
        case underWay(Event)
        /// The outcome is nil if it is forgotten.
        case over(SendOutcome?)
    }

    mutating func look(at number: UInt64) -> Look {
        guard number < next else { return .ahead }
        if let event = underWay[number] {
            guard event.isOver else { return .underWay(event) }
            underWay[number] = nil
            settle(number, event.outcome)
            return .over(event.outcome)
        }
        return .over(outcomes[number] ?? (hasForgotten ? nil : .accepted))
    }

    /// The outcomes other than `.accepted` in a range of numbers, as far as they are known. Complexity: O(range).
    func exceptions(in range: Range<UInt64>) -> [EventFate] {
        guard !outcomes.isEmpty || !underWay.isEmpty else { return [] }
        return range.compactMap { number in
            let outcome = underWay[number]?.toldOutcome ?? outcomes[number] ?? .accepted
            return outcome == .accepted ? nil : EventFate(number: number, outcome: outcome)
        }
    }

    /// What the table has come to. Complexity: O(events · log events).
    var summary: OpenReply.Previous {
        var fates = outcomes
        for (number, event) in underWay where event.toldOutcome != .accepted {
            fates[number] = event.toldOutcome
        }
        let exceptions = fates.map { EventFate(number: $0.key, outcome: $0.value) }.sorted { $0.number < $1.number }
        return OpenReply.Previous(next: next, exceptions: exceptions)
    }

    /// Keeps of the events only what their outcomes are now. Complexity: O(events).
    mutating func compact() {
        for event in summary.exceptions where underWay[event.number] != nil { settle(event.number, event.outcome) }
        underWay = [:]
    }

    var underWayCount: Int { underWay.count }

    /// Lets go of the events that are over.
    private mutating func sweep() {
        for (number, event) in underWay where event.isOver {
            underWay[number] = nil
            settle(number, event.outcome)
        }
        sweepCount = max(256, underWay.count * 2)
    }

    private mutating func settle(_ number: UInt64, _ outcome: SendOutcome) {
        guard outcome != .accepted else { return }
        outcomes[number] = outcome
        kept.append(number)
        guard kept.count > memory, let oldest = kept.popFirst() else { return }
        outcomes[oldest] = nil
        hasForgotten = true
    }
}
