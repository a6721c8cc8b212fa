import Testing
import UnoArchitecture
import UnoStateMachines
import UnoStateMachinesTesting
import UnoTesting

@StateMachine
struct Bell {
    enum State: Hashable {
        case silent
        case ringing
    }
    enum Input: Hashable { case press }
    enum IOEffect: Hashable { case ring }
    enum IOResult: Hashable { case rang }

    let initialValue = State.silent

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        transition(.ringing, effect: .ring)
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { nextState(.silent) }

    func runIOEffect(_ effect: IOEffect) async -> IOResultStream { .single { .rang } }
}

@Test func ringing() async {
    let effects = MockEffects(of: Bell.self)
    let harness = effects.during { InteractorTestHarness(Bell()) }
    await harness.send(.input(.press)) { $0 = .ringing }
    effects.answer(.ring, with: .rang)
    await harness.receive(.ioResult(.rang)) { $0 = .silent }
    await harness.finish()
}
