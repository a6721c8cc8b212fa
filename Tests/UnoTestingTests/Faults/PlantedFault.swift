import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A fault that a feature or a concurrent program may have, and the test that one would reasonably write for it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The line of the call that the failure belongs to.
    let line: Int
    /// What the failure says.
    let message: String
    /// The test, of the correct program or of the faulty one.
    let test: @MainActor @Sendable (_ isFaulty: Bool) async -> Void

    init(
        _ title: String, at line: Int = 10, _ message: String,
        _ test: @escaping @MainActor @Sendable (_ isFaulty: Bool) async -> Void
    ) {
        testDescription = title
        self.line = line
        self.message = message
        self.test = test
    }

    /// A harness for a handler.
    static func harness<State: Equatable & Sendable, Action: Sendable>(
        _ initial: State, _ exhaustivity: Exhaustivity = .on,
        _ handler: @escaping @Sendable (TestClock, inout State, Action, Dispatcher<Action>) -> Emission<State>
    ) -> InteractorTestHarness<State, Action> {
        InteractorTestHarness(exhaustivity: exhaustivity) { clock in
            Interact(initialValue: initial) { state, action, dispatch in handler(clock, &state, action, dispatch) }
        }
    }

    static let all = steps + effects + time + viewModels + programs + streams
}

// MARK: Steps

extension PlantedFault {
    static let steps = [
        PlantedFault("an action does too much", "n\n        expected: 1\n        actual:   2") { isFaulty in
            struct State: Equatable { var n = 0 }
            let harness =
                harness(State()) { _, state, _, _ in
                    state.n += isFaulty ? 2 : 1
                    return .state
                } as InteractorTestHarness<State, Int>
            await harness.send(1, line: 10) { $0.n = 1 }
            await harness.finish()
        },
        PlantedFault("an action changes another field, too", "text\n        expected: \"\"") { isFaulty in
            struct State: Equatable {
                var n = 0
                var text = ""
            }
            let harness =
                harness(State()) { _, state, _, _ in
                    state.n += 1
                    if isFaulty { state.text = "changed" }
                    return .state
                } as InteractorTestHarness<State, Int>
            await harness.send(1, line: 10) { $0.n = 1 }
            await harness.finish()
        },
        PlantedFault("a change is not emitted", "and the change was not emitted") { isFaulty in
            let harness = numbers { _, state, number, _ in
                state = number
                return isFaulty ? .none : .state
            }
            await harness.send(1, line: 10) { $0 = 1 }
            await harness.finish()
        },
        PlantedFault("a needless state is emitted", "although it has not changed") { isFaulty in
            let harness = numbers { _, _, _, _ in isFaulty ? .state : .none }
            await harness.send(1, line: 10)
            await harness.finish()
        },
        PlantedFault("a step emits a state in between", "2 state(s) were emitted, and the test says 1") { isFaulty in
            let harness = InteractorTestHarness { _ in
                Interactors.CollectInteractors {
                    Interact<Int, Int>(initialValue: 0) { state, number in
                        state = isFaulty ? -1 : number
                        return isFaulty ? .state : .none
                    }
                    Interact<Int, Int>(initialValue: 0) { state, number in
                        state = number
                        return .state
                    }
                }
            }
            await harness.send(5, emitting: 1, line: 10) { $0 = 5 }
            await harness.finish()
        },
        PlantedFault("the parts of a feature stand in the wrong order", "expected: 20\n        actual:   10") {
            isFaulty in
            func part(_ isLast: Bool, _ change: @escaping @Sendable (inout Int, Int) -> Void) -> Interact<Int, Int> {
                Interact(initialValue: 0) { state, number in
                    change(&state, number)
                    return isLast ? .state : .none
                }
            }
            let (add, double) = (part(isFaulty) { $0 += $1 }, part(!isFaulty) { state, _ in state *= 2 })
            let harness = InteractorTestHarness { _ in
                Interactors.CollectInteractors {
                    isFaulty ? double : add
                    isFaulty ? add : double
                }
            }
            await harness.send(10, line: 10) { $0 = 20 }
            await harness.finish()
        },
        PlantedFault("a child's state is not stored", "expected: 7\n        actual:   0") { isFaulty in
            let harness = numbers { _, state, number, _ in
                if !isFaulty { state = number }
                return isFaulty ? .none : .state
            }
            await harness.send(7, line: 10) { $0 = 7 }
            await harness.finish()
        },
    ]
}

// MARK: Effects

extension PlantedFault {
    enum Loading: Sendable, Equatable {
        case load
        case loaded(Int)
        case failed, stop, other
    }
    struct Page: Sendable, Equatable {
        var isLoading = false
        var value = 0
        var hasFailed = false
    }

    static func loader(
        _ work: HeldWork, policy: EffectPolicy = .runBoth,
        _ answer: @escaping @Sendable (Dispatcher<Loading>) async -> Void,
        loaded: @escaping @Sendable (inout Page, Int) -> Void = { page, value in
            page.isLoading = false
            page.value = value
        }
    ) -> InteractorTestHarness<Page, Loading> {
        harness(Page()) { _, page, action, dispatch in
            switch action {
            case .load:
                page.isLoading = true
                return .perform(id: "load", policy: policy) { _, _ in
                    guard await work.run() == .released else { return }
                    await answer(dispatch)
                }
            case .loaded(let value):
                loaded(&page, value)
                return .state
            case .failed:
                page.isLoading = false
                page.hasFailed = true
                return .state
            case .stop: return .cancel(id: "load")
            case .other: return .none
            }
        }
    }

