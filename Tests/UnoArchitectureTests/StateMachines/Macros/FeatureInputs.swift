/// The inputs that the forms of ``CounterFact`` have in common.
protocol CounterFactInput {
    static var increment: Self { get }
    static func set(to count: Int) -> Self
    static var ask: Self { get }
}

/// The inputs that the forms of ``Presets`` have in common.
protocol PresetsInput {
    static var load: Self { get }
    static func save(count: Int, fact: String) -> Self
    static var cancel: Self { get }
}

/// The inputs that the forms of ``Workshop`` have in common.
protocol WorkshopInput {
    static func rename(_ title: String) -> Self
    static var counterIncrement: Self { get }
    static func counterSet(to count: Int) -> Self
    static var counterAsk: Self { get }
    static var presetsLoad: Self { get }
    static func presetsSave(count: Int, fact: String) -> Self
}

extension CounterFact.Input: CounterFactInput {}
extension Presets.Input: PresetsInput {}
extension Workshop.Input: WorkshopInput {}
