import TestSupport
import Testing
import UnoArchitecture
import UnoInspector

@Suite(.timeLimit(.hang))
struct BisectTests {
    /// The actions that `isMeant` needs, of the given ones.
    private func needed(
        of actions: [Tally.Action], _ isMeant: @escaping @Sendable (Tally.State) -> Bool
    ) async throws -> [Tally.Action]? {
        try await Replay(recorded(Tally(), actions), of: Tally()).steps(leadingTo: isMeant)?.compactMap(\.action)
    }

    @Test func `One action among many is found`() async throws {
        let actions = (1...40).map { $0 == 23 ? Tally.Action.load(7) : .chain }
        #expect(try await needed(of: actions) { $0.log.contains("loading 7") } == [.load(7)])
    }

    @Test func `Several that are needed together are found, in their order`() async throws {
        let actions: [Tally.Action] = [.add(1), .add(100), .chain, .add(2), .chain, .add(1_000), .add(5)]
        #expect(try await needed(of: actions) { $0.count >= 1_100 } == [.add(100), .add(1_000)])
    }

    @Test func `The division of the actions is kept where some can be left out`() async throws {
        let actions = (0..<16).map { Tally.Action.add($0.isMultiple(of: 2) ? 100 : 1) }
        let starts = Record<Void>()
        let needed = try await needed(of: actions) { state in
            if state == Tally.State() { starts.append() }
            return state.count % 100 == 8
        }
        #expect(needed == Array(repeating: .add(1), count: 8))
        // 59 replays, one of which has no action, and so three states without a count; more than twice as many if each success
        // were followed by an attempt to leave everything out.
        #expect(starts.elements.count < 70)
    }

    @Test func `What comes after the state is left out`() async throws {
        #expect(try await needed(of: [.add(1), .add(1), .add(1)]) { $0.count == 1 } == [.add(1)])
    }

    @Test func `An action that only an effect of another one feeds back is left out with that`() async throws {
        let actions: [Tally.Action] = [.add(1), .load(4), .add(1)]
        #expect(try await needed(of: actions) { $0.log.contains("loaded 4") } == [.load(4)])
    }

    @Test func `No action is needed for the initial state, and none leads to what never was`() async throws {
        #expect(try await needed(of: [.add(1)]) { $0.count == 0 } == [])
        #expect(try await needed(of: [.add(1)]) { $0.count == 9 } == nil)
    }

    @Test func `A cancelled search says so, and so does one that cannot be made`() async {
        let recording = await recorded(Tally(), [.add(1)])
        let search = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Replay(recording, of: Tally()).steps(leadingTo: { $0.count == 1 })
        }
        await #expect(throws: ReplayError.cancelled) { try await search.value }
        struct Transformer: Interactor {
            func interact(_ upstream: AsyncStream<Tally.Action>) -> AsyncStream<Tally.State> {
                AsyncStream { $0.finish() }
            }
        }
        let error = await #expect(throws: ReplayError.self) {
            try await Replay(recording, of: Transformer()).steps(leadingTo: { $0.count == 1 })
        }
        guard case .impossible(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("stream transformer"))
    }

    @Test func `A chain that has no end without what was left out ends, and does not lead to the state`() async throws {
        // Counts up to the limit, which the first action sets; without one, for ever.
        let feature = Interact<[Int], Int>(initialValue: [0, .max]) { state, action, dispatch in
            if action > 0 { state[1] = action } else { state[0] += 1 }
            return action == 0 && state[0] < state[1] ? .merge([.state, dispatch.next(0)]) : .state
        }
        let recording = await recorded(feature, [5, 0, 9])
        let steps = try await Replay(recording, of: feature).steps(leadingTo: { $0 == [5, 9] })
        #expect(steps?.compactMap(\.action) == [5, 0, 9])
    }
}
