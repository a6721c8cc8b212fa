import Testing
import UnoArchitecture
import UnoStateMachines

@Suite("The diagram of a state machine") struct StateMachineDiagramTests {
    private enum Light: Hashable {
        case off
        case on(Int)
    }

    private struct Lamp: StateMachine {
        typealias State = Light
        enum Input { case press, touch }
        enum IOEffect { case hum, glow, tick }
        enum IOResult { case burnt }
        typealias Action = StateMachineEvent<Input, IOResult>
        typealias Effects = ComposableEffect<IOEffect>
        let initialValue = Light.off

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.off, .press):
                transition(.on(1), effect: .concatenate([.merge([.just(.hum), .just(.glow)]), .just(.tick)]))
            case (.on(let level), .press): nextState(.on(level + 1))
            case (.on, .touch): run(.just(.tick))
            case (.off, .touch): undefined
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            if case .on = state { nextState(.off) } else { identity }
        }

        func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }
    }

    /// Its effects are compositions of single compositions.
    private struct Nested: StateMachine {
        enum State: Hashable { case off, on }
        enum Input: CaseIterable { case merge, concatenate, beside, empty }
        enum IOEffect { case hum, glow, tick }
        enum IOResult {}
        typealias Action = StateMachineEvent<Input, IOResult>
        typealias Effects = ComposableEffect<IOEffect>
        let initialValue = State.off

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .merge:
                transition(.on, effect: .concatenate([.merge([.merge([.just(.hum), .just(.glow)])]), .just(.tick)]))
            case .concatenate: transition(.on, effect: .merge([.concatenate([.merge([.just(.hum)])]), .just(.tick)]))
            case .beside:
                transition(
                    .on, effect: .merge([.concatenate([.merge([.just(.hum), .just(.glow)]), .none]), .just(.tick)]))
            case .empty: transition(.on, effect: .merge([]))
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {}
        func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }
    }

    @Test func `keeps the brackets of a composition within a single one, and makes none for an effect alone`() {
        let diagram = StateMachineDiagram(of: Nested.self, from: .off, inputs: Nested.Input.allCases, results: [])
        #expect(diagram.mermaid.contains("s0 --> s1: merge / (hum, glow) > tick"))
        #expect(diagram.mermaid.contains("s0 --> s1: concatenate / hum, tick"))
        #expect(diagram.mermaid.contains("s0 --> s1: beside / (hum, glow), tick\n"))
        #expect(diagram.mermaid.contains("s0 --> s1: empty\n"))
    }

    private static let diagram = StateMachineDiagram(
        of: Lamp.self, from: .off, inputs: [.press, .touch], results: [.burnt], limit: 2)

    @Test func `finds the states within its limit, the edges and the undefined transitions`() {
        #expect(Self.diagram.states == [.off, .on(1)])
        #expect(!Self.diagram.isComplete)
        #expect(Self.diagram.undefined == [["touch"], []])
        let all = StateMachineDiagram(of: Lamp.self, from: .off, inputs: [.touch], results: [.burnt])
        #expect(all.isComplete)
        #expect(all.states == [.off])
        #expect(all.edges.isEmpty)
    }

    @Test func `prints Mermaid`() {
        #expect(
            Self.diagram.mermaid == """
                stateDiagram-v2
                    [*] --> s0
                    s0: off
                    s1: on(1)
                    s0 --> s1: press / (hum, glow) > tick
                    s1 --> s1: touch / tick
                    s1 --> s0: burnt
                    note right of s0
                        undefined#58; touch
                    end note

                """
        )
    }

    @Test func `prints Graphviz`() {
        #expect(
            Self.diagram.graphviz == """
                digraph "Lamp" {
                    rankdir=LR
                    node [shape=box, style=rounded]
                    start [shape=point]
                    start -> s0
                    s0 [label="off"]
                    s1 [label="on(1)"]
                    s0 -> s1 [label="press / (hum, glow) > tick"]
                    s1 -> s1 [label="touch / tick"]
                    s1 -> s0 [label="burnt"]
                    undefined [shape=plaintext]
                    s0 -> undefined [style=dashed, label="touch"]
                }

                """
        )
    }

    @Test func `escapes the descriptions of states`() {
        let diagram = StateMachineDiagram(of: Echo.self, from: "a", inputs: ["\"b\": c;\n#\\"])
        #expect(diagram.mermaid.contains("s1: #quot;b#quot;#58; c#59; #35;\\"))
        #expect(diagram.graphviz.contains(#"s1 [label="\"b\": c;\n#\\"]"#))
    }

    private struct Echo: StateMachine {
        typealias State = String
        typealias Input = String
        typealias IOEffect = Never
        typealias IOResult = Never
        typealias Action = StateMachineEvent<Input, IOResult>
        let initialValue = ""
        static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(input) }
    }
}
