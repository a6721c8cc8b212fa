/// An order in which the jobs and the clock of a scenario run: a rule, and the deviations from it.
///
/// A *decision* is a moment at which more than one job is ready, or a job and the clock. Decisions count from 0, and so
/// do the options of each: the ready jobs in the order of the rule, and last the clock, if a task sleeps. A schedule
/// takes option 0 unless it names another: `"3:1 7:2"` takes option 1 at decision 3 and option 2 at decision 7, and
/// `"newest 3:1"` begins at each decision with the job that became ready last, so that a task goes on and those that it
/// wakes go before those that wait. An option beyond the last one stands for the last one.
public struct Schedule: Sendable, Hashable {
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Jobs in the order in which they became ready.
        case oldest
        /// Jobs in the reverse order.
        case newest
    }

    package struct Deviation: Sendable, Hashable {
        package var decision: Int
        package var option: Int
    }

    package let rule: Rule
    /// In the order of the decisions; no deviation takes option 0.
    package let deviations: [Deviation]

    package init(_ rule: Rule, deviations: [Deviation] = []) {
        self.rule = rule
        self.deviations = deviations
    }

    /// The schedule that makes these decisions with the fewest deviations.
    init(taking decisions: [Decision]) {
        let schedules = Rule.allCases.map { rule in
            Schedule(
                rule,
                deviations: decisions.enumerated().compactMap { number, decision in
                    let option = decision.option(under: rule)
                    return option == 0 ? nil : Deviation(decision: number, option: option)
                }
            )
        }
        self = schedules.min { $0.deviations.count < $1.deviations.count }!
    }
}

extension Schedule: LosslessStringConvertible {
    public var description: String {
        let deviations = deviations.map { "\($0.decision):\($0.option)" }
        return ((rule == .oldest ? [] : [rule.rawValue]) + deviations).joined(separator: " ")
    }

    /// Returns nil unless the text consists of pairs such as `3:1` whose first numbers increase and whose second
    /// numbers are positive.
    public init?(_ description: String) {
        var words = description.split(separator: " ")[...]
        let rule = words.first.flatMap { Rule(rawValue: String($0)) }
        if rule != nil { words.removeFirst() }
        var deviations: [Deviation] = []
        for word in words {
            let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let decision = numbers[0], let option = numbers[1], option > 0,
                decision > deviations.last?.decision ?? -1
            else { return nil }
            deviations.append(Deviation(decision: decision, option: option))
        }
        self.init(rule ?? .oldest, deviations: deviations)
    }
}

extension Schedule {
    /// The schedule that `text` describes; records an issue if there is none.
    static func parsed(_ text: String, at site: TestSite) -> Schedule? {
        if let schedule = Schedule(text) { return schedule }
        Failure("\"\(text)\" is not a schedule: one is written as \"3:1 7:2\"", at: site).record()
        return nil
    }
}
