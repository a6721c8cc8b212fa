internal import UnoArchitecture

/// Gathers what happens in a step of a view model's graph, and passes it on at the end of the step. Lives in the graph's
/// isolation.
final class StepRecorder<ViewState, Action: Sendable> {
    typealias Step = ObservedStep<ViewState, Action>

    /// Unowned: this object is called only in steps of the engine's graph, which the engine keeps.
    private unowned let engine: GraphEngine
    private let record: (Step) -> Void
    /// The running step; nil between steps.
    private var cause: Step.Cause?
    private var event: UInt64?
    private var states: [ViewState] = []
    /// The events whose own action, which is the first one, has been handled.
    private var handled: Set<UInt64> = []

    init(_ engine: GraphEngine, _ record: @escaping (Step) -> Void) {
        self.engine = engine
        self.record = record
    }

    /// An action is about to be handled.
    func begin(_ action: Action) {
        let event = engine.step.event?.id
        let isSent = event.map { handled.insert($0).inserted } ?? false
        begin(isSent ? .sent(action) : .fedBack(action), event)
    }

    func add(_ state: ViewState) {
        if cause == nil { begin(.effect, engine.step.event?.id) }
        states.append(state)
    }

    private func begin(_ cause: Step.Cause, _ event: UInt64?) {
        (self.cause, self.event) = (cause, event)
        engine.afterStep { [self] in end() }
    }

    private func end() {
        guard let cause = cause.take() else { return }
        let step = Step(
            cause: cause,
            event: event,
            emitted: states.map { EmittedInStep($0) },
            hasEffects: false,
            held: states.last
        )
        (event, states) = (nil, [])
        record(step)
    }
}
