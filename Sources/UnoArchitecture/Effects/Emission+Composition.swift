extension Emission {
    /// What an emission asks for, one level deep, for a test of a handler; see the property `kind`.
    public enum Kind: Sendable {
        /// Nothing: ``Emission/none``, or only a transaction.
        case none
        /// Nothing, deliberately: ``Emission/unshown``.
        case unshown
        /// The state is emitted.
        case state
        /// One-shot work.
        case perform(work: @Sendable (DynamicState<State>, Send<State>) async -> Void)
        /// Long-running work.
        case observe(stream: @Sendable (DynamicState<State>, Send<State>) async -> Void)
        /// The effects with this id are cancelled.
        case cancel(id: any Hashable & Sendable)
        /// The feature asks to be dismissed.
        case dismiss
        /// Actions are fed back.
        case dispatch
        /// All parts, side by side.
        case merge([Emission])
        /// All parts, one after the other.
        case concatenate([Emission])
    }

    /// What this emission asks for: `if case .perform = emission.kind`.
    ///
    /// A debounced or throttled emission is of the kind of what it delays. A merge within a merge counts as the parts of the
    /// outer one, and so for concatenations, however they were composed.
    public var kind: Kind {
        if case .unshown = self { return .unshown }
        var tree = tree
        while case .gated = tree.instruction { tree = tree.parts[0] }
        switch tree.instruction {
        case .none, .transaction, .gated: return .none
        case .state: return .state
        case .work(let effect):
            let work: @Sendable (DynamicState<State>, Send<State>) async -> Void = { state, send in
                await effect.work(.part(StateAccess(state: state, send: send)))
            }
            return effect.kind == .observe ? .observe(stream: work) : .perform(work: work)
        case .feedBack, .next: return .dispatch
        case .cancel(let id): return .cancel(id: id)
        case .dismiss: return .dismiss
        case .merge:
            return .merge(tree.flatParts { if case .merge = $0 { true } else { false } }.map(Emission.init))
        case .concatenate:
            return .concatenate(tree.flatParts { if case .concatenate = $0 { true } else { false } }.map(Emission.init))
        }
    }

    private init(_ tree: EffectTree) {
        switch tree.instruction {
        case .none: self = .none
        case .state: self = .state
        default: self = .effects(EffectProgram(tree))
        }
    }
}

extension Emission {
    /// Begins `next` when the effects of this emission have ended; see ``concatenate(_:)``. Complexity: O(1).
    public func then(_ next: Emission) -> Emission {
        switch (self, next) {
        case (.none, _): next
        case (_, .none): self
        default: .concatenate([self, next])
        }
    }

    /// The emission of a whole that has this emission's state at `path`.
    ///
    /// For a handler that calls the handler of a part: `detail.handle(&state.detail, action).map(\.detail)`. Effects read
    /// and change the part; ids and policies apply in the scope of the whole.
    ///
    /// - Complexity: O(n) in the number of effects of this emission.
    /// - *Depth*: an update of an effect goes through each `map` around it on the stack: 20,000 fit into 8 MB.
    public func map<Whole: Sendable>(_ path: any WritableKeyPath<Whole, State> & Sendable) -> Emission<Whole> {
        switch self {
        case .none: .none
        case .unshown: .unshown
        case .state: .state
        case .effects(let program): .effects(EffectProgram(program.tree.map { $0.map(path) }))
        }
    }
}

extension EffectTree.Instruction {
    fileprivate func map<Whole: Sendable, State: Sendable>(
        _ path: any WritableKeyPath<Whole, State> & Sendable
    ) -> EffectTree.Instruction {
        switch self {
        case .work(let effect): .work(effect.map(path))
        case .gated(let gate): .gated(gate.map { $0.map(path) })
        case .none, .state, .feedBack, .next, .cancel, .dismiss, .transaction, .merge, .concatenate: self
        }
    }
}

extension Effect {
    fileprivate func map<Whole: Sendable, State: Sendable>(
        _ path: any WritableKeyPath<Whole, State> & Sendable
    ) -> Effect {
        var mapped = self
        mapped.work = { [work] access in
            let (state, send) = (DynamicState<Whole>(access), Send<Whole>(access))
            await work(.part(StateAccess(state: state.map { $0[keyPath: path] }, send: send.part(path))))
        }
        return mapped
    }
}
