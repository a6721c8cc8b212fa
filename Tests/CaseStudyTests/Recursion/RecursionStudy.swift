import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A tree: each node has a name, and nodes.
@Interactor struct RecursionStudy {
    struct State: Sendable, Equatable, Identifiable {
        let id: Int
        var name = ""
        var nodes: [State] = []
    }

    indirect enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case add(id: Int)
        case remove(at: Int)
        case nodes(IdentifiedAction<Int, Action>)
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State(id: 0)) { state, action in
            switch action {
            case .add(let id): state.nodes.append(State(id: id))
            case .remove(let place): state.nodes.remove(at: place)
            case .binding, .nodes: return .none
            }
            return .state
        }
        .forEach(\.nodes, action: \.nodes) { RecursionStudy() }
    }
}

@MainActor @Suite("Case study: recursion", .timeLimit(.hang)) struct RecursionStudyTests {
    @Test func `A node changes at any depth`() async {
        let harness = InteractorTestHarness(RecursionStudy())
        await harness.send(.add(id: 1)) { $0.nodes = [.init(id: 1)] }
        await harness.send(.nodes(.init(id: 1, action: .add(id: 2)))) { $0.nodes[0].nodes = [.init(id: 2)] }
        await harness.send(.nodes(.init(id: 1, action: .nodes(.init(id: 2, action: .binding(.set(\.name, "leaf"))))))) {
            $0.nodes[0].nodes[0].name = "leaf"
        }
        await harness.send(.nodes(.init(id: 1, action: .remove(at: 0)))) { $0.nodes[0].nodes = [] }
        await harness.finish()
    }

    @Test func `A view of a node makes the views of its nodes`() {
        let model = ViewModel(RecursionStudy(), instances: .many)
        var node = model.scope()
        for id in 1...50 {
            node.sendViewEvent(.add(id: id))
            node = node.scope(rows: \.nodes, action: \.nodes)[0]
        }
        node.name = "leaf"
        #expect(node.name == "leaf")
        #expect(node.nodes.isEmpty)
        model.sendViewEvent(.remove(at: 0))
        #expect(node.name == "leaf")
        #expect(!node.isInViewState)
    }
}
