import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting

private struct Switch: Interactor {
    var body: some Interactor<Bool, Bool> {
        Interact(initialValue: false) { isOn, turned in
            isOn = turned
            return .state
        }
    }
}

@MainActor
@Test func switching() async {
    let harness = ViewModelTestHarness { _ in ViewModel(Switch()) }
    harness.send(true) { $0 = true }
    await harness.finish()
}
