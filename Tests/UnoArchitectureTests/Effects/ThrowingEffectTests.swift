import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Effects that throw, and effects whose value becomes an action.
@Suite("An effect with a result", .timeLimit(.hang))
struct ThrowingEffectTests {
    struct Refusal: Error, Hashable {}

    @CasePathable enum Action: Sendable {
        case load, loadOrFail, loadTyped, loadCaught, update, listen, saveOrFail, stop
        case loaded(Int)
        case response(Result<Int, any Error>)
        case typed(Result<Int, Refusal>)
        case failed(String)
        case saved
    }

    struct State: Sendable, Equatable {
        var values: [Int] = []
        var failures: [String] = []
    }

    struct Feature: Interactor {
        let work: @Sendable () async throws(Refusal) -> Int

        var body: some Interactor<State, Action> {
            Interact<State, Action>(initialValue: State()) { [work] state, action, dispatch in
                switch action {
                case .load:
                    return dispatch.run(\.loaded, id: "load", policy: .cancelPrevious) {
                        do throws(Refusal) { return try await work() } catch { return -1 }
                    }
                case .loadOrFail: return dispatch.run(\.response, id: "load") { try await work() }
                case .loadTyped: return dispatch.run(\.typed, id: "load") { () throws(Refusal) in try await work() }
                case .loadCaught:
                    return dispatch.run(\.loaded, id: "load") {
                        try await work()
                    } catch: {
                        .failed("\($0)")
                    }
                case .update:
                    return .perform(id: "load") { _, send in
                        let value = try await work()
                        await send { $0.values.append(value) }
                    } catch: { state, error in
                        state.failures.append("\(error)")
                    }
                case .listen:
                    return .observe(id: "load") { _, send in
                        let value = try await work()
                        await send { $0.values.append(value) }
                    } catch: { state, error in
                        state.failures.append("\(error)")
                    }
                case .saveOrFail:
                    return dispatch.perform(id: "load") { _, send in
                        let value = try await work()
                        await send { $0.values.append(value) }
                        await dispatch(.saved)
                    } catch: {
                        .failed("\($0)")
                    }
                case .stop: return .cancel(id: "load")
                case .loaded(let value), .response(.success(let value)), .typed(.success(let value)):
                    state.values.append(value)
                case .response(.failure(let error)): state.failures.append("\(error)")
                case .typed(.failure(let error)): state.failures.append("\(error)")
                case .failed(let text): state.failures.append(text)
                case .saved: break
                }
                return .state
            }
        }
    }

    static let starts: [Action] = [.load, .loadOrFail, .loadTyped, .loadCaught, .update, .listen, .saveOrFail]

    @Test("gives its value", arguments: starts.indices, Host.allCases) func value(index: Int, host: Host) {
        let stage = Stage(Feature { () throws(Refusal) in 7 }, in: host)
        #expect(stage.send(Self.starts[index]).last == State(values: [7]))
        #expect(stage.finish().hasEnded)
    }

    @Test("gives its error", arguments: starts.indices.dropFirst(), Host.allCases) func error(index: Int, host: Host) {
        let stage = Stage(Feature { () throws(Refusal) in throw Refusal() }, in: host)
        #expect(stage.send(Self.starts[index]).last == State(failures: ["Refusal()"]))
    }

    @Test(
        "gives nothing once it has been cancelled, and a harness does not hear of it",
        arguments: starts.indices,
        [true, false]
    )
    func cancelled(index: Int, throwing: Bool) async {
        let work = HeldWork()
        let harness = InteractorTestHarness(
            Feature { () throws(Refusal) in
                // Does not listen to its cancellation.
                await work.run()
                if throwing { throw Refusal() }
                return 7
            }
        )
        await harness.send(Self.starts[index])
        await harness.send(.stop)
        work.release()
        #expect(await harness.state == State())
        if [4, 5, 6].contains(index), !throwing { await harness.skipReceived() }
        await harness.finish()
    }

