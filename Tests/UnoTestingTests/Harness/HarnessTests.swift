import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

@Suite("A harness", .timeLimit(.hang))
struct HarnessTests {
    let loader = Loader(clock: TestClock())

    func harness(_ exhaustivity: Exhaustivity = .on) -> InteractorTestHarness<Loader.DomainState, Loader.Action> {
        InteractorTestHarness(loader, clock: loader.clock, exhaustivity: exhaustivity)
    }

    @Test func `that is not exhaustive checks what the test says, and passes over the rest`() async {
        let harness = harness(.off)
        await harness.send(.increment)
        await harness.send(.watch, line: 22)
        await harness.advance(by: .seconds(3))
        await harness.send(.increment) { $0.count = 2 }
        await harness.send(.load)
        loader.work.release()
        await harness.receive(where: { if case .loaded = $0 { true } else { false } })
        let found = await failures {
            await harness.send(.increment, line: 10) { $0.ticks = 4 }
            await harness.receive(.loaded([]), line: 20)
        }
        #expect(
            found.map(\.text) == [
                """
                After .increment, the state is not what the test says:
                    ticks
                        expected: 4
                        actual:   3
                """,
                """
                The action .loaded([]) was to be received, but none has come. Under way:
                    .observe(id: watch) of .watch, sent at HarnessTests.swift:22
                    1 asleep on the clock, the next until 4.0 seconds; it is 3.0 seconds
                """,
            ])
        // An effect that is in flight does not matter.
        await harness.finish()
        #expect(await harness.state?.count == 3)
    }

    @Test func `shows every state, what led to it and when`() async {
        let harness = harness(.off)
        await harness.send(.increment, .quietly)
        #expect(await harness.latestState?.count == 1)
        #expect(await harness.state?.count == 2)
        await harness.send(.watch)
        await harness.advance(by: .seconds(1))
        #expect(await harness.states.map(\.ticks) == [0, 0, 0, 1])
        #expect(
            await harness.stateHistory.map { "\($0.cause) at \($0.time)" } == [
                "start at 0.0 seconds", ".increment at 0.0 seconds", ".watch at 0.0 seconds", "effect at 1.0 seconds",
            ])
        await harness.finish()
    }

    @Test func `tells apart states that came by one cause at one time`() async {
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, send in
                await send { $0 = 1 }
                await send { $0 = 2 }
            }
        }
        let harness = InteractorTestHarness(feature, exhaustivity: .off)
        await harness.send(1)
        await harness.finish()
        let records = await Array(harness.stateHistory.suffix(2))
        #expect(records.map { "\($0)" } == ["effect at 0.0 seconds: 1", "effect at 0.0 seconds: 2"])
        #expect(records[0] == records[0] && records[0] != records[1])
    }

    @Test func `asserts all states at once, and nothing is left to receive then`() async {
        let harness = harness()
        await harness.send(.watch)
        await harness.advance(by: .seconds(2))
        await harness.waitForStates(count: 4)
        await harness.assertStates([0, 0, 1, 2].map { Loader.DomainState(ticks: $0) })
        await harness.assertLatestState(Loader.DomainState(ticks: 2))
        await harness.cancelEffects()
        await harness.finish()
    }

    @Test func `awaits what an action leads to, also from within another task and outside its executor`() async {
        let harness = harness()
        let release = Task { @MainActor [loader] in
            await loader.work.starts.waitFor(1)
            loader.work.release()
        }
        let event = await harness.sendAndAwait(.loadDirectly)
        #expect(event.outcome == .accepted && !event.hasEffects)
        await harness.receive { $0.phase = .loaded([]) }
        await release.value
        let second = await harness.send(.loadDirectly)
        loader.work.release()
        await second.finish()
        await harness.receive()
        await harness.finish()
    }

    @Test func `sends actions one after the other, and takes what all of it makes of the state`() async {
        let harness = harness()
        loader.work.release()
        loader.work.release()
        await harness.sendSequentially(.increment, .load, .loadDirectly, .increment) {
            $0.count = 2
            $0.phase = .loaded([])
        }
        await harness.finish()
        // The last one began when the effects of the others had ended.
        let counts = await harness.states.map(\.count)
        #expect(counts.last == 2 && counts.dropLast().allSatisfy { $0 < 2 })
    }

    @Test func `says that a test has been cancelled, not that the feature is restless`() async {
        let harness = numbers { _, _, _, _ in .perform { _, _ in } }
        let found = await failures {
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await harness.receive(1)
                await harness.advance(by: .seconds(1))
            }.value
        }
        let text = "The action 1 was to be received, but none has come. The test has been cancelled"
        #expect(found.map(\.text) == [text])
    }

    @Test func `waits for work outside its executor`() async {
        let harness = InteractorTestHarness(
            Interact<Int, Answering>(initialValue: 0) { state, action, dispatch in
                switch action {
                case .load:
                    return .perform { _, _ in
                        let answer = await Task { @MainActor in await Task { 42 }.value }.value
                        await dispatch(.loaded(answer))
                    }
                case .loaded(let number):
                    state = number
                    return .state
                case .other: return .none
                }
            })
        await harness.send(.load)
        await harness.receive(\.loaded) { $0 = 42 }
        let found = await failures {
            await harness.send(.load, line: 10)
            await harness.receive(\.other, line: 20)
        }
        #expect(
            found.map(\.text) == [
                """
                An action .other was to be received, but first came:
                    the action .loaded(42), fed back by an effect (of .load, sent at HarnessTests.swift:10)
                """
            ])
        await harness.receive(where: { $0 == .loaded(42) })
        await harness.finish()
    }

    @Test func `runs the clock until no task sleeps, and says so if that never happens`() async {
        let harness = InteractorTestHarness { clock in
            DebounceInteractor(for: .seconds(10), clock: clock) {
                Interact<Int, Int>(initialValue: 0) { state, action in
                    state = action
                    return .state
                }
            }
        }
        await harness.send(1)
        let early = await failures { await harness.receive(line: 10) { $0 = 1 } }
        #expect(early.first?.text.contains("Under way:\n    1 held action(s), as by a debounce\n    1 asleep") == true)
        await harness.run()
        await harness.receive { $0 = 1 }
        #expect(harness.clock.now.offset == .seconds(10))
        await harness.finish()

        let ticking = self.harness(.off)
        await ticking.send(.watch, line: 10)
        let found = await failures { await ticking.run(line: 20) }
        #expect(found.map(\.line) == [20])
        #expect(found.map(\.text)[0].hasPrefix("The clock was run for 10,000 deadlines, and something is still asleep"))
        #expect(ticking.clock.now.offset == .seconds(10_000))
        await ticking.finish()
    }

    @Test func `ends a feature as the end of its actions does`() async {
        let harness = InteractorTestHarness(exhaustivity: .off) { clock in
            DebounceInteractor(for: .seconds(10), clock: clock) {
                Interact<Int, Int>(initialValue: 0) { state, action in
                    state = action
                    return .perform { _, send in await send { $0 *= 10 } }
                }
            }
        }
        await harness.send(4)
        await harness.finish()
        #expect(await harness.states == [0, 4, 40])
    }

    @Test func `records the diagnostics of the feature`() async {
        let found = await failures {
            let harness = InteractorTestHarness(
                DebounceInteractor(for: .seconds(-1), clock: loader.clock) {
                    Interact<Int, Int>(initialValue: 0) { _, _ in .state }
                })
            await harness.send(1, emitting: 1, line: 10)
            await harness.finish()
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("A debounce of -1.0 seconds is negative") == true)
    }

    /// A state that counts how often it is written as text or reflected.
    private struct Shown: Sendable, Equatable, CustomReflectable, CustomStringConvertible {
        var count = 0
        let writings: Record<Void>

        var description: String {
            writings.append(())
            return "\(count)"
        }
        var customMirror: Mirror {
            writings.append(())
            return Mirror(self, children: ["count": count])
        }
        static func == (left: Self, right: Self) -> Bool { left.count == right.count }
    }

    @Test @MainActor func `writes nothing as text where nothing fails`() async {
        let writings = Record<Void>()
        let feature = Interact<Shown, Shown>(initialValue: Shown(writings: writings)) { state, step, dispatch in
            state.count += step.count
            guard step.count == 1 else { return .state }
            return .perform { _, send in
                await send { $0.count += 1 }
                await dispatch(Shown(count: 2, writings: writings))
            }
        }
        let (one, two) = (Shown(count: 1, writings: writings), Shown(count: 2, writings: writings))
        let harness = InteractorTestHarness(feature)
        await harness.send(one) { $0.count = 1 }
        await harness.receive { $0.count = 2 }
        await harness.receive(two) { $0.count = 4 }
        await harness.finish()
        let screen = ViewModelTestHarness(DirectViewModel(feature, instances: .many))
        screen.send(one) { $0.count = 1 }
        await screen.receive { $0.count = 2 }
        await screen.receive(two) { $0.count = 4 }
        await screen.finish()
        #expect(writings.elements.isEmpty)
        #expect(await harness.stateHistory.last?.cause == "2, fed back")
        #expect(!writings.elements.isEmpty)
    }

    @Test func `calls an unchanged state that an effect emits by that name, and not a change`() async {
        struct Offline: Error {}
        let found = await failures {
            let harness = numbers { _, _, _, _ in
                .perform { _, _ in
                    throw Offline()
                } catch: { _, _ in
                }
            }
            await harness.send(1, line: 10)
            await harness.finish(line: 20)
        }
        #expect(
            found.map(\.text) == [
                """
                At the end of the test, this had come and was not received:
                    the unchanged state, emitted by an effect, a timer or a stream (of 1, sent at HarnessTests.swift:10)
                """
            ])
    }

    @Test func `lists many similar steps by their first and their last`() async {
        let found = await failures {
            let harness = numbers { clock, _, _, _ in
                .perform { _, send in
                    for _ in 0..<5_000 {
                        try? await clock.sleep(for: .seconds(1))
                        await send { $0 += 1 }
                    }
                }
            }
            await harness.send(1, line: 10)
            await harness.run()
            await harness.finish(line: 20)
        }
        let step = "a change of the state by an effect, a timer or a stream (of 1, sent at HarnessTests.swift:10)"
        #expect(
            found.first?.text == """
                At the end of the test, this had come and was not received:
                    \(step)
                        it: 0 became 1
                    … 4,998 more like it, and the last:
                    \(step)
                        it: 4999 became 5000
                """)
    }

    @Test("lists three similar steps one by one, and folds four", arguments: [(3, 3), (4, 2)])
    func foldedFromFour(steps: Int, listed: Int) async {
        let found = await failures {
            let harness = numbers { _, _, _, _ in .perform { _, send in for _ in 0..<steps { await send { $0 += 1 } } }
            }
            await harness.send(1, line: 10)
            await harness.finish(line: 20)
        }
        let text = found.first?.text ?? ""
        #expect(text.split(separator: "\n").count { $0.contains(" became ") } == listed)
        #expect(text.contains("… 2 more like it, and the last:") == (listed < steps))
    }

    @Test func `frees the feature with its last reference`() async {
        let canary = Canary()
        let watch = canary.watch
        func use(_ canary: Canary) async {
            let harness = numbers(.off) { _, _, _, _ in
                canary.sing()
                return .observe { _, _ in try? await TestClock().sleep(for: .seconds(1)) }
            }
            await harness.send(1)
        }
        await use(canary)
        withExtendedLifetime(consume canary) {}
        await watch.freed()
    }
}

/// Actions of which one is fed back.
@CasePathable
private enum Answering: Sendable, Equatable {
    case load
    case loaded(Int)
    case other(String)
}
