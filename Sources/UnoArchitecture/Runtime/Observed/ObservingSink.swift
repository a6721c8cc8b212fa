/// Collects the states of a step and reports them when the step is over. Lives in the graph's isolation.
final class ObservingSink<State: Sendable, Action: Sendable>: StateSink<State> {
    typealias Step = ObservedStep<State, Action>

    weak var graph: FeatureGraph<State, Action>?
    private let observe: @Sendable (Step) -> Void
    private var cause: Step.Cause?
    private var event: UInt64?
    private var states: [State] = []
    private var effectEmissions: UInt32 = 0

    init(_ observe: @escaping @Sendable (Step) -> Void) {
        self.observe = observe
    }

    /// A step begins that the host takes.
    func begin(_ cause: Step.Cause, for event: Ticket?) {
        self.cause = cause
        self.event = event?.id
        effectEmissions = graph?.engine.effectEmissions ?? 0
    }

    override func emit(_ cell: StateCell<State>) {
        if cause == nil { begin(.effect, for: graph?.engine.origin) }
        states.append(cell.value)
    }

    override func stepEnded() {
        guard let cause else { return }
        let step = Step(
            cause: cause,
            event: event,
            states: states,
            hasEffects: graph?.engine.effectEmissions != effectEmissions,
            held: graph?.state
        )
        self.cause = nil
        event = nil
        states = []
        observe(step)
    }
}
