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
        case .gated(let gate):
            .gated(
                Gate {
                    let (effect, pass) = gate.make()
                    return (effect.map(path), pass)
                }
            )
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
