/// The transitions of a state machine as a graph, found by trying: which events lead where, and which are undefined.
///
/// ```swift
/// let diagram = StateMachineDiagram(of: Fact.self, from: .idle, inputs: [.ask(1), .dismiss], results: [.fetched("one")])
/// print(diagram.mermaid)
/// ```
///
/// Every state that is reached is tried with every event, breadth first, up to a limit of states. States and events are
/// named as they describe themselves. What is left as it is, by ``StateMachineTypes/identity``, is not drawn.
///
/// Complexity: a transition for each state and event.
public struct StateMachineDiagram<Machine: StateMachine>: Sendable where Machine.State: Hashable {
    public typealias Event = StateMachineEvent<Machine.Input, Machine.IOResult>

    /// An event that leads somewhere, or starts an effect where it is.
    public struct Edge: Sendable, Hashable {
        /// Places in `states`.
        public let from: Int
        public let to: Int
        public let event: String
        /// What the transition starts; nil if nothing.
        public let effects: String?
    }

    /// The states that were reached, the first one first.
    public private(set) var states: [Machine.State]
    public private(set) var edges: [Edge] = []
    /// For each state, the events that the machine does not define there.
    public private(set) var undefined: [[String]] = []
    /// Whether every state that can be reached was; false if there are more than the limit.
    public private(set) var isComplete = true

    /// - Parameters:
    ///   - start: the state to begin with.
    ///   - inputs: the inputs to try in each state.
    ///   - results: the results to try in each state.
    ///   - limit: how many states are tried.
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
                let ((target, effects), isDefined) = Machine.answer(to: event, in: states[from])
                guard isDefined else {
                    undefinedHere.append(name)
                    continue
                }
                guard target != nil || effects != nil else { continue }
                let state = target ?? states[from]
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
                        effects: effects.flatMap { Self.name(Machine.composition(of: $0)) }
                    )
                )
            }
            undefined.append(undefinedHere)
        }
    }

    /// "a, b" side by side, "a > b" one after the other.
    private static func name(_ effects: ComposableEffect<Machine.IOEffect>, within isInner: Bool = false) -> String? {
        func joined(_ parts: [ComposableEffect<Machine.IOEffect>], by separator: String) -> String? {
            let names = parts.compactMap { name($0, within: parts.count > 1) }
            guard !names.isEmpty else { return nil }
            let all = names.joined(separator: separator)
            return isInner && names.count > 1 ? "(\(all))" : all
        }
        return switch effects {
        case .none: nil
        case .just(let effect): "\(effect)"
        case .merge(let parts): joined(parts, by: ", ")
        case .concat(let parts): joined(parts, by: " > ")
        }
    }
}
