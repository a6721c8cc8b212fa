import Testing
import UnoTesting

@testable import Scoreboard

@Test("counts, and saves what it has counted")
func counts() async {
    let harness = InteractorTestHarness(Tally { _ in })
    await harness.send(.increment) { $0.count = 1 }
    await harness.send(.save) { $0.isSaving = true }
    await harness.receive {
        $0.isSaving = false
        $0.saved = 1
    }
    await harness.finish()
}
