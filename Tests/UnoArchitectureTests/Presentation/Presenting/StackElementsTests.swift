import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

/// A page of a stack that asks to be dismissed, alone or on its way to another case.
private struct Page: Interactor {
    @CasePathable
    enum DomainState: Sendable, Equatable {
        case draft(Int)
        case saved
    }

    @CasePathable
    enum Action: Sendable, Equatable {
        case leave
        case saveAndLeave
        case watch
    }

    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: .draft(0)) { state, action in
            switch action {
            case .leave: return .dismiss()
            case .saveAndLeave:
                state = .saved
                return .dismiss()
            case .watch:
                return .observe(id: "watch", policy: .dropNew) { _, send in
                    await send { if case .draft(let number) = $0 { $0 = .draft(number + 10) } }
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
        }
    }
}

private struct Pages<Child: Interactor<Page.DomainState, Page.Action>>: Interactor {
    struct DomainState: Sendable, Equatable {
        var path: StackState<Page.DomainState> = []
        var kept: StackState<Page.DomainState> = []
        var log: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case path(StackAction<Page.DomainState, Page.Action>)
        case change(@Sendable (inout DomainState) -> Void)
        case keep
        /// Back to the kept stack, and on to another page.
        case restore(number: Int)
    }

    /// Puts a saved page in the place of one that leaves.
    var replacesPages = false
    let child: Child

    var body: some Interactor<DomainState, Action> {
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .change(let change): change(&state)
            case .keep: state.kept = state.path
            case .restore(let number):
                state.path = state.kept
                state.path.append(.draft(number))
            case .path(.element(let id, .leave)) where replacesPages: state.path[id: id] = .saved
            case .path(.popFrom(let id)):
                state.log.append("pop \(id)")
                if replacesPages { state.path[id: id] = .saved }
            case .path: break
            }
        }
        .presents(stack: \.path, action: \.path) { child }
    }
}

@Suite("Elements that take the places of others on a stack", .timeLimit(.hang))
struct StackElementsTests {
    private func stage(
        replacing replacesPages: Bool = false, in host: Host
    ) -> Stage<Pages<Page>.DomainState, Pages<Page>.Action> {
        Stage(Pages(replacesPages: replacesPages, child: Page()), in: host)
    }

    @Test("One that the parent has put in the place of the one that asks stays", arguments: Host.allCases)
    fileprivate func replaced(host: Host) {
        let stage = stage(replacing: true, in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(.element(id: 0, action: .leave)))
        #expect(Array(stage.last.path) == [.saved, .draft(2)])
        #expect(stage.last.log == [])
    }

    @Test("One that goes on to another case as it asks is dismissed", arguments: Host.allCases)
    fileprivate func nextCase(host: Host) {
        let stage = stage(in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(.element(id: 1, action: .saveAndLeave)))
        #expect(Array(stage.last.path) == [.draft(1)])
        #expect(stage.last.log == ["pop #1"])
    }

    @Test("One that the parent puts in the place of the one that is popped stays", arguments: Host.allCases)
    fileprivate func replacedAtPop(host: Host) {
        let stage = stage(replacing: true, in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(.popFrom(0)))
        #expect(Array(stage.last.path) == [.saved, .draft(2)])
        #expect(stage.last.log == ["pop #0"])
    }

    @Test(
        "One with the id of another, on an earlier copy of its stack, has a child of its own", arguments: Host.allCases)
    fileprivate func restored(host: Host) {
        let stage = stage(in: host)
        stage.send(.path(.push(.draft(1))), .keep, .path(.push(.draft(2))))
        stage.send(.path(.element(id: 0, action: .watch)), .path(.element(id: 1, action: .watch)))
        #expect(Array(stage.last.path) == [.draft(11), .draft(12)])
        stage.send(.restore(number: 3))
        #expect(stage.last.path.ids == [0, 1])
        // The effect of the other element would have this one dropped; that of the first, which is still there, does.
        stage.send(.path(.element(id: 0, action: .watch)), .path(.element(id: 1, action: .watch)))
        #expect(Array(stage.last.path) == [.draft(1), .draft(13)])
    }

    @Test("One on an earlier copy has a stream transformer of its own", arguments: Host.allCases)
    fileprivate func restoredTransformer(host: Host) {
        struct Greeting: Interactor {
            func interact(_ upstream: AsyncStream<Page.Action>) -> AsyncStream<Page.DomainState> {
                AsyncStream { continuation in
                    continuation.yield(.saved)
                    let task = Task {
                        for await _ in upstream {}
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            }
        }
        let stage = Stage(Pages(child: Greeting()), in: host)
        stage.send(.path(.push(.draft(1))), .change { $0.path[0] = .draft(5) }, .keep, .path(.push(.draft(2))))
        #expect(Array(stage.last.path) == [.draft(5), .saved])
        stage.send(.restore(number: 3))
        // That of the first, which is still there, goes on, and so does not greet again.
        #expect(Array(stage.last.path) == [.draft(5), .saved])
    }

    @MainActor
    @Test("A handle does not reach the element of an earlier copy, and a late pop leaves it there")
    func handles() throws {
        let model = ViewModel(Pages(child: Page()), instances: .many)
        let path = model.binding(path: \.path, action: \.path)
        for action: Pages<Page>.Action in [.path(.push(.draft(1))), .keep, .path(.push(.draft(2)))] {
            model.sendViewEvent(action)
        }
        #expect(path.value == [0, 1])
        let root = try #require(model.scope(stack: \.path, id: 0, action: \.path))
        let former = try #require(model.scope(stack: \.path, id: 1, action: \.path))
        model.sendViewEvent(.restore(number: 3))
        #expect(root.isInViewState)
        #expect(!former.isInViewState)
        #expect(former.viewState == .draft(2))
        #expect(model.scope(stack: \.path, id: 1, action: \.path)?.viewState == .draft(3))
        #expect(model.scope(stack: \.path, id: 0, action: \.path) === root)
        path.value = [0]
        #expect(model.viewState.path.ids == [0, 1])
        #expect(path.value == [0, 1])
        path.value = [0]
        #expect(model.viewState.path.ids == [0])
    }
}
