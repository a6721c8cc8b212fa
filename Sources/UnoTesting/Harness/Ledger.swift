/// The steps of a feature that its test has not asserted.
///
/// A harness notes each step in order. Each call of the test takes its steps and returns a check, whose failure the
/// harness records at the place of the call. No clock, no tasks, no code of the user.
package struct Ledger<State: Equatable & Sendable, Action: Sendable>: Sendable {
    package typealias Step = LedgerStep<State, Action>

    package var exhaustivity: Exhaustivity
    /// The steps that the test has not asserted, in order.
    package private(set) var open: [Step] = []

    package init(exhaustivity: Exhaustivity) {
        self.exhaustivity = exhaustivity
    }

    package mutating func note(_ step: Step) { open.append(step) }

    /// Takes all open steps; they count as asserted.
    @discardableResult
    package mutating func takeAll() -> [Step] {
        defer { open = [] }
        return open
    }

    /// Takes the steps that should have been received before the test sends `names`; returns the failure message, if
    /// any.
    package mutating func beforeSending(_ names: String) -> String? {
        let early = takeAll()
        guard exhaustivity == .on, !early.isEmpty else { return nil }
        return "Before \(names) was sent, this had come and was not received:\n\(Self.list(early))"
    }

    /// Takes the steps of `events`, which the test has sent.
    ///
    /// - Parameter everything: whether to take all other open steps too.
    package mutating func sent(_ events: [UInt64], _ names: String, everything: Bool = false) -> StateCheck<State>? {
        let isOwn = { (step: Step) in
            if case .sent(_, let event) = step.cause { events.contains(event) } else { false }
        }
        guard let first = open.first(where: isOwn),
            let last = everything ? open.last : open.last(where: isOwn)
        else { return nil }
        let own = everything ? [] : open.filter(isOwn)
        if everything { open = [] } else { open.removeAll(where: isOwn) }
        return StateCheck("After \(names)", from: first, to: last, of: own, exhaustivity)
    }

    /// Whether a matching step is there, or, in an exhaustive test, any step.
    package func canReceive(_ matches: (Step) -> Bool) -> Bool {
        exhaustivity == .on ? !open.isEmpty : open.contains(where: matches)
    }

    package enum Received: Sendable {
        case step(Step, StateCheck<State>)
        /// No matching step has come.
        case nothing
        /// Another step is first. It stays open.
        case other(String)
    }

    /// Takes the next step, which must match; in a test that is not exhaustive, the next step that matches.
    package mutating func receive(_ wanted: String, matching matches: (Step) -> Bool) -> Received {
        let place = exhaustivity == .on ? open.indices.first : open.firstIndex(where: matches)
        guard let place else { return .nothing }
        let step = open[place]
        guard matches(step) else {
            return .other("\(wanted) was to be received, but first came:\n\(Self.list([step]))")
        }
        open.removeSubrange(...place)
        return .step(step, StateCheck("After \(wanted)", from: step, to: step, of: [step], exhaustivity))
    }

    /// The failures for steps that are not received at the end of the test, one for each place of the test that led to
    /// them.
    package mutating func atEnd(_ site: TestSite) -> [Failure] {
        let left = takeAll()
        guard exhaustivity == .on, !left.isEmpty else { return [] }
        return [Failure("At the end of the test, this had come and was not received:\n\(Self.list(left))", at: site)]
    }

    package static func list(_ steps: [Step]) -> String {
        steps.map { "    \($0.textWithChange)" }.joined(separator: "\n")
    }
}
