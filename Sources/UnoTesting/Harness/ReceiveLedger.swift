package import UnoArchitecture
internal import ValueKit

/// The steps of a feature that its test has not asserted, and the events that the test has sent.
///
/// A harness notes each step in order. Each call of the test takes its steps and returns a check, whose failure the
/// harness records at the place of the call. No clock, no tasks, no code of the user; nothing is written as text unless
/// it belongs to a failure.
package struct ReceiveLedger<State: Equatable, Action: Sendable> {
    package typealias Step = LedgerStep<State, Action>

    /// An action that the test has sent.
    package struct Event: Sendable {
        let action: Action
        package let site: TestSite
        package let task: EventTask

        package init(action: Action, site: TestSite, task: EventTask) {
            (self.action, self.site, self.task) = (action, site, task)
        }

        package var name: String { Rendering.of(action) }
        var isUnderWay: Bool { task.leadsOn }
    }

    package var exhaustivity: Exhaustivity
    /// What is compared, for failure messages: "state" or "view state".
    package let subject: String
    package var events: [UInt64: Event] = [:]
    /// The steps that the test has not asserted, in order.
    private(set) var open: [Step] = []
    /// How many of them came while the test did not have to assert every step: it need not, and may.
    private var optionalCount = 0
    /// How many have been taken from the first ones.
    private var takenCount = 0

    package init(_ exhaustivity: Exhaustivity, of subject: String) {
        (self.exhaustivity, self.subject) = (exhaustivity, subject)
    }

    /// The events whose effects have not ended, the oldest first.
    package var inFlight: [(number: UInt64, event: Event)] {
        events.filter(\.value.isUnderWay).keys.sorted().map { ($0, events[$0]!) }
    }

    package mutating func note(_ step: Step) {
        open.append(step)
        if exhaustivity == .off { optionalCount = open.count }
    }

    /// Decides which steps of one call that has moved the clock have to be received with their time: those in between, if
    /// there are steps of several times. Otherwise an effect that sleeps for 30 ms, and not for 300, would look the same.
    ///
    /// Steps of one kind that divide the time evenly, as the ticks of a timer do, are right by their number.
    package mutating func moved(from start: Duration, to end: Duration) {
        guard exhaustivity == .on else { return }
        let woken = open.indices.filter { open[$0].time > start }
        guard Set(woken.map { open[$0].time }).count > 1 else { return }
        for places in Dictionary(grouping: woken, by: { Kind(open[$0]) }).values {
            let times = Set(places.map { open[$0].time }).sorted()
            let areEven = times.enumerated().allSatisfy { ($1 - start) * times.count == (end - start) * ($0 + 1) }
            if areEven { continue }
            for place in places where open[place].time < end { open[place].needsTime = true }
        }
    }

    /// Takes all open steps; they count as asserted.
    @discardableResult
    package mutating func takeAll() -> [Step] {
        defer { drop(open.count) }
        return open
    }

    /// Takes the first open steps.
    private mutating func drop(_ count: Int) {
        open.removeFirst(count)
        optionalCount = max(0, optionalCount - count)
        takenCount += count
    }

    /// Takes the first open steps that `copy` has taken since it was made, but for those that were taken here meanwhile.
    ///
    /// So what looks at the steps of a copy may add steps, and does not lose them.
    package mutating func take(like copy: ReceiveLedger) { drop(min(max(0, copy.takenCount - takenCount), open.count)) }

    /// Takes the open steps that the test has to assert, and those before them.
    private mutating func takeAllToAssert() -> [Step] {
        let optionalCount = optionalCount
        return Array(takeAll().dropFirst(optionalCount))
    }

    // MARK: Checks

    /// Takes the steps that should have been received before the test sends `actions`; returns the failure message, if
    /// any.
    package mutating func beforeSending(_ actions: [Action]) -> String? {
        let early = takeAllToAssert()
        guard exhaustivity == .on, !early.isEmpty else { return nil }
        return "Before \(Rendering.list(actions)) was sent, this had come and was not received:\n\(list(early))"
    }

    /// Takes the steps of the actions of `events`, which the test has sent.
    ///
    /// - Parameter everything: whether to take all other open steps too.
    package mutating func sent(_ events: [UInt64], everything: Bool = false) -> StateCheck<State>? {
        let isOwn = { (step: Step) in
            if case .sent = step.cause, let event = step.event { events.contains(event) } else { false }
        }
        guard let first = open.first(where: isOwn),
            let last = everything ? open.last : open.last(where: isOwn)
        else { return nil }
        let own = everything ? open : open.filter(isOwn)
        if everything { takeAll() } else { open.removeAll(where: isOwn) }
        return StateCheck(from: first, to: last, of: own, exhaustivity, subject)
    }

    /// Whether a matching step is there, or, in an exhaustive test, any step.
    package func canReceive(_ matches: (Step) -> Bool) -> Bool {
        exhaustivity == .on && open.count > optionalCount || open.contains(where: matches)
    }

    package enum Received {
        case step(StateCheck<State>)
        /// No matching step has come.
        case nothing
        /// Another step is first, and described here. It stays open.
        case other(String)
    }

    /// Takes the next step, which must match; in a test that is not exhaustive, the next step that matches.
    package mutating func receive(matching matches: (Step) -> Bool) -> Received {
        let free = exhaustivity == .on ? open.prefix(optionalCount) : open[...]
        guard let place = free.firstIndex(where: matches) ?? open.dropFirst(free.count).indices.first else {
            return .nothing
        }
        let step = open[place]
        guard matches(step) else { return .other(list([step])) }
        drop(place + 1)
        return .step(StateCheck(from: step, to: step, of: [step], exhaustivity, subject))
    }

    // MARK: The end

    /// The failure for steps that are not received at the end of the test.
    package mutating func atEnd(_ site: TestSite) -> Failure? {
        let left = takeAllToAssert()
        guard exhaustivity == .on, !left.isEmpty else { return nil }
        return Failure("At the end of the test, this had come and was not received:\n\(list(left))", at: site)
    }

    /// The failures for the effects that are in flight at the end of the test, if it has to say everything.
    ///
    /// - Parameter advice: what the test can do about them.
    package func leftInFlight(_ advice: String) -> [Failure] {
        guard exhaustivity == .on else { return [] }
        let inFlight = inFlight
        return inFlight.prefix(Rendering.mostLines).enumerated().map { place, left in
            let rest = place == Rendering.mostLines - 1 ? inFlight.count - Rendering.mostLines : 0
            return Failure(
                "At the end of the test, what \(left.event.name) led to is still in flight.\n"
                    + "Let it end, cancel its event, or \(advice)"
                    + (rest > 0 ? "\n… and \(Rendering.grouped(rest)) more events are in flight" : ""),
                at: left.event.site
            )
        }
    }

    /// The failures for the actions that are in flight at the end of the test and have no effect.
    ///
    /// - Parameters:
    ///   - isHeldBack: whether the feature holds actions back.
    ///   - told: the events that other failures name.
    package func leftWithoutEffects(isHeldBack: Bool, except told: Set<UInt64> = []) -> [Failure] {
        let what = isHeldBack ? "held back, as by a debounce. Advance the clock" : "not over"
        return inFlight.filter { !told.contains($0.number) && !$0.event.task.hasEffects }.map { _, event in
            Failure("At the end of the test, \(event.name) is still \(what)", at: event.site)
        }
    }
}

