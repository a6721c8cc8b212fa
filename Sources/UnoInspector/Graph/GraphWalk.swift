internal import UnoArchitecture

/// Walks through an interactor from the outside in and makes a ``GraphDescription/Part`` of each part.
///
/// A loop with a stack of its own: parts may be nested deeper than a thread's stack could follow.
struct GraphWalk {
    private typealias Kind = GraphDescription.Kind

    /// A part that is to be visited.
    private struct Visit {
        var interactor: any Interactor
        /// The part around it.
        let parent: Int?
        var scope: GraphDescription.Scope?
        /// What is provided where it stands.
        var dependencies: FeatureDependencies
    }

    private(set) var parts: [GraphDescription.Part] = []
    private(set) var isComplete = true
    private let limit: Int
    private var waiting: [Visit] = []
    /// The type of each part.
    private var types: [ObjectIdentifier] = []
    private var names: [ObjectIdentifier: TypeName] = [:]

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    mutating func run(from interactor: any Interactor) {
        waiting = [Visit(interactor: interactor, parent: nil, dependencies: FeatureDependencies())]
        while let visit = waiting.popLast() {
            guard parts.count < limit else {
                isComplete = false
                return
            }
            // Reads bodies, and makes what needs dependencies.
            visit.dependencies.atPlace { self.visit(visit) }
        }
    }

    private mutating func visit(_ visit: Visit) {
        let type = ObjectIdentifier(Swift.type(of: visit.interactor))
        let name = names[type] ?? TypeName(of: Swift.type(of: visit.interactor))
        names[type] = name
        let content = PartContents(of: visit.interactor, name.kind)
        // Neither erasing nor the nesting of merges changes what the parts do. What is inside a merge has no scope of its own.
        let continuesMerge = content.kind == .merge && visit.parent.map { parts[$0].kind } == .merge
        if content.isErasing || continuesMerge {
            let inside = content.inside.map { _, interactor in
                var inner = visit
                inner.interactor = interactor
                return inner
            }
            return wait(for: inside)
        }

        var part = GraphDescription.Part(
            id: parts.count, parent: visit.parent, kind: content.kind, type: name.text, scope: visit.scope)
        part.place = content.outline?.site.map { SourcePlace($0) }
        part.detail = content.detail
        part.machine = content.outline?.machine.map { GraphDescription.Machine($0) }
        let path = content.outline?.state.map(pathText)
        if content.child == nil { part.follows = path }
        part.isRepeated = content.kind == .feature && isRepeated(type, visit)
        parts.append(part)
        types.append(type)
        guard !part.isRepeated else { return }

        var dependencies = visit.dependencies
        content.outline?.provide?(&dependencies)
        let inside = content.inside.map { label, interactor in
            var inner = Visit(interactor: interactor, parent: part.id, dependencies: dependencies)
            if let child = content.child, label == child, let outline = content.outline {
                inner.scope = GraphDescription.Scope(outline, state: path)
            }
            return inner
        }
        wait(for: inside)
    }

    /// The first of `visits` comes next.
    private mutating func wait(for visits: [Visit]) { waiting += visits.reversed() }

    /// Whether the feature stands within itself, below a part of the state that may be absent.
    private func isRepeated(_ type: ObjectIdentifier, _ visit: Visit) -> Bool {
        var isBelowOptional = visit.scope?.isOptional ?? false
        var next = visit.parent
        while let around = next {
            if isBelowOptional, types[around] == type { return true }
            isBelowOptional = isBelowOptional || parts[around].scope?.isOptional ?? false
            next = parts[around].parent
        }
        return false
    }
}

extension GraphDescription.Scope {
    fileprivate init(_ outline: PartOutline, state: String?) {
        self.init(
            state: state,
            isOptional: outline.isOptional,
            action: outline.action.map { pathText(.name($0)) },
            stateAction: outline.stateAction.map { pathText(.name($0)) }
        )
    }
}

extension GraphDescription.Machine {
    fileprivate init(_ outline: MachineOutline) {
        self.init(
            states: outline.states,
            transitions: outline.transitions.map { Transition(from: $0.from, to: $0.to, label: $0.label) },
            isComplete: outline.isComplete
        )
    }
}
