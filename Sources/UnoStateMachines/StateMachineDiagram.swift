internal import UnoArchitecture

/// The transitions of a state machine as a graph: where each event leads from each state, and which events are undefined.
///
/// ```swift
/// let diagram = StateMachineDiagram(of: Fact.self, from: .idle, inputs: [.ask(1), .dismiss], results: [.fetched("one")])
/// print(diagram.mermaid)
/// ```
///
/// Applies every event to every reachable state, breadth first, up to a limit of states. States and events are named by
/// their descriptions. A transition that does nothing, such as ``StateMachineTypes/identity``, is not part of the diagram.
///
/// Complexity: one transition for each pair of state and event.
public struct StateMachineDiagram<Machine: StateMachine>: Sendable where Machine.State: Hashable {
    private typealias Event = StateMachineEvent<Machine.Input, Machine.IOResult>

    /// A transition that changes the state, starts effects, or both.
    public struct Edge: Sendable, Hashable {
        /// The state that the transition leaves, as an index into ``StateMachineDiagram/states``.
        public let from: Int
        /// The state that the transition leads to, as an index into ``StateMachineDiagram/states``.
        public let to: Int
        /// The description of the event.
        public let event: String
        /// The descriptions of the effects that the transition starts; nil if it starts none.
        public let effects: String?
    }

    /// The states that were reached, starting with the first.
    public private(set) var states: [Machine.State]
    /// The transitions between them.
    public private(set) var edges: [Edge] = []
    /// For each state, the events for which the machine defines no transition.
    public private(set) var undefined: [[String]] = []
    /// Whether all reachable states are in the diagram; false if there are more than the limit.
    public private(set) var isComplete = true

    /// Makes the diagram of `machine`.
    ///
    /// - Parameters:
    ///   - machine: the type of the machine.
    ///   - start: the state to start from.
    ///   - inputs: the inputs to try in each state.
    ///   - results: the results to try in each state.
    ///   - limit: the maximum number of states.
    public init(
        of machine: Machine.Type = Machine.self,
        from start: Machine.State,
        inputs: [Machine.Input],
        results: [Machine.IOResult] = [],
        limit: Int = 256
    ) {
        states = [start]
        var places = [start: 0]
        let events: [(event: Event, name: String)] =
            inputs.map { (.input($0), "\($0)") } + results.map { (.ioResult($0), "\($0)") }
        var next = 0
        while next < states.count {
            let from = next
            next += 1
            var undefinedHere: [String] = []
            for (event, name) in events {
                let transition = Machine.reduce(states[from], event)
                guard transition.isDefined else {
                    undefinedHere.append(name)
                    continue
                }
                guard transition.state != nil || transition.effects != nil else { continue }
                let state = transition.state ?? states[from]
                if places[state] == nil {
                    guard states.count < limit else {
                        isComplete = false
                        continue
                    }
                    places[state] = states.count
                    states.append(state)
                }
                edges.append(
                    Edge(
                        from: from,
                        to: places[state]!,
                        event: name,
                        effects: transition.effects.flatMap { Self.name(Machine.composition(of: $0)) }
                    )
                )
            }
            undefined.append(undefinedHere)
        }
    }

    /// Writes "a, b" for effects that run concurrently, "a > b" for effects that run one after the other.
    private static func name(_ effects: ComposableEffect<Machine.IOEffect>) -> String? {
        typealias Name = (text: String, isComposed: Bool)
        func joined(_ parts: [Name?], by separator: String) -> Name? {
            let names = parts.compactMap { name in
                name.map { $0.isComposed && parts.count > 1 ? "(\($0.text))" : $0.text }
            }
            let isComposed = names.count > 1 || parts.count == 1 && parts[0]?.isComposed == true
            return names.isEmpty ? nil : (names.joined(separator: separator), isComposed)
        }
        let name: Name? = effects.fold { _, element, parts in
            switch element {
            case .none: nil
            case .just(let effect): ("\(effect)", false)
            case .merge: joined(parts, by: ", ")
            case .concatenate: joined(parts, by: " > ")
            }
        }
        return name?.text
    }
}

extension StateMachineDiagram {
    /// The diagram in Mermaid's notation. Undefined events are listed in a note beside the state.
    public var mermaid: String {
        func text(_ text: String) -> String {
            text.reduce(into: "") { escaped, character in
                switch character {
                case "#": escaped += "#35;"
                case ";": escaped += "#59;"
                case ":": escaped += "#58;"
                case "\"": escaped += "#quot;"
                case "\n", "\r\n": escaped += " "
                default: escaped.append(character)
                }
            }
        }
        var lines = ["stateDiagram-v2", "    [*] --> s0"]
        for (place, state) in states.enumerated() { lines.append("    s\(place): \(text("\(state)"))") }
        for edge in edges { lines.append("    s\(edge.from) --> s\(edge.to): \(text(label(edge)))") }
        for (place, events) in undefined.enumerated() where !events.isEmpty {
            lines.append("    note right of s\(place)")
            lines.append("        undefined#58; \(text(events.joined(separator: ", ")))")
            lines.append("    end note")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The diagram in Graphviz's notation. Undefined events are dashed edges.
    public var graphviz: String {
        func quoted(_ text: String) -> String {
            let escaped = text.reduce(into: "") { escaped, character in
                switch character {
                case "\\", "\"": escaped += "\\\(character)"
                case "\n", "\r\n": escaped += "\\n"
                default: escaped.append(character)
                }
            }
            return "\"\(escaped)\""
        }
        var lines = ["digraph \(quoted("\(Machine.self)")) {", "    rankdir=LR", "    node [shape=box, style=rounded]"]
        lines.append("    start [shape=point]")
        lines.append("    start -> s0")
        for (place, state) in states.enumerated() { lines.append("    s\(place) [label=\(quoted("\(state)"))]") }
        for edge in edges { lines.append("    s\(edge.from) -> s\(edge.to) [label=\(quoted(label(edge)))]") }
        if undefined.contains(where: { !$0.isEmpty }) { lines.append("    undefined [shape=plaintext]") }
        for (place, events) in undefined.enumerated() where !events.isEmpty {
            let label = quoted(events.joined(separator: "\n"))
            lines.append("    s\(place) -> undefined [style=dashed, label=\(label)]")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    func label(_ edge: Edge) -> String {
        edge.effects.map { "\(edge.event) / \($0)" } ?? edge.event
    }
}
