import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What a harness says of how often a step emits, and of when something comes.
@Suite("The emissions and the time of a step", .timeLimit(.hang))
struct HarnessEmissionTests {
    enum Action: Sendable, Equatable {
        case once, twice, repeated, superfluous, silent, perform, later, together
    }

    /// Two parts: the second one makes a state in between of the first one's.
    static func harness(_ exhaustivity: Exhaustivity = .on) -> InteractorTestHarness<Int, Action> {
        InteractorTestHarness(exhaustivity: exhaustivity) { clock in
            Interactors.CollectInteractors {
                Interact(initialValue: 0) { state, action, _ in
                    switch action {
                    case .once, .twice, .repeated:
                        state += 1
                        return .state
                    case .superfluous: return .state
                    case .silent, .together: return .none
                    case .perform: return .perform { _, _ in }
                    case .later:
                        return .perform { _, send in
                            try? await clock.sleep(for: .seconds(2))
                            await send { $0 += 10 }
                        }
                    }
                }
                Interact(initialValue: 0) { state, action in
                    guard action == .twice || action == .repeated else { return .none }
                    if action == .twice { state += 1 }
                    return .state
                }
            }
        }
    }

    @Test func `may be left unsaid where each step emits what it changes`() async {
        let harness = Self.harness()
        await harness.send(.once) { $0 = 1 }
        await harness.send(.silent)
        await harness.send(.perform)
        await harness.send(.once, .once) { $0 = 3 }
        // The second part emits the first one's state again.
        await harness.send(.repeated) { $0 = 4 }
        await harness.send(.later)
        await harness.advance(by: .seconds(2))
        await harness.receive(at: .seconds(2), emitting: 1) { $0 = 14 }
        await harness.finish()
    }

