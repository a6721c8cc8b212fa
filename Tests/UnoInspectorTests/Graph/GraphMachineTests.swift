import Testing
import UnoArchitecture
import UnoInspector
import UnoStateMachines

@Suite("A graph's description of state machines")
struct GraphMachineTests {
    struct Door: StateMachine {
        enum State: Hashable { case open, closed }
        enum Input: CaseIterable { case push, pull }
        enum IOEffect { case ring }
        enum IOResult: CaseIterable { case rung }
        typealias Action = StateMachineEvent<Input, IOResult>

        let initialValue = State.closed

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.closed, .pull): transition(.open, effect: .ring)
            case (.open, .push): nextState(.closed)
            default: undefined
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }

        func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }
    }

    /// Counts without end.
    struct Meter: DiagrammedStateMachine {
        typealias State = Int
        enum Input: CaseIterable { case tick }
        typealias Action = StateMachineEvent<Input, Never>

        let initialValue = 0

        static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(state + 1) }
    }

    struct House: Interactor {
        struct DomainState: Sendable { var door = Door.State.closed }
        enum Action: Sendable { case door(Door.Action) }

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { _, _ in .none }
            NestedStateMachine(
                state: \.door, toChildAction: { if case .door(let action) = $0 { action } else { nil } },
                fromChildAction: { .door($0) }, child: Door())
        }
    }

    private let graph = GraphDescription(of: House())

    @Test func `shows the transitions of a machine that says which events to draw`() {
        #expect(
            graph.treeWithoutPlaces == """
                House
                └─ merge
                   ├─ interact
                   └─ nested machine
                      └─ Door (state machine): for actions, state \\.door
                            closed → open: pull / ring
                            open → closed: push
                """)
    }

    @Test func `draws the states of a machine as a graph of their own`() {
        for line in [
            "subgraph m4[\" \"]", "m4s0([\"closed\"])", "m4s1([\"open\"])", "m4s0 -->|\"pull / ring\"| m4s1",
            "m4s1 -->|\"push\"| m4s0", "p4 -.- m4s0",
        ] { #expect(graph.mermaid.contains("    \(line)\n")) }
        for line in [
            "subgraph cluster4 {", "m4s0 [shape=ellipse, label=\"closed\"]", "m4s0 -> m4s1 [label=\"pull / ring\"]",
            "m4s1 -> m4s0 [label=\"push\"]", "p4 -> m4s0 [style=dashed]", "p0 -> p1",
            "p3 -> p4 [label=\"for actions, state \\\\.door\"]",
        ] { #expect(graph.graphviz.contains("    \(line)\n")) }
        #expect(graph.svg.contains(">closed → open: pull / ring</text>"))
    }

    @Test func `says that a diagram is not complete`() {
        let graph = GraphDescription(of: Meter())
        #expect(graph.parts[0].machine?.states.count == 24)
        #expect(graph.parts[0].machine?.isComplete == false)
        #expect(graph.tree.hasSuffix("\n   22 → 23: tick\n   …"))
        #expect(graph.mermaid.contains("m0more[\"…\"]"))
        #expect(graph.graphviz.contains("m0more [shape=plaintext, label=\"…\"]"))
    }

    @Test func `shows any other machine by its name`() {
        struct Plain: StateMachine {
            typealias State = Int
            typealias Input = Int
            typealias Action = StateMachineEvent<Int, Never>
            let initialValue = 0
            static func reduceInput(_ state: Int, _ input: Int) -> Transition { nextState(input) }
        }
        #expect(GraphDescription(of: Plain()).tree == "Plain (state machine)")
    }
}

extension GraphMachineTests.Door: DiagrammedStateMachine {}
