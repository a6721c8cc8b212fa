internal import AsyncKit

/// Collects the states of a step and reports them when the step ends. Lives in the graph's isolation.
final class ObservingSink<State: Sendable, Action: Sendable>: StateSink<State> {
    typealias Step = ObservedStep<State, Action>

    weak var graph: FeatureGraph<State, Action>?
    private let observe: @Sendable (Step) -> Void
    private var cause: Step.Cause?
    private var event: UInt64?
    private var emitted: [EmittedInStep<State>] = []
    private var effectEmissions: UInt32 = 0

    init(_ observe: @escaping @Sendable (Step) -> Void) {
        self.observe = observe
    }

    /// Notes the cause of a step that the host begins.
    func begin(_ cause: Step.Cause, for event: EventID?) {
        self.cause = cause
        self.event = event?.id
        effectEmissions = graph?.engine.launches.emissions ?? 0
    }

    /// A harness compares the state itself with what the test says.
    override var showsStates: Bool { false }

    override func emit() {
        if cause == nil { begin(.effect, for: graph?.engine.step.event) }
        emitted.append(EmittedInStep(cell!.value, isInterim: true))
    }

    override func flush() -> Bool {
        if let last = emitted.indices.last { emitted[last].isInterim = false }
        return true
    }

    /// Also reports a step that has no cause and has emitted nothing, as the step of a held action may: it may have
    /// changed the state.
    override func stepEnded() {
        let step = Step(
            cause: cause ?? .effect,
            event: event,
            emitted: emitted,
            hasEffects: graph?.engine.launches.emissions != effectEmissions,
            held: graph?.state
        )
        cause = nil
        event = nil
        emitted = []
        observe(step)
    }
}
