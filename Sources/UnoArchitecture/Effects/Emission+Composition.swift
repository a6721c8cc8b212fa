extension Emission {
    /// Begins `next` when the effects of this emission have ended; see ``concatenate(_:)``.
    public func then(_ next: Emission) -> Emission {
        joined(with: next, { if case .concatenate(let parts) = $0 { parts } else { nil } }, { .concatenate($0) })
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
        case .effects(let program): .effects(EffectProgram(program.tree.map(path)))
        }
    }
}

extension EffectTree.Part {
    fileprivate func map<Whole: Sendable, State: Sendable>(
        _ path: any WritableKeyPath<Whole, State> & Sendable
    ) -> EffectTree.Part {
        if case .effects(let program) = self { .effects(program.map(path)) } else { self }
    }
}

extension EffectTree {
    fileprivate func map<Whole: Sendable, State: Sendable>(
        _ path: any WritableKeyPath<Whole, State> & Sendable
    ) -> EffectTree {
        switch instruction {
        case .work(let effect): EffectTree(.work(effect.map(path)))
        case .feedBack, .next, .cancel, .dismiss, .transaction: self
        case .merge(let parts): EffectTree(.merge(parts.map { $0.map(path) }))
        case .concatenate(let parts): EffectTree(.concatenate(parts.map { $0.map(path) }))
        case .gated(let gate, let part):
            EffectTree(
                .gated(
                    Gate {
                        let (effect, pass) = gate.make()
                        return (effect.map(path), pass)
                    },
                    part.map(path)
                )
            )
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
