public import UnoArchitecture

extension GraphDescription {
    /// A part of a graph.
    public struct Part: Sendable, Hashable, Codable, Identifiable {
        /// Its place in ``GraphDescription/parts``.
        public let id: Int
        /// The part around it; nil for the outermost one.
        public let parent: Int?
        /// What it is.
        public let kind: Kind
        /// The name of its type, without its module; that of a part of the library without its generic parameters.
        public let type: String
        /// A figure that it was made with, such as the time of a debounce, or the branch of an `if`.
        public internal(set) var detail: String?
        /// How it finds its state and its actions, if it is a child with a scope of its own.
        public internal(set) var scope: Scope?
        /// The part of the state that it follows, as in `\.text`: of an `onChange` or an `observing`.
        public internal(set) var follows: String?
        /// Where it is written, if it keeps that.
        public internal(set) var place: SourcePlace?
        /// Whether its feature is shown further out, and its parts are not repeated here.
        public internal(set) var isRepeated = false
        /// The diagram of a state machine that is a `DiagrammedStateMachine`.
        public internal(set) var machine: Machine?
        /// What it does at present; see ``GraphDescription/showing(_:)``.
        public internal(set) var notes: [String] = []
    }

    /// How a child finds its state and its actions in those of its parent.
    public struct Scope: Sendable, Hashable, Codable {
        /// The path to the child's state, as in `\.results`; nil for the whole state.
        public let state: String?
        /// Whether the state may be absent: an optional, a case of an enum, or the rows of a collection.
        public let isOptional: Bool
        /// The path to the case of the child's actions, as in `\.search`; nil if the child takes all actions, or a function chooses.
        public let action: String?
        /// The path to the case that brings the child's states back to the parent of a `when`.
        public let stateAction: String?
    }

    /// The diagram of a state machine.
    public struct Machine: Sendable, Hashable, Codable {
        /// A transition of a state machine.
        public struct Transition: Sendable, Hashable, Codable {
            /// The state that it leaves, as an index.
            public let from: Int
            /// The state that it leads to, as an index.
            public let to: Int
            /// The event, and the effects that it begins.
            public let label: String
        }

        /// The states, beginning with the first one of the machine.
        public let states: [String]
        /// The transitions.
        public let transitions: [Transition]
        /// Whether all states are here.
        public let isComplete: Bool

        /// A line for each transition.
        var lines: [String] {
            transitions.map { "\(states[$0.from]) → \(states[$0.to]): \($0.label)" } + (isComplete ? [] : ["…"])
        }
    }
}

extension GraphDescription.Part {
    /// What it is, on one line.
    var title: String {
        let name =
            switch kind {
            case .feature: type
            case .transformer, .stateMachine, .synchronous: "\(type) (\(kind.rawValue))"
            default: kind.rawValue
            }
        return ([name] + [detail, follows].compactMap(\.self) + (isRepeated ? ["… (again)"] : [])).joined(
            separator: " ")
    }
}

extension GraphDescription.Scope {
    /// The child's actions, its state, and what its states come back as.
    var routes: [String] {
        let path = state.map { "state \($0)\(isOptional ? "?" : "")" } ?? "the whole state"
        return ["for \(action ?? "actions")", path] + (stateAction.map { ["back as \($0)"] } ?? [])
    }

    /// The routes on one line.
    var text: String { routes.joined(separator: ", ") }
}
