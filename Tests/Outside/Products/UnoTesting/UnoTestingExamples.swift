import Testing
import UnoArchitecture
import UnoTesting

private struct Counter: Interactor {
    var body: some Interactor<Int, Int> {
        Interact(initialValue: 0) { count, number in
            count += number
            return .state
        }
    }
}

@Test func adding() async {
    let harness = InteractorTestHarness(Counter())
    await harness.send(2) { $0 = 2 }
    await harness.finish()
}
