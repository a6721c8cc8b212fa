import Testing
import UnoStateMachinesTesting
import UnoTesting

@testable import Account

@Test("is entered with the right code")
func entrance() async {
    let effects = MockEffects(of: SignIn.self)
    let harness = effects.during { InteractorTestHarness(Session(signedOut: SignIn { _ in "" })) }
    await harness.send(.input(.signIn(.submit(code: "1234")))) { $0 = .signedOut(.checking) }
    effects.answer(.check(code: "1234"), with: .accepted(name: "Ada"))
    await harness.receive(.ioResult(.signIn(.accepted(name: "Ada")))) { $0 = .signedIn(name: "Ada") }
    await harness.finish()
}

@Test("stops checking a code when a guest goes on")
func guest() async {
    let effects = MockEffects(of: SignIn.self)
    let harness = effects.during { InteractorTestHarness(Session(signedOut: SignIn { _ in "" })) }
    await harness.send(.input(.signIn(.submit(code: "1234")))) { $0 = .signedOut(.checking) }
    await harness.send(.input(.continueAsGuest)) { $0 = .signedIn(name: "guest") }
    #expect(effects.cancelled == [.check(code: "1234")])
    await harness.finish()
}
