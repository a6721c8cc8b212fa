import Foundation
import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Suite("Navigation stacks", .timeLimit(.hang)) struct StackTests {
    @Interactor struct Screen {
        struct State: Sendable, Equatable, Codable { var name: String, count = 0 }
        @CasePathable enum Action: Sendable, Equatable { case increment, wait, done, doneLater }
        var body: some InteractorOf<Self> {
            Interact(initialValue: State(name: "")) { state, action in
                switch action {
                case .increment:
                    state.count += 1
                    return .state
                case .wait:
                    return .perform { _, send in
                        for await _ in AsyncStream<Never>.makeStream().stream {}
                        await send { $0.name += " late" }
                    }
                case .done: return .dismiss()
                case .doneLater: return .perform { _, send in await send.dismiss() }
                }
            }
        }
    }

    @Interactor struct App {
        struct State: Sendable, Equatable { var path: StackState<Screen.State> = [], log: [String] = [] }
        @CasePathable enum Action: Sendable, Equatable {
            case path(StackAction<Screen.State, Screen.Action>)
            case link([String])
            case clear
        }

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .path(.push(let screen)): state.log.append("push \(screen.name) as \(state.path.count)")
                case .path(.popFrom(let id)): state.log.append("pop \(state.path[id: id]?.name ?? "nothing")")
                case .path(.popTo(let id)):
                    state.log.append("pop to \(id.flatMap { state.path[id: $0]?.name } ?? "the root")")
                case .path(.element): return .none
                case .link(let names): state.path = StackState(names.map { Screen.State(name: $0) })
                case .clear: state.path.removeAll()
                }
                return .state
            }
            .presents(stack: \.path, action: \.path) { Screen() }
        }
    }

    private let first = StackElementID(0)
    private let second = StackElementID(1)

    @Test func `push, actions of elements, pop, pop to: each emits one state`() async {
        let harness = InteractorTestHarness(App())
        await harness.send(.path(.push(.init(name: "a"))), emitting: 1) {
            $0.path = [.init(name: "a")]
            $0.log = ["push a as 1"]
        }
        await harness.send(.path(.push(.init(name: "b"))), emitting: 1) {
            $0.path.append(.init(name: "b"))
            $0.log.append("push b as 2")
        }
        await harness.send(.path(.element(id: first, action: .increment))) { $0.path[0].count = 1 }
        await harness.send(.path(.popTo(first)), emitting: 1) {
            $0.path.pop(to: StackElementID(0))
            $0.log.append("pop to a")
        }
        await harness.send(.path(.push(.init(name: "c"))), emitting: 1) {
            #expect($0.path.append(.init(name: "c")) == StackElementID(2))
            $0.log.append("push c as 2")
        }
        await harness.send(.path(.popFrom(first)), emitting: 1) {
            $0.path.pop(from: StackElementID(0))
            $0.log.append("pop a")
        }
        await harness.send(.path(.popTo(nil))) { $0.log.append("pop to the root") }
        await harness.send(.path(.push(.init(name: "d"))), emitting: 1) {
            $0.path.append(.init(name: "d"))
            $0.log.append("push d as 1")
        }
        await harness.send(.path(.popTo(nil)), emitting: 1) {
            $0.path.removeAll()
            $0.log.append("pop to the root")
        }
        await harness.finish()
    }

    @Test func `Popping what is gone emits nothing`() async {
        struct Quiet: Interactor {
            var body: some InteractorOf<App> {
                Update(initialValue: App.State()) { _, _, _ in }.presents(stack: \.path, action: \.path) { Screen() }
            }
        }
        let harness = InteractorTestHarness(initialState: App.State(path: ["a", "b"].stack)) { _ in Quiet() }
        await harness.send(.path(.popFrom(second)), emitting: 1) { $0.path.pop(from: 1) }
        await harness.send(.path(.popFrom(second)), emitting: 0)
        await harness.send(.path(.popTo(first)), emitting: 0)
        await harness.send(.path(.popTo(nil)), emitting: 1) { $0.path.removeAll() }
        await harness.send(.path(.popTo(nil)), emitting: 0)
        await harness.finish()
    }

    @Test func `An element leaves by itself, from a handler or an effect, with all above it and their effects`() async {
        let harness = InteractorTestHarness(App())
        await harness.send(.link(["a", "b", "c"])) { $0.path = ["a", "b", "c"].stack }
        let waiting = await harness.send(.path(.element(id: StackElementID(2), action: .wait)))
        await harness.send(.path(.element(id: second, action: .done)), emitting: 1) {
            $0.path.pop(from: StackElementID(1))
            $0.log = ["pop b"]
        }
        await waiting.finish()
        await harness.send(.path(.element(id: first, action: .doneLater)))
        await harness.receive(emitting: 1) {
            $0.path.removeAll()
            $0.log.append("pop a")
        }
        await harness.finish()
    }

    @Test func `A stack that takes the place of another one has other elements, even if the ids are equal`() async {
        let harness = InteractorTestHarness(App())
        await harness.send(.link(["a"])) { $0.path = ["a"].stack }
        let waiting = await harness.send(.path(.element(id: first, action: .wait)))
        await harness.send(.link(["b"])) { $0.path = ["b"].stack }
        await waiting.finish()
        await harness.send(.path(.element(id: first, action: .increment))) { $0.path[0].count = 1 }
        let other = await harness.send(.path(.element(id: first, action: .wait)))
        await harness.send(.clear) { $0.path.removeAll() }
        await other.finish()
        await harness.finish()
    }

    @Interactor struct Search {
        struct State: Sendable, Equatable { var query: String, results: [Int] = [] }
        @CasePathable enum Action: Sendable, Equatable { case type(String) }
        var body: some InteractorOf<Self> {
            Interact<State, Action>.showing(State(query: "")) { state, action in
                switch action {
                case .type(let query): state.query = query
                }
            }
            .onChange(of: \.query) { state, _, _ in
                state.results = []
                return .state
            }
        }
    }

    /// Replaces its stack outside of the actions of the stack: from an effect, or beside the stack.
    @Interactor struct Searches {
        struct State: Sendable, Equatable {
            var path: StackState<Search.State> = [.init(query: "a", results: [1])]
            var isRestored = false
        }

        @CasePathable enum Action: Sendable, Equatable {
            case path(StackAction<Search.State, Search.Action>)
            case restoreLater, restoreBeside
            case retype(String)
        }

        static let restored: [Search.State] = [.init(query: "b", results: [2, 3]), .init(query: "c", results: [4])]
        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .path: return .none
                case .restoreLater: return .perform { _, send in await send { $0.path = StackState(Self.restored) } }
                case .restoreBeside:
                    state.isRestored = true
                    return .state
                case .retype(let query):
                    return .perform { _, send in
                        await send { state in for place in state.path.indices { state.path[place].query = query } }
                    }
                }
            }
            .presents(stack: \.path, action: \.path) { Search() }
            .onChange(of: \.isRestored) { state, _, _ in
                state.path = StackState(Self.restored)
                return .state
            }
        }
    }

    @Test(
        "The elements of a stack that another part has put in the place of one are not taken for the former ones",
        arguments: [Searches.Action.restoreLater, .restoreBeside])
    func replacedFromOutside(action: Searches.Action) async {
        let harness = InteractorTestHarness(Searches(), exhaustivity: .off)
        await harness.send(action).finish()
        await harness.skipReceived()
        let restored = await harness.latestState?.path.map(\.self)
        #expect(restored == Searches.restored)
        // The new elements follow their queries from the start.
        await harness.send(.retype("d")).finish()
        await harness.skipReceived()
        let results = await harness.latestState?.path.map(\.results)
        #expect(results == [[], []])
        await harness.finish()
    }

    @Test func `A stack is a collection of its elements, with ids that stay`() throws {
        var stack: StackState<String> = ["a", "b", "c"]
        #expect(Array(stack) == ["a", "b", "c"])
        let ids = stack.ids
        stack[id: ids[1]] = "B"
        #expect(stack.ids == ids)
        #expect(stack[1] == "B")
        stack[id: ids[1]] = nil
        #expect(Array(stack) == ["a"])
        #expect(stack.append("d") == StackElementID(3))
        #expect(stack[id: ids[1]] == nil)
        stack[id: ids[1]] = "late"
        #expect(stack.popLast() == "d")
        #expect(stack == ["a"])
        #expect(stack != ["b"])
        // One of the same elements with other ids.
        var pushedLater: StackState<String> = ["x"]
        pushedLater.popLast()
        pushedLater.append("a")
        #expect(Array(pushedLater) == Array(stack) && pushedLater != stack)

        let restored = try JSONDecoder().decode(StackState<String>.self, from: JSONEncoder().encode(stack))
        #expect(restored == stack)
        let id = try JSONDecoder().decode([StackElementID].self, from: JSONEncoder().encode(ids))
        #expect(id == ids)
    }

    @MainActor @Test func `A view's path and the handles of its elements`() throws {
        let model = ViewModel(App(), instances: .many)
        let watch = Watch()
        let path = model.binding(path: \.path, action: \.path)
        watch("path") { path.value }
        #expect(path.value == [])
        model.sendViewEvent(.link(["a", "b"]))
        #expect(watch.changes == ["path"])
        #expect(path.value == [first, second])
        let top = try #require(model.scope(stack: \.path, id: second, action: \.path))
        watch("path again") { path.value }
        watch("count") { top.count }
        top.sendViewEvent(.increment)
        #expect(top.count == 1)
        #expect(watch.changes == ["path", "count"])
        path.value = [first]
        #expect(watch.changes == ["path", "count", "path again"])
        #expect(model.log == ["pop to a"])
        #expect(top.name == "b")
        #expect(model.scope(stack: \.path, id: second, action: \.path) == nil)
        path.value = [second]
        #expect(path.value == [first])
    }

    @MainActor @Test func `An action for an absent element is reported in words of the stack`() throws {
        let reports = DiagnosticsRecorder()
        let model = reports { ViewModel(App(), instances: .many) }
        model.sendViewEvent(.path(.element(id: 3, action: .increment)))
        let state = "UnoArchitectureTests.StackTests.Screen.State"
        #expect(
            reports.reports.elements.map(\.message) == [
                "An action was sent to the element #3, which is not on the stack of \(state)"
            ])
    }

    @MainActor @Test func `A handle does not reach the element with an equal id of the next stack`() throws {
        let reports = DiagnosticsRecorder()
        let model = reports { ViewModel(App(), instances: .many) }
        let watch = Watch()
        model.sendViewEvent(.link(["a"]))
        let former = try #require(model.scope(stack: \.path, id: first, action: \.path))
        watch("element") { model.scope(stack: \.path, id: first, action: \.path)?.name }
        model.sendViewEvent(.link(["b"]))
        #expect(watch.changes == ["element"])
        #expect(!former.isInViewState)
        #expect(former.name == "a")
        former.sendViewEvent(.increment)
        #expect(reports.kinds == [.childMissing])
        let present = try #require(model.scope(stack: \.path, id: first, action: \.path))
        #expect(present !== former)
        #expect(present.count == 0)
        present.sendViewEvent(.increment)
        #expect(present.count == 1)
        #expect(former.count == 0)
    }

    @MainActor @Test func `A view of an empty stack learns of the elements of another one`() {
        let model = ViewModel(App(), instances: .many)
        let watch = Watch()
        let path = model.binding(path: \.path, action: \.path)
        watch("path") { path.value }
        model.sendViewEvent(.link([]))
        watch("path of another stack") { path.value }
        model.sendViewEvent(.link(["a"]))
        #expect(Set(watch.changes) == ["path", "path of another stack"])
        #expect(path.value == [first])
    }
}

extension [String] {
    fileprivate var stack: StackState<StackTests.Screen.State> { StackState(map { .init(name: $0) }) }
}
