internal import UnoArchitecture

/// A state machine that says which events to draw it with, so that its diagram is part of the picture of a graph: of the
/// `GraphDescription` of `UnoInspector`.
///
/// ```swift
/// extension CitySearch: DiagrammedStateMachine {
///     static let diagramInputs: [Input] = [.search("rey"), .clear]
///     static let diagramResults: [IOResult] = [.found(["Reykjavík"]), .failed("offline")]
/// }
/// ```
///
/// Where the events have no values, `CaseIterable` is enough: all cases are drawn.
public protocol DiagrammedStateMachine: StateMachine where State: Hashable {
    /// The inputs to try in each state.
    static var diagramInputs: [Input] { get }
    /// The results of effects to try in each state.
    static var diagramResults: [IOResult] { get }
}

extension DiagrammedStateMachine where Input: CaseIterable {
    /// All inputs.
    public static var diagramInputs: [Input] { Array(Input.allCases) }
}

extension DiagrammedStateMachine where IOResult: CaseIterable {
    /// All results.
    public static var diagramResults: [IOResult] { Array(IOResult.allCases) }
}

extension DiagrammedStateMachine where IOResult == Never {
    /// None.
    public static var diagramResults: [Never] { [] }
}

extension DiagrammedStateMachine {
    /// Nil if `start` is not a state of the machine. Of a large machine, as much as a picture can show.
    static func outline(from start: Any) -> MachineOutline? {
        guard let start = start as? State else { return nil }
        let diagram = StateMachineDiagram(
            of: Self.self, from: start, inputs: diagramInputs, results: diagramResults, limit: 24)
        return MachineOutline(
            states: diagram.states.map { "\($0)" },
            transitions: diagram.edges.map { ($0.from, $0.to, diagram.label($0)) },
            isComplete: diagram.isComplete
        )
    }
}