    @Test func `are counted where the test says a number: in between, one too many, one too few, another time`() async {
        let found = await failures {
            let harness = Self.harness()
            // What is said of a step does not depend on the effects of an earlier one.
            await harness.send(.perform)
            await harness.send(.twice, line: 10) { $0 = 2 }
            await harness.send(.twice, emitting: 2, line: 20) { $0 = 4 }
            await harness.send(.twice, emitting: 1, line: 25) { $0 = 6 }
            await harness.send(.superfluous, line: 30)
            await harness.send(.superfluous, emitting: 1, line: 40)
            await harness.send(.superfluous, emitting: 0, line: 50)
            await harness.send(.silent, emitting: 1, line: 60)
            await harness.send(.later)
            await harness.advance(by: .seconds(3))
            await harness.receive(at: .seconds(1), line: 70) { $0 = 16 }
            await harness.finish()
        }
        #expect(found.map(\.line) == [25, 30, 50, 60, 70])
        #expect(
            found.map(\.text) == [
                """
                After .twice, 2 state(s) were emitted, and the test says 1:
                    5
                    6
                """,
                """
                After .superfluous, the state was emitted although it has not changed:
                    6
                Return .none from the handler, or say `emitting: 1` if that is meant
                """,
                """
                After .superfluous, 1 state(s) were emitted, and the test says 0:
                    6
                """, "After .silent, 0 state(s) were emitted, and the test says 1:",
                "A state came at 2.0 seconds, and the test says 1.0 seconds",
            ])
    }

    @Test func `are missed in the step of a held action, too; the change shows with the next emission`() async {
        let found = await failures {
            let harness = InteractorTestHarness { clock in
                Interactors.Merge(
                    DebounceInteractor(for: .seconds(1), clock: clock) {
                        Interact<Int, Int>(initialValue: 0) { state, number in
                            state += number
                            return .unshown
                        }
                    },
                    Interact<Int, Int> { _, number in number == 0 ? .state : .none })
            }
            await harness.send(5)
            await harness.advance(by: .seconds(1))
            await harness.receive(line: 10) { $0 = 5 }
            await harness.send(5)
            await harness.advance(by: .seconds(1))
            await harness.receive(emitting: 0, line: 20) { $0 = 10 }
            // Shows what was not emitted, so it emits no unchanged state.
            await harness.send(0, line: 30)
            await harness.advance(by: .seconds(1))
            await harness.finish()
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("0 became 5\nReturn .state from the handler") == true)
    }

    @Test func `do not matter where the test need not say everything`() async {
        let harness = Self.harness(.off)
        await harness.send(.twice)
        await harness.send(.superfluous)
        await harness.advance(by: .seconds(1))
        let found = await failures { await harness.send(.twice, emitting: 1, line: 10) }
        #expect(found.map(\.line) == [10])
        await harness.finish()
    }

    @Test func `are asked for with a clock that something sleeps on`() async {
        let found = await failures {
            let harness = Self.harness()
            await harness.advance(by: .seconds(1), line: 10)
            await harness.advance(by: .seconds(1), wakingNothing: true, line: 20)
            await harness.send(.later)
            // Not yet.
            await harness.advance(by: .seconds(1), line: 30)
            await harness.advance(by: .seconds(1), line: 40)
            await harness.receive { $0 = 10 }
            await harness.finish()
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("nothing sleeps on it. Does the feature use another clock?") == true)
    }

    @Test func `explain a relative change where a set one is asked for`() async {
        let found = await failures {
            let harness = Self.harness(.off)
            await harness.send(.once, line: 10) { $0 += 1 }
            await harness.send(.once, line: 20) { $0 = 2 }
            await harness.send(.once, line: 30) { $0 = 7 }
        }
        #expect(found.map(\.line) == [10, 30])
        #expect(found.first?.text.contains("set a value ($0.n = 1), do not change one ($0.n += 1)") == true)
        #expect(found.last?.text.contains("set a value") == false)
    }

    @Test func `tell an optional that holds nil from nil`() async {
        let found = await failures {
            let harness = InteractorTestHarness { _ in
                Interact<Int??, Int>(initialValue: .some(nil)) { state, _ in
                    state = .none
                    return .state
                }
            }
            await harness.send(1, line: 10)
            await harness.finish()
        }
        #expect(found.first?.text.hasSuffix("expected: .some(nil)\n        actual:   nil") == true)
    }

    @Test func `show what effects did after they had been cancelled`() async {
        let line = #line + 6
        let harness = numbers { clock, state, number, dispatch in
            guard number > 0 else { return .cancel(id: "slow") }
            return .perform(id: "slow") { _, send in
                // Goes on although it is cancelled.
                try? await clock.sleep(for: .seconds(1))
                await send { $0 = number }
                await dispatch(number)
            }
        }
        await harness.send(3)
        await harness.send(0)
        let late = await harness.lateCalls
        let places = late.map { $0.split(separator: "/").last ?? "" }
        #expect(places == ["HarnessEmissionTests.swift:\(line)", "HarnessEmissionTests.swift:\(line + 1)"])
        #expect(late.first?.hasPrefix("a change of the state at ") == true)
        #expect(late.last?.hasPrefix("3 at ") == true)
        // What is cancelled without a call of the harness is waited for.
        await harness.send(4).cancel()
        #expect(await harness.lateCalls.count == 4)
        await harness.finish()
    }

    @Test func `cannot be told apart where two tasks use a harness at once`() async {
        let work = HeldWork()
        let harness = numbers(.off) { _, _, number, _ in number == 0 ? .none : .perform { _, _ in _ = await work.run() }
        }
        // Calls that have returned no longer count, neither as more nor as less.
        for _ in 0..<3 {
            await harness.waitForStates(count: 1)
            await harness.sendAndAwait(0)
            await harness.sendSequentially(0)
        }
        let found = await failures {
            await withTaskGroup { group in
                group.addTask { _ = await harness.sendAndAwait(1, line: 10) }
                group.addTask {
                    await work.starts.waitFor(1)
                    // The first call cannot return before its effect is released.
                    await harness.skipReceived()
                    await harness.send(2, line: 20)
                    work.release()
                    work.release()
                }
            }
            await harness.finish()
        }
        #expect(found.count == 1)
        #expect(found.first?.text.hasPrefix("Two tasks use the harness at once: the call at ") == true)
    }

    @Test func `cannot be told apart either where one task receives while another calls`() async {
        let (work, looks) = (HeldWork(), Record<Void>())
        let harness = numbers(.off) { _, _, number, dispatch in
            guard number == 1 else { return .none }
            return .perform { _, _ in
                await dispatch(2)
                await work.run()
            }
        }
        await harness.send(1)
        let isWanted = { @Sendable (_: Int) in
            looks.append()
            return false
        }
        let found = await failures {
            await withTaskGroup { group in
                group.addTask { await harness.receive(where: isWanted, timeout: .seconds(Int64.max), line: 10) }
                group.addTask {
                    // After the second look it waits until the effect is released.
                    await looks.waitFor(2)
                    harness.note(TestSite(line: 20))
                    work.release()
                }
            }
            await harness.finish()
        }
        #expect(found.map(\.line) == [20, 10])
        let text = "Two tasks use the harness at once: the call at HarnessEmissionTests.swift:10 has not returned"
        #expect(found.first?.text.hasPrefix(text) == true)
    }
}
