import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

/// A page of a stack that asks to be dismissed, alone or on its way to another case.
private struct Leaf: Interactor {
    @CasePathable enum DomainState: Sendable, Equatable {
        case draft(Int)
        case saved
    }

    @CasePathable enum Action: Sendable, Equatable { case leave, leaveSaved, watch }
    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: .draft(0)) { state, action in
            switch action {
            case .leave, .leaveSaved: return .dismiss()
            case .watch:
                return .observe(id: "watch", policy: .dropNew) { _, send in
                    await send { if case .draft(let number) = $0 { $0 = .draft(number + 10) } }
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
        }
        Update(initialValue: .draft(0)) { state, action, _ in if case .leaveSaved = action { state = .saved } }
    }
}

private struct LeafBook<Child: Interactor<Leaf.DomainState, Leaf.Action>>: Interactor {
    struct DomainState: Sendable, Equatable {
        var path: StackState<Leaf.DomainState> = []
        var kept: StackState<Leaf.DomainState> = []
        var log: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case path(StackAction<Leaf.DomainState, Leaf.Action>)
        case change(@Sendable (inout DomainState) -> Void)
        case keep
        /// Back to the kept stack, and on to another page.
        case restore(number: Int)
    }

    /// Puts this in the place of a page that leaves, or the stack in the place of the whole stack.
    var replacement: Leaf.DomainState?
    var otherStack: StackState<Leaf.DomainState>?
    let child: Child
    var body: some Interactor<DomainState, Action> {
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .change(let change): change(&state)
            case .keep: state.kept = state.path
            case .restore(let number):
                state.path = state.kept
                state.path.append(.draft(number))
            case .path(.element(let id, .leave)): replace(id, in: &state)
            case .path(.popFrom(let id)):
                state.log.append("pop \(id)")
                replace(id, in: &state)
            case .path(.popTo(let id)):
                let above = id.map { id in state.path.ids.drop { $0 != id }.dropFirst().first } ?? state.path.ids.first
                if let above { replace(above, in: &state) }
            case .path: break
            }
        }
        .presents(stack: \.path, action: \.path) { child }
    }

    private func replace(_ id: StackElementID, in state: inout DomainState) {
        if let otherStack { state.path = otherStack }
        if let replacement { state.path[id: id] = replacement }
    }
}

