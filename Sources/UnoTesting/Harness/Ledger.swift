/// What a feature did and what its test has said of it: the part of a harness that does not depend on what is tested.
///
/// A harness notes each step in its order; each call of the test takes the steps that it speaks of, and answers what is
/// to be checked, for the harness to record at the place of the call. Pure: no clock, no tasks, no user's code.
package struct Ledger<State: Equatable & Sendable, Action: Sendable>: Sendable {
    package typealias Step = LedgerStep<State, Action>

    package var exhaustivity: Exhaustivity
    /// What the test has not spoken of, in its order.
    package private(set) var open: [Step] = []

    package init(exhaustivity: Exhaustivity) {
        self.exhaustivity = exhaustivity
    }

    package mutating func note(_ step: Step) { open.append(step) }

    /// Takes everything that is open: it counts as said.
    @discardableResult
    package mutating func takeAll() -> [Step] {
        defer { open = [] }
        return open
    }

    /// Before the test sends `names`: what came of itself should have been received. It counts as said from now on.
    package mutating func beforeSending(_ names: String) -> String? {
        let early = takeAll()
        guard exhaustivity == .on, !early.isEmpty else { return nil }
        return "Before \(names) was sent, this had come and was not received:\n\(Self.list(early))"
    }

    /// Takes the steps of `events`, which the test has sent.
    ///
    /// - Parameter everything: takes all that came with them, too.
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

    /// Whether what the test wants to receive is there, or something else is in its place.
    package func canReceive(_ matches: (Step) -> Bool) -> Bool {
        exhaustivity == .on ? !open.isEmpty : open.contains(where: matches)
    }

    package enum Received: Sendable {
        case step(Step, StateCheck<State>)
        /// Nothing of the kind has come.
        case nothing
        /// Something else is first. It stays.
        case other(String)
    }

    /// Takes the next step, which is to match; if the test need not speak of everything, the next one that does.
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

    /// At the end of the test: what has not been received, for each place of the test that led to it.
    package mutating func atEnd(_ site: TestSite) -> [Failure] {
        let left = takeAll()
        guard exhaustivity == .on, !left.isEmpty else { return [] }
        return [Failure("At the end of the test, this had come and was not received:\n\(Self.list(left))", at: site)]
    }

    package static func list(_ steps: [Step]) -> String {
        steps.map { "    \($0.textWithChange)" }.joined(separator: "\n")
    }
}
