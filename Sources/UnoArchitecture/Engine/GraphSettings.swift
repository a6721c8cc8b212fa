/// The options of a graph, which its host states; nil when every option has its default.
final class GraphSettings: Sendable {
    /// Nil for `ContinuousClock`.
    let clock: GraphClock?
    /// The name of the host, for diagnostics; nil if the program did not give it one.
    let title: String?
    /// The number of awaited effects at which the graph takes no further action.
    let effectLimit: Int
    /// How long one subscriber or transformer may keep a step waiting before it is reported; nil for no report.
    let stallLimit: Duration?
    let observer: (any EngineObserver)?
    /// Hears more of the graph than an observer; nil for none.
    let listener: (any GraphListener)?
    /// Nil outside a harness.
    let underTest: FeatureUnderTest?
    /// Whether the graph starts no task, so that only its host sets it to work.
    let holdsTasks: Bool

    init(
        clock: (any Clock<Duration>)? = nil,
        title: String? = nil,
        effectLimit: Int = defaultEffectLimit,
        stallLimit: Duration? = nil,
        observer: (any EngineObserver)? = nil,
        listener: (any GraphListener)? = nil,
        underTest: FeatureUnderTest? = nil,
        holdsTasks: Bool = false
    ) {
        self.clock = clock.map { GraphClock($0) }
        self.title = title
        self.effectLimit = effectLimit
        self.stallLimit = stallLimit
        self.observer = observer
        self.listener = listener
        self.underTest = underTest
        self.holdsTasks = holdsTasks
    }

    static let defaultEffectLimit = 65_536

    /// The settings of a host without a name or an observer; nil for the defaults.
    static func with(_ clock: (any Clock<Duration>)?, effectLimit: Int? = nil) -> GraphSettings? {
        guard clock != nil || effectLimit != nil else { return nil }
        return GraphSettings(clock: clock, effectLimit: effectLimit ?? defaultEffectLimit)
    }
}