    static let effects = [
        PlantedFault("an effect feeds back another value", "The action .loaded(1) was to be received") { isFaulty in
            let work = HeldWork()
            let harness = loader(work) { await $0(.loaded(isFaulty ? 2 : 1)) }
            await harness.send(.load) { $0.isLoading = true }
            work.release()
            await harness.receive(.loaded(1), line: 10) { $0 = Page(value: 1) }
            await harness.skipReceived()
            await harness.finish()
        },
        PlantedFault("an effect feeds back twice", at: 20, "had come and was not received") { isFaulty in
            let work = HeldWork()
            let harness = loader(work) { dispatch in
                await dispatch(.loaded(1))
                if isFaulty { await dispatch(.loaded(2)) }
            }
            await harness.send(.load) { $0.isLoading = true }
            work.release()
            await harness.receive(.loaded(1), line: 10) { $0 = Page(value: 1) }
            await harness.finish(line: 20)
        },
        PlantedFault("a failure is swallowed", "was to be received, but none has come. Nothing is under way") {
            isFaulty in
            let work = HeldWork()
            let harness = loader(work) { if !isFaulty { await $0(.failed) } }
            await harness.send(.load) { $0.isLoading = true }
            work.release()
            await harness.receive(.failed, line: 10) { $0 = Page(hasFailed: true) }
            await harness.finish()
        },
        PlantedFault("the sign of loading stays", "isLoading\n        expected: false\n        actual:   true") {
            isFaulty in
            let work = HeldWork()
            let harness = loader(work) {
                await $0(.loaded(1))
            } loaded: { page, value in
                if !isFaulty { page.isLoading = false }
                page.value = value
            }
            await harness.send(.load) { $0.isLoading = true }
            work.release()
            await harness.receive(.loaded(1), line: 10) { $0 = Page(value: 1) }
            await harness.finish()
        },
        PlantedFault("a stale answer is not cancelled", at: 20, "had come and was not received") { isFaulty in
            let work = HeldWork()
            let harness = loader(work, policy: isFaulty ? .runBoth : .cancelPrevious) { await $0(.loaded(1)) }
            await harness.send(.load) { $0.isLoading = true }
            await harness.send(.load)
            work.release()
            await harness.receive(.loaded(1), line: 10) { $0 = Page(value: 1) }
            work.release()
            await harness.finish(line: 20)
        },
        PlantedFault("an effect is not cancelled with its screen", "this effect is still in flight") { isFaulty in
            let work = HeldWork()
            let harness = loader(work) { await $0(.loaded(1)) }
            await harness.send(.load, line: 10) { $0.isLoading = true }
            if !isFaulty { await harness.send(.stop) }
            await harness.finish(timeout: .zero)
        },
        PlantedFault("an effect outlives its cancellation", at: 0, "late") { isFaulty in
            let harness = numbers { clock, _, number, _ in
                guard number > 0 else { return .cancel(id: "slow") }
                return .perform(id: "slow") { _, send in
                    do { try await clock.sleep(for: .seconds(1)) } catch { if !isFaulty { return } }
                    await send { $0 = number }
                }
            }
            await harness.send(1)
            await harness.send(0)
            let late = await harness.lateCalls
            if !late.isEmpty { Failure("late: \(late)", at: TestSite()).record() }
            await harness.finish()
        },
        PlantedFault("an effect uses its dispatcher after its end", "dispatched") { isFaulty in
            let kept = Locked<Dispatcher<Int>?>(nil)
            let harness = numbers { _, _, number, dispatch in
                guard number == 1 else { return .none }
                return .perform { _, _ in
                    if isFaulty { kept.withLock { $0 = dispatch } } else { await dispatch(2) }
                }
            }
            await harness.send(1)
            if isFaulty {
                await kept.withLock { $0 }?(2)
                await harness.send(3, line: 10)
            } else {
                await harness.receive(2)
            }
            await harness.finish()
        },
        PlantedFault("a feature uses a clock that its test does not give it", at: 10, "is not meant to be used") {
            isFaulty in
            let clock = UnimplementedClock("the clock", line: 10)
            let harness = numbers { _, _, _, _ in
                .perform { _, _ in if isFaulty { try? await clock.sleep(for: .seconds(1)) } }
            }
            await harness.sendAndAwait(1)
            await harness.finish()
        },
        PlantedFault("a machine's effect is not cancelled when its phase ends", at: 0, "still runs") { isFaulty in
            let work = HeldWork()
            let harness = loader(work) { await $0(.loaded(1)) }
            await harness.send(.load) { $0.isLoading = true }
            await work.starts.waitFor(1)
            await harness.send(isFaulty ? .other : .stop)
            if work.endings.elements != [.cancelled] { Failure("the effect still runs", at: TestSite()).record() }
            work.release()
            await harness.skipReceived()
            await harness.finish()
            await harness.skipReceived()
        },
    ]
}

// MARK: View models
