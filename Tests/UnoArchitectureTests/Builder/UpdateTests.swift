import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A handler that returns nothing: what it has changed is emitted.
@Suite("Update", .timeLimit(.hang))
struct UpdateTests {
    struct Feature: Interactor {
        var body: some Interactor<Int, Int> {
            Update(initialValue: 0) { count, action in
                switch action {
                case 0: break
                case 9: count = 9
                default: count += action
                }
            }
        }
    }

    @Test("emits each changed state, and no other one, in a burst as well as one by one")
    func emits() async {
        for isBurst in [false, true] {
            let harness = InteractorTestHarness(Feature())
            if isBurst {
                await harness.send(1, 0, 9, 9, 1, 0) { $0 = 10 }
            } else {
                await harness.send(1) { $0 = 1 }
                await harness.send(0)
                await harness.send(9) { $0 = 9 }
                await harness.send(9)
                await harness.send(1) { $0 = 10 }
                await harness.send(0)
            }
            #expect(await harness.states == [0, 1, 9, 10])
            await harness.finish()
        }
    }

    @Test("emits in each host", arguments: Host.allCases)
    func hosts(host: Host) async {
        #expect(await host.states(of: Feature(), [1, 0, 2, 0]) == [0, 1, 3])
    }

    @Test("works on the state of another part, whose change it does not emit again")
    func withoutState() async {
        struct Pair: Interactor {
            var body: some Interactor<[Int], Int> {
                Interact(initialValue: []) { state, action in
                    state.append(action)
                    return .state
                }
                Update { state, action in
                    if action == 2 { state.append(20) }
                }
            }
        }
        let harness = InteractorTestHarness(Pair())
        await harness.send(1, emitting: 1) { $0 = [1] }
        await harness.send(2, emitting: 2) { $0 = [1, 2, 20] }
        await harness.finish()
    }
}
