import TestSupport
import Testing
import UnoTesting

/// What a test does wrong, and what it is told: each message behind the line of the call.
struct HarnessFault: Sendable, CustomTestStringConvertible {
    typealias Harness = InteractorTestHarness<Loader.DomainState, Loader.Action>

    let testDescription: String
    let test: @Sendable (Harness, HeldWork) async -> Void
    let told: [String]

    init(_ title: String, _ test: @escaping @Sendable (Harness, HeldWork) async -> Void, _ told: String...) {
        (testDescription, self.test, self.told) = (title, test, told)
    }

    static let all = [
        HarnessFault(
            "a change that is not the one that the test says",
            { harness, _ in
                await harness.send(.increment, line: 10) {
                    $0.count = 2
                    $0.phase = .loading(since: 0)
                }
            },
            """
            10: After .increment, the state is not what the test says:
                count
                    expected: 2
                    actual:   1
                phase
                    expected: .loading(since: 0)
                    actual:   .idle
            """),
        HarnessFault(
            "a change that the test does not say",
            { harness, _ in await harness.send(.increment, .increment, line: 10) },
            """
            10: After .increment, .increment, the state is not what the test says:
                count
                    expected: 0
                    actual:   2
            """),
        HarnessFault(
            "a change that was not emitted", { harness, _ in await harness.send(.quietly, line: 10) { $0.count = 1 } },
            """
            10: After .quietly, the state has changed, and the change was not emitted:
                    count: 0 became 1
            Return .state from the handler, or say `emitting: 0` if that is meant
            """),
        HarnessFault(
            "a change that was not emitted, and that the test does not say",
            { harness, _ in
                await harness.send(.quietly, line: 10)
                await harness.send(.quietly, emitting: 0, line: 20) { $0.count = 2 }
                await harness.send(.increment, line: 30) { $0.count = 3 }
            },
            """
            10: After .quietly, the state is not what the test says:
                count
                    expected: 0
                    actual:   1
            """),
        HarnessFault(
            "a change where there is none", { harness, _ in await harness.send(.unwatch, line: 10) { $0.count = 0 } },
            "10: After .unwatch, the test says a change of the state, but nothing has changed. Leave the change out"),
        HarnessFault(
            "an action that was not received before the next is sent",
            { harness, work in
                await harness.send(.load, line: 10) { $0.phase = .loading(since: 0) }
                work.release()
                await harness.send(.increment, line: 20) { $0.count = 1 }
            },
            """
            20: Before .increment was sent, this had come and was not received:
                the action .loaded([Row(id: 1, name: "one")]), fed back by an effect \
            (of .load, sent at HarnessFault.swift:10)
                    phase: .loading(since: 0) became .loaded([Row(id: 1, name: "one")])
            """),
        HarnessFault(
            "another action than the one that comes",
            { harness, work in
                await harness.send(.load, line: 10) { $0.phase = .loading(since: 0) }
                work.release()
                await harness.receive(.loaded([]), line: 20)
                await harness.receive(.loaded([ExhaustiveHarnessTests.row]), line: 30) { $0.phase = .loaded([]) }
            },
            """
            20: The action .loaded([]) was to be received, but first came:
                the action .loaded([Row(id: 1, name: "one")]), fed back by an effect \
            (of .load, sent at HarnessFault.swift:10)
                    phase: .loading(since: 0) became .loaded([Row(id: 1, name: "one")])
            """,
            """
            30: After the action .loaded([Row(id: 1, name: "one")]), the state is not what the test says:
                phase.loaded[0]
                    expected: nothing
                    actual:   Row(id: 1, name: "one")
            """),
        HarnessFault(
            "a state where an action comes",
            { harness, work in
                await harness.send(.loadDirectly, line: 10)
                work.release()
                await harness.receive(.loaded([]), line: 20) { $0.phase = .loaded([]) }
                await harness.skipReceived()
            },
            """
            20: The action .loaded([]) was to be received, but first came:
                a change of the state by an effect, a timer or a stream \
            (of .loadDirectly, sent at HarnessFault.swift:10)
                    phase: .idle became .loaded([])
            """),
        HarnessFault(
            "something that never comes, with nothing under way", { harness, _ in await harness.receive(line: 10) },
            "10: A state was to be received, but none has come. Nothing is under way"),
        HarnessFault(
            "something that the clock must be advanced for",
            { harness, _ in
                await harness.send(.watch, line: 10)
                await harness.receive(line: 20) { $0.ticks = 1 }
                await harness.cancelEffects()
            },
            """
            20: A state was to be received, but none has come. Under way:
                .observe(id: watch) of .watch, sent at HarnessFault.swift:10
                1 asleep on the clock, the next until 1.0 seconds; it is 0.0 seconds
            """),
        HarnessFault(
            "something outside that does not come in time",
            { harness, work in
                await harness.send(.loadDirectly, line: 10)
                await harness.receive(timeout: .zero, line: 20)
                await harness.cancelEffects()
                work.release()
            },
            """
            20: A state was to be received, but none has come. Under way:
                .perform(id: direct) of .loadDirectly, sent at HarnessFault.swift:10,
                    which is not asleep on the clock of the test: it works, or waits for something, outside the \
            harness (another clock, another actor, an unstructured task), where its time cannot be followed
            """),
        HarnessFault(
            "what is left at the end",
            { harness, work in
                await harness.send(.watch, line: 10)
                await harness.send(.loadDirectly, line: 20)
                work.release()
                await harness.finish(line: 30)
            },
            """
            30: At the end of the test, this had come and was not received:
                a change of the state by an effect, a timer or a stream \
            (of .loadDirectly, sent at HarnessFault.swift:20)
                    phase: .idle became .loaded([])
            """,
            """
            10: At the end of the test, this effect is still in flight: \
            .observe(id: watch) of .watch, sent at HarnessFault.swift:10.
                1 asleep on the clock, the next until 1.0 seconds; it is 0.0 seconds
            Let it end, cancel its event, or call cancelEffects()
            """),
        HarnessFault(
            "what is left when the harness is let go of",
            { harness, work in
                await harness.send(.watch, line: 10)
                await harness.send(.loadDirectly, line: 20)
                work.release()
                await harness.advance(by: .zero, line: 25)
            },
            """
            25: At the end of the test, this had come and was not received:
                a change of the state by an effect, a timer or a stream \
            (of .loadDirectly, sent at HarnessFault.swift:20)
                    phase: .idle became .loaded([])
            """,
            """
            10: At the end of the test, what .watch led to is still in flight.
            Let it end, cancel its event, or call cancelEffects()
            """),
        HarnessFault(
            "an action after the end",
            { harness, _ in
                await harness.finish(line: 10)
                await harness.send(.increment, line: 20)
            },
            "20: .increment was sent after the harness had finished"),
        HarnessFault(
            "an event that does not end",
            { harness, _ in
                await harness.sendAndAwait(.watch, line: 10)
                await harness.cancelEffects()
            },
            """
            10: What .watch led to is not over. Under way:
                .observe(id: watch) of .watch, sent at HarnessFault.swift:10
                1 asleep on the clock, the next until 1.0 seconds; it is 0.0 seconds
            """),
        HarnessFault(
            "states that are not those of the test",
            { harness, _ in
                await harness.send(.increment, line: 10) { $0.count = 1 }
                await harness.assertStates([Loader.DomainState()], line: 20)
                await harness.assertLatestState(Loader.DomainState(), line: 30)
                await harness.waitForStates(count: 3, line: 40)
            },
            """
            20: The states are not what the test says:
                [1]
                    expected: nothing
                    actual:   DomainState(count: 1, phase: .idle, ticks: 0)
            """,
            """
            30: The latest state is not what the test says:
                count
                    expected: 0
                    actual:   1
            """,
            "40: 3 states were awaited, but only 2 have come. Nothing is under way"),
    ]
}