@Suite("Elements that take the places of others on a stack", .timeLimit(.hang)) struct StackElementsTests {
    private func stage(
        replacingBy replacement: Leaf.DomainState? = nil, in host: Host
    ) -> Stage<LeafBook<Leaf>.DomainState, LeafBook<Leaf>.Action> {
        Stage(LeafBook(replacement: replacement, child: Leaf()), in: host)
    }

    @Test("One that the parent has put in the place of the one that asks stays", arguments: Host.allCases)
    fileprivate func replaced(host: Host) {
        let stage = stage(replacingBy: .saved, in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(.element(id: 0, action: .leave)))
        #expect(Array(stage.last.path) == [.saved, .draft(2)])
        #expect(stage.last.log == [])
    }

    @Test("One that goes on to another case as it asks is dismissed", arguments: Host.allCases)
    fileprivate func nextCase(host: Host) {
        let stage = stage(in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(.element(id: 1, action: .leaveSaved)))
        #expect(Array(stage.last.path) == [.draft(1)])
        #expect(stage.last.log == ["pop #1"])
    }

    @Test(
        "One that the parent puts in the place of the one that is popped stays, with effects of its own",
        arguments: [StackAction<Leaf.DomainState, Leaf.Action>.popFrom(1), .popTo(0), .popTo(nil)], Host.allCases)
    fileprivate func replacedAtPop(pop: StackAction<Leaf.DomainState, Leaf.Action>, host: Host) {
        let isRoot = pop == .popTo(nil)
        let id: StackElementID = isRoot ? 0 : 1
        let stage = stage(replacingBy: .saved, in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2), .draft(3)] }, .path(.element(id: id, action: .watch)))
        stage.send(.path(pop))
        #expect(Array(stage.last.path) == (isRoot ? [.saved, .draft(2), .draft(3)] : [.draft(1), .saved, .draft(3)]))
        // The effect of the one that went would have this one dropped.
        stage.send(.change { $0.path[id: id] = .draft(5) }, .path(.element(id: id, action: .watch)))
        #expect(stage.last.path[id: id] == .draft(15))
    }

    @Test(
        "Those of another stack stay when one of the first is popped",
        arguments: [StackAction<Leaf.DomainState, Leaf.Action>.popFrom(0), .popTo(0), .popTo(nil)], Host.allCases)
    fileprivate func otherStack(pop: StackAction<Leaf.DomainState, Leaf.Action>, host: Host) {
        let stage = Stage(LeafBook(otherStack: [.draft(7), .draft(8)], child: Leaf()), in: host)
        stage.send(.change { $0.path = [.draft(1), .draft(2)] }, .path(pop))
        #expect(Array(stage.last.path) == [.draft(7), .draft(8)])
    }

    @Test(arguments: Host.allCases)
    fileprivate func `One with the id of another, on an earlier copy of its stack, has a child of its own`(host: Host) {
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
            func interact(_ upstream: AsyncStream<Leaf.Action>) -> AsyncStream<Leaf.DomainState> {
                .greeting(.saved, then: upstream)
            }
        }
        let stage = Stage(LeafBook(child: Greeting()), in: host)
        stage.send(.path(.push(.draft(1))), .change { $0.path[0] = .draft(5) }, .keep, .path(.push(.draft(2))))
        #expect(Array(stage.last.path) == [.draft(5), .saved])
        stage.send(.restore(number: 3))
        // That of the first, which is still there, goes on, and so does not greet again.
        #expect(Array(stage.last.path) == [.draft(5), .saved])
    }

    @Test("Those of another stack begin from the first to the last", arguments: Host.allCases)
    fileprivate func order(host: Host) {
        struct Naming: Interactor {
            let names: Record<Void>
            func interact(_ upstream: AsyncStream<Leaf.Action>) -> AsyncStream<Leaf.DomainState> {
                names.append()
                return .greeting(.draft(names.count * 100), then: upstream)
            }
        }
        let stage = Stage(LeafBook(child: Naming(names: Record())), in: host)
        stage.send(.change { $0.path = [.draft(1)] }, .change { $0.path = [.draft(2), .draft(3), .draft(4)] })
        let numbers = stage.last.path.map { if case .draft(let number) = $0 { number } else { 0 } }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == 3)
    }

    @MainActor @Test func `One in the place of the one that is popped is shown, although the parent emits nothing`() {
        typealias Book = LeafBook<Leaf>
        let parent = Interact<Book.DomainState, Book.Action>(initialValue: .init(path: [.draft(1)])) { state, action in
            if case .path(.popTo) = action { state.path[0] = .saved }
            return .none
        }
        let model = DirectViewModel(parent.presents(stack: \.path, action: \.path) { Leaf() }, instances: .many)
        model.sendViewEvent(.path(.popTo(nil)))
        #expect(Array(model.path) == [.saved])
    }

    @MainActor @Test
    func `A handle does not reach the element of an earlier copy, and a late pop leaves it there`() throws {
        let model = ViewModel(LeafBook(child: Leaf()), instances: .many)
        let path = model.binding(path: \.path, action: \.path)
        for action: LeafBook<Leaf>.Action in [.path(.push(.draft(1))), .keep, .path(.push(.draft(2)))] {
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

extension AsyncStream where Element: Sendable {
    /// Gives a state at once, and then none for any action. All of it runs in the task that reads.
    fileprivate static func greeting(_ state: Element, then upstream: AsyncStream<some Sendable>) -> AsyncStream {
        let greeting = Slot<Element>()
        greeting.value = state
        return AsyncStream(unfolding: {
            if let state = greeting.value {
                greeting.value = nil
                return state
            }
            for await _ in upstream {}
            return nil
        })
    }
}
