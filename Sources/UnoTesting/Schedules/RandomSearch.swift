/// The bias of a random walk. Each finds faults that the others are slow to find.
enum RandomSearch: CaseIterable {
    /// Every option is as likely as every other.
    case even
    /// Mostly the oldest job, so that a long scenario has few deviations.
    case mostlyOldest
    /// Mostly the newest job, so that older jobs wait for long.
    case mostlyNewest

    /// Takes an option of the decision.
    func decide(_ decision: inout Decision, using generator: inout SplitMix) {
        let isTypical = Int.random(in: 0..<4, using: &generator) > 0
        switch self {
        case .mostlyOldest where isTypical: decision.take(0, under: .oldest)
        case .mostlyNewest where isTypical: decision.take(0, under: .newest)
        default: decision.take(Int.random(in: 0..<decision.width, using: &generator), under: .oldest)
        }
    }
}
