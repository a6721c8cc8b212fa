import Testing
import UnoArchitecture

@testable import UnoInspector

struct OpenStepsTests {
    @Test func `The end of an effect is part of the step, and after a cancellation of an event stands behind it`() {
        var step = OpenStep(number: 1, cause: .sent, event: 1, effect: nil, time: .zero)
        step.note(RecordedEffect(1, .cancelled))
        step.note(RecordedEffect(1, .ended))
        #expect(step.behind.isEmpty)
        step.behind.append(.cancelled(event: 1))
        step.note(RecordedEffect(3, .registered))
        step.note(RecordedEffect(2, .ended))
        #expect(step.effects.map { "\($0.number) \($0.change)" } == ["1 cancelled", "1 ended", "3 registered"])
        guard case .effect(RecordedEffect(2, .ended))? = step.behind.last, step.behind.count == 2 else {
            Issue.record("\(step.behind)")
            return
        }
    }
}
