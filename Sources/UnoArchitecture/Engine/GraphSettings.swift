internal import UnoAsync

/// What a host states about its graph. A host that states nothing has none, which costs one word.
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

    init(
        clock: (any Clock<Duration>)? = nil,
        title: String? = nil,
        effectLimit: Int = GraphSettings.defaultEffectLimit,
        stallLimit: Duration? = nil,
        observer: (any EngineObserver)? = nil
    ) {
        self.clock = clock.map { GraphClock($0) }
        self.title = title
        self.effectLimit = effectLimit
        self.stallLimit = stallLimit
        self.observer = observer
    }

    static let defaultEffectLimit = 65_536

    static func with(_ clock: (any Clock<Duration>)?) -> GraphSettings? { clock.map { GraphSettings(clock: $0) } }
}

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
protocol EngineObserver: AnyObject, Sendable {
    func stepBegan(_ event: UInt64?, at began: ContinuousClock.Instant)
    func stepEnded(_ event: UInt64?, began: ContinuousClock.Instant, states: Int)
    func effect(_ run: EffectRun, _ change: EffectChange)
    func reachedEffectLimit(_ limit: Int)
    func subscriberStalled(_ subscriber: SubscriberNote)
}

enum EffectChange {
    case registered
    case began
    case cancelled
    case ended
}

/// Tells an observer when steps begin and end. Lives in the graph's isolation.
final class StepTimer {
    private let observer: any EngineObserver
    private var began = ContinuousClock.now
    /// The number of states emitted before the running step.
    private var states = 0

    init(_ observer: any EngineObserver) {
        self.observer = observer
    }

    func begin(_ event: EventID?, _ sink: AnyStateSink) {
        began = .now
        states = sink.emissionCount
        observer.stepBegan(event?.id, at: began)
    }

    func end(_ event: EventID?, _ sink: AnyStateSink) {
        observer.stepEnded(event?.id, began: began, states: sink.emissionCount - states)
    }
}