extension ReceiveLedger: Sendable where State: Sendable {}
extension ReceiveLedger.Received: Sendable where State: Sendable {}

// MARK: Text

extension ReceiveLedger {
    /// As a failure message lists the step.
    package func text(_ step: Step) -> String {
        let what =
            switch step.cause {
            case .sent(let action): "the action \(Rendering.of(action)), which the test sent"
            case .fedBack(let action): "the action \(Rendering.of(action)), fed back by an effect"
            case .effect where step.isUnchanged: "the unchanged \(subject), emitted by an effect, a timer or a stream"
            case .effect: "a change of the \(subject) by an effect, a timer or a stream"
            }
        guard let event = step.event.flatMap({ events[$0] }) else { return what }
        return "\(what) (of \(event.name), sent at \(event.site))"
    }

    /// Lists the events in flight.
    package var listInFlight: String {
        Rendering.list(
            inFlight.map { _, event in "    what \(event.name) led to, sent at \(event.site)" },
            indent: "    "
        )
    }

    /// Lists the steps with what they changed; of a run of similar ones, the first and the last.
    package func list(_ steps: [Step]) -> String {
        var lines: [String] = []
        var rest = steps[...]
        while let first = rest.first, lines.count < Rendering.mostLines {
            let run = rest.prefix { isSimilar($0, to: first) }
            rest = rest.dropFirst(run.count)
            guard run.count > 3, let last = run.last else {
                lines += run.map { line($0) }
                continue
            }
            lines += [line(first), "    … \(Rendering.grouped(run.count - 2)) more like it, and the last:", line(last)]
        }
        if !rest.isEmpty { lines.append("    … \(Rendering.grouped(rest.count)) more") }
        return lines.joined(separator: "\n")
    }

    private func line(_ step: Step) -> String {
        guard let before = step.before, let after = step.after else { return "    \(text(step))" }
        return "    \(text(step))" + Difference.indented(from: before, to: after)
    }

    private func isSimilar(_ step: Step, to other: Step) -> Bool { Kind(step) == Kind(other) }
}

/// Steps of one kind belong to one event and have causes of one kind: for actions, the same case.
private struct Kind: Hashable {
    private enum Cause: Hashable {
        case sent(String)
        case fedBack(String)
        case effect
    }

    private let event: UInt64?
    private let cause: Cause

    init<State, Action>(_ step: LedgerStep<State, Action>) {
        func name(_ action: Action) -> String {
            let mirror = Mirror(reflecting: action)
            guard mirror.displayStyle == .enum else { return "" }
            return mirror.children.first?.label ?? "\(action)"
        }
        event = step.event
        switch step.cause {
        case .effect: cause = .effect
        case .sent(let action): cause = .sent(name(action))
        case .fedBack(let action): cause = .fedBack(name(action))
        }
    }
}