    @Test("asks nothing about the error of an effect that has been cancelled", arguments: 0..<5)
    func unasked(index: Int) {
        let (work, asked) = (HeldWork(), Record<String>())
        let throwing: @Sendable () async throws -> Void = {
            await work.run()
            throw Refusal()
        }
        let feature = Interact<State, Action>(initialValue: State()) { state, action, dispatch in
            switch action {
            case .load where index == 0:
                return .perform(id: "load") { _, _ in
                    try await throwing()
                } catch: {
                    asked.append("\($1)")
                }
            case .load where index == 1:
                return .observe(id: "load") { _, _ in
                    try await throwing()
                } catch: {
                    asked.append("\($1)")
                }
            case .load where index == 2:
                return dispatch.perform(id: "load") { _, _ in
                    try await throwing()
                } catch: {
                    asked.append("\($0)")
                    return .saved
                }
            case .load where index == 3:
                return dispatch.observe(id: "load") { _, _ in
                    try await throwing()
                } catch: {
                    asked.append("\($0)")
                    return .saved
                }
            case .load:
                return dispatch.run(\.loaded, id: "load") {
                    try await throwing()
                    return 1
                } catch: {
                    asked.append("\($0)")
                    return .saved
                }
            case .stop: return .cancel(id: "load")
            default: return .state
            }
        }
        let stage = Stage(feature)
        stage.send(.load, .stop)
        #expect(work.endings.elements == [.cancelled] && asked.elements.isEmpty)
        stage.send(.load)
        stage.release(work)
        #expect(asked.elements == ["Refusal()"])
        stage.send(.load)
        stage.run { [hosted = stage.hosted] in await hosted.cancel() }
        #expect(work.endings.elements == [.cancelled, .released, .cancelled])
        #expect(asked.elements == ["Refusal()"])
    }

    @Test("gives a CancellationError that comes without a cancellation as any other error", arguments: Host.allCases)
    func foreignCancellation(host: Host) {
        let feature = Interact<State, Action>(initialValue: State()) { state, action, dispatch in
            switch action {
            case .loadOrFail: return dispatch.run(\.response) { throw CancellationError() }
            case .update:
                return .perform { _, _ in
                    throw CancellationError()
                } catch: {
                    $0.failures.append("\($1)")
                }
            case .response(.failure(let error)):
                state.failures.append("\(error)")
                return .state
            default: return .state
            }
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(.loadOrFail, .update).last.failures == ["CancellationError()", "CancellationError()"])
    }

    @Test("is replaced by the next one of its id") func policy() {
        let work = HeldWork()
        let counts = Record<Void>()
        let stage = Stage(
            Feature { () throws(Refusal) in
                counts.append()
                let number = counts.count
                if number == 1 { await work.run() }
                return number
            }
        )
        stage.send(.load, .load)
        #expect(stage.release(work).last.values == [2])
    }

    // MARK: Paths of the harness

    @Test("is received by the path of its result") func resultPath() async {
        let harness = InteractorTestHarness(Feature { () throws(Refusal) in 7 })
        await harness.send(.loadOrFail)
        await harness.receive(\.response.success) { $0.values = [7] }
        await harness.finish()
        let failing = InteractorTestHarness(Feature { () throws(Refusal) in throw Refusal() })
        await failing.send(.loadTyped)
        await failing.receive(\.typed.failure) { $0.failures = ["Refusal()"] }
        await failing.finish()
    }

    struct Item: Sendable, Equatable, Identifiable {
        let id: Int
        var isDone = false
    }
    @CasePathable enum ItemAction: Sendable {
        case start
        case done(Bool)
    }
    @CasePathable enum ListAction: Sendable { case rows(IdentifiedAction<Int, ItemAction>) }

    struct List: Interactor {
        var body: some Interactor<[Item], ListAction> {
            Interact<[Item], ListAction>(initialValue: [Item(id: 3), Item(id: 4)]) { _, _ in .none }
                .forEach(\.self, action: \.rows) {
                    Interact<Item, ItemAction> { item, action, dispatch in
                        switch action {
                        case .start: return dispatch.run(\.done) { true }
                        case .done(let isDone):
                            item.isDone = isDone
                            return .state
                        }
                    }
                }
        }
    }

    @Test("of a row is received by the path of the row, and by that only") func rowPath() async {
        let harness = InteractorTestHarness(List())
        await harness.send(.rows(.element(id: 3, action: .start)))
        await harness.receive(\.rows[id: 3].done) { $0[0].isDone = true }
        await harness.finish()
        let path = AnyCasePath<ListAction, Bool>(\.rows[id: 3].done)
        let (own, other) = (
            ListAction.rows(.element(id: 3, action: .done(true))), ListAction.rows(.element(id: 4, action: .done(true)))
        )
        #expect(path.extract(from: own) == true)
        #expect(path.extract(from: other) == nil)
        #expect(path.name == "rows[id: 3].done")
        guard case .rows(let row) = path.embed(false), row.id == 3, case .done(false) = row.action else {
            Issue.record("The path embeds in another action")
            return
        }
    }
}
