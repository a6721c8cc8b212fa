internal import AsyncKit
internal import UnoArchitecture

/// What an ``EventTable`` asks of an event.
protocol HostedEvent: Sendable {
    var isOver: Bool { get }
    /// Whether the action was refused or taken back, or its step has ended.
    var isHandled: Bool { get }
    var outcome: SendOutcome { get }
}

extension EventTask: HostedEvent {}

extension HostedEvent {
    /// The outcome as it may be told: an action that was cancelled while it is being handled may still turn out to have
    /// been handled, also after the end of its runtime.
    var toldOutcome: SendOutcome {
        let isHandled = isHandled
        let outcome = outcome
        return outcome == .cancelled && !isHandled ? .accepted : outcome
    }
}

/// The actions that a session has taken, by number, without locks or tasks.
///
/// Each number is *ahead*, then *under way*, then *over*. Of an event that is over the outcome is kept, unless it is
/// `.accepted`; of those that the client has learned, only the latest ones.
///
/// Invariants:
/// - The numbers below `next` have been taken, each once; no other one has.
/// - The outcomes of the numbers from `acknowledged` on are known: no action is told as accepted that was not.
struct EventTable<Event: HostedEvent>: Sendable {
    /// The number of the action that is taken next.
    private(set) var next: UInt64 = 1
    /// The client has learned what became of the smaller numbers.
    private(set) var acknowledged: UInt64 = 1
    private var underWay: [UInt64: Event] = [:]
    private var outcomes: [UInt64: SendOutcome] = [:]
    /// The acknowledged numbers in `outcomes`, the one to be forgotten first.
    private var kept = Deque<UInt64>()
    /// The other numbers in `outcomes`.
    private var fresh: [UInt64] = []
    /// Whether an outcome has been forgotten.
    private var hasForgotten = false
    private var sweepCount = 256

    let limit: Int
    /// The number of outcomes that are kept of acknowledged numbers, and of actions that are taken without being
    /// acknowledged.
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

    /// The client asks for a batch that begins with this number, so it has learned what became of the smaller ones.
    ///
    /// Complexity: O(outcomes since the last batch).
    mutating func acknowledge(below number: UInt64) {
        acknowledged = max(acknowledged, min(number, next))
        let learned = fresh.filter { $0 < acknowledged }
        fresh.removeAll { $0 < acknowledged }
        for number in learned { keep(number) }
    }

    /// Whether the client has to learn of outcomes before another action is taken.
    var isToBeAcknowledged: Bool { next - acknowledged >= UInt64(memory) }

    /// Whether another action may be taken. Complexity: amortised O(1); O(events) while there is no room.
    mutating func hasRoom() -> Bool {
        guard !isToBeAcknowledged else { return false }
        if underWay.count >= min(limit, sweepCount) { sweep() }
        return underWay.count < limit
    }

    /// The action with the number `next` has been taken.
    mutating func take(_ event: Event) {
        if event.isOver {
            settle(next, event.toldOutcome)
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
            let outcome = event.toldOutcome
            settle(number, outcome)
            return .over(outcome)
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

    /// What became of the actions that the client has not learned about. Complexity: O(these).
    var summary: OpenReply.Previous {
        OpenReply.Previous(next: next, exceptions: exceptions(in: acknowledged..<next))
    }

    var underWayCount: Int { underWay.count }

    /// Lets go of the events that are over, and of the room that they took. Complexity: O(events).
    mutating func sweep() {
        var over: [(number: UInt64, outcome: SendOutcome)] = []
        underWay = underWay.filter { number, event in
            guard event.isOver else { return true }
            over.append((number, event.toldOutcome))
            return false
        }
        for (number, outcome) in over.sorted(by: { $0.number < $1.number }) { settle(number, outcome) }
        sweepCount = max(256, underWay.count * 2)
    }

    private mutating func settle(_ number: UInt64, _ outcome: SendOutcome) {
        guard outcome != .accepted else { return }
        outcomes[number] = outcome
        if number < acknowledged { keep(number) } else { fresh.append(number) }
    }

    private mutating func keep(_ number: UInt64) {
        kept.append(number)
        guard kept.count > memory, let oldest = kept.popFirst() else { return }
        outcomes[oldest] = nil
        hasForgotten = true
    }
}
