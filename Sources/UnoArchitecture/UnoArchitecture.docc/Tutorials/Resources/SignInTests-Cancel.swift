import Testing
import UnoStateMachinesTesting
import UnoTesting

@testable import Account

@Test("checks the code that is submitted")
func submitting() {
    let transition = SignIn.reduceInput(.editing, .submit(code: "1234"))
    #expect(transition.state == .checking)
    #expect(transition.effects == .check(code: "1234"))
}

@Test("shows why a code is rejected")
func rejection() async {
    let effects = MockEffects(of: SignIn.self)
    let harness = effects.during { InteractorTestHarness(SignIn { _ in "" }) }
    await harness.send(.input(.submit(code: "1234"))) { $0 = .checking }
    effects.answer(.check(code: "1234"), with: .rejected(reason: "wrong"))
    await harness.receive(.ioResult(.rejected(reason: "wrong"))) { $0 = .rejected(reason: "wrong") }
    await harness.finish()
}

@Test("stops checking when it is cancelled")
func cancellation() async {
    let effects = MockEffects(of: SignIn.self)
    let harness = effects.during { InteractorTestHarness(SignIn { _ in "" }) }
    await harness.send(.input(.submit(code: "1234"))) { $0 = .checking }
    await harness.send(.input(.cancel)) { $0 = .editing }
    #expect(effects.cancelled == [.check(code: "1234")])
    await harness.finish()
}
