import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Code that a user writes without naming types; these tests pass if they compile.
@Suite("Types are inferred", .timeLimit(.hang))
struct InferenceTests {
    private struct Debounced: Interactor {
        struct DomainState: Sendable, Equatable { var texts: [String] = [] }
        let clock: TestClock

        var body: some Interactor<DomainState, String> {
            DebounceInteractor(for: .seconds(1), clock: clock) {
                Interact(initialValue: DomainState()) { state, text in
                    state.texts.append(text)
                    return .state
                }
            }
        }
    }

    /// Handlers of several statements, in debounces beside other parts of a body.
    private struct Several: Interactor {
        let clock: any Clock<Duration>

        var body: some Interactor<Int, Bool> {
            DebounceInteractor(for: .zero, clock: clock) {
                Interact(initialValue: 1) { state, isUp in
                    let change = isUp ? 1 : -1
                    if state > 0 { state += change }
                    return .state
                }
            }
            DebounceInteractor(for: .zero) {
                Interactors.CollectInteractors {
                    Interact(initialValue: 1) { state, isUp in
                        switch isUp {
                        case true: state += 10
                        case false: return .none
                        }
                        return .state
                    }
                    Interact(initialValue: 1) { state, isUp, dispatch in
                        guard isUp, state < 20 else { return .none }
                        return .perform { _, _ in await dispatch(false) }
                    }
                }
            }
            Interactors.CollectInteractors {
                Interact(initialValue: 1) { state, isUp in
                    let factor = isUp ? 1 : 100
                    state *= factor
                    return .state
                }
            }
        }
    }

    private struct Collected: Interactor {
        var body: some Interactor<Int, Bool> {
            Interactors.CollectInteractors {
                Interact(initialValue: 1) { state, isUp in
                    state += isUp ? 1 : -1
                    return .state
                }
                Interact(initialValue: 1) { state, _, dispatch in
                    state *= 2
                    return .none
                }
            }
        }
    }

    @Test("in a debounce around a handler") func debounce() async {
        let clock = TestClock()
        let runtime = Runtime(Debounced(clock: clock))
        let event = runtime.send("a")
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await event.finish()
        #expect(await runtime.state?.texts == ["a"])
    }

    @Test("in debounces and collections around handlers of several statements") func several() async {
        let runtime = Runtime(Several(clock: TestClock()))
        await runtime.send(true).finish()
        #expect(await runtime.state == 1_100)
    }

    @Test("in a collection of handlers") func collection() async {
        let runtime = Runtime(Collected())
        await runtime.send(true).finish()
        #expect(await runtime.state == 4)
    }
}
