/// How a random schedule leans; each finds faults that the others are slow to find.
enum RandomSearch: CaseIterable {
    /// Every option is as likely as every other.
    case even
    /// Mostly in order, so that a long scenario sees few deviations.
    case mostlyOldest
    /// Mostly what became ready last, so that somebody waits for long.
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
