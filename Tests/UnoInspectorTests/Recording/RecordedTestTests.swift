import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

/// Tests that recordings print pass, also for states that source does not say easily. Each stands here as it is printed.
@Suite(.timeLimit(.hang))
struct RecordedTestTests {
    private var reading: some Interactor<Double, Double> {
        Interact<Double, Double>(initialValue: 0) { state, number in
            state = number
            return .state
        }
    }

    @Test func `The printed test of a value that does not equal itself passes, as its replay does`() async throws {
        let recording = await recorded(reading, [.nan])
        #expect(await Replay(recording, of: reading).check() == .same)
        let text = try recording.test(of: "reading")
        #expect(
            text == """
                let harness = ScriptedHarness(reading)
                await harness.start(with: 0.0)
                await harness.send(.nan) { $0 = .nan }
                await harness.finish() { $0 = .nan }
                await harness.finish() { $0 = .nan }
                await harness.end()
                """)
        let harness = ScriptedHarness(reading)
        await harness.start(with: 0.0)
        await harness.send(.nan) { $0 = .nan }
        await harness.finish { $0 = .nan }
        await harness.finish { $0 = .nan }
        await harness.end()
    }

    private enum Filter: Sendable { case none, open }

    private func choosing<Choice: Sendable>(_ first: Choice) -> some Interactor<Choice, Choice> {
        Interact<Choice, Choice>(initialValue: first) { state, choice in
            state = choice
            return .state
        }
    }

    /// The printed test of a feature that begins with `first` and is sent `actions`.
    private func test<Choice: Equatable & Sendable>(
        _ first: Choice, _ actions: Choice..., keeping extent: Recorder<Choice, Choice>.Extent = .whole
    ) async throws -> String {
        let recorder = Recorder<Choice, Choice>(keeping: extent)
        let runtime = Runtime(choosing(first), recording: recorder)
        for action in actions { await runtime.send(action).finish() }
        let test = try recorder.recording.test(of: "choosing")
        await runtime.shutdown(.drain)
        return test
    }

    @Test func `The printed test of a feature whose state is an optional begins with the state nil, not without one`()
        async throws
    {
        #expect(
            try await test(Int?.none, 1) == """
                let harness = ScriptedHarness(choosing)
                await harness.start(with: .some(nil))
                await harness.send(1) { $0 = 1 }
                await harness.end()
                """)
        let harness = ScriptedHarness(choosing(Int?.none))
        await harness.start(with: .some(nil))
        await harness.send(1) { $0 = 1 }
        await harness.end()
    }

    @Test func `The printed test of a ring whose first state is nil begins there`() async throws {
        #expect(
            try await test(Int?.some(2), nil, 3, keeping: .last(1)) == """
                let harness = ScriptedHarness(choosing, initialState: .some(nil))
                await harness.start(with: .some(nil))
                await harness.send(3) { $0 = 3 }
                await harness.end()
                """)
        let harness = ScriptedHarness(choosing(Int?.some(2)), initialState: .some(nil))
        await harness.start(with: .some(nil))
        await harness.send(3) { $0 = 3 }
        await harness.end()
        #expect(try await test(2, 3, keeping: .last(1)).contains("initialState: 2)\n"))
    }

    @Test func `The printed test of a feature whose state is a case none begins with it`() async throws {
        #expect(
            try await test(Filter.none, .open) == """
                let harness = ScriptedHarness(choosing)
                await harness.start(with: .some(.none))
                await harness.send(.open) { $0 = .open }
                await harness.end()
                """)
        let harness = ScriptedHarness(choosing(Filter.none))
        await harness.start(with: .some(.none))
        await harness.send(.open) { $0 = .open }
        await harness.end()
    }
}
