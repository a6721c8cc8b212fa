import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 1: a button that counts its clicks.
@Interactor struct CounterStudy {
    typealias State = Int
    enum Action: Sendable { case clicked }

    var body: some InteractorOf<Self> {
        Interact(initialValue: 0) { count, _ in
            count += 1
            return .state
        }
    }
}

@MainActor @Suite("Case study: a counter", .timeLimit(.hang)) struct CounterStudyTests {
    @Test func `Each click counts`() {
        let model = ViewModel(CounterStudy())
        for _ in 1...1_000 { model.sendViewEvent(.clicked) }
        #expect(model.viewState == 1_000)
    }
}
