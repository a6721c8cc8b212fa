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
        case .effects(let program): .effects(program.map(path))
        }
    }
}

extension EffectProgram {
    fileprivate func map<Whole: Sendable>(
        _ path: any WritableKeyPath<Whole, State> & Sendable
    ) -> EffectProgram<Whole> {
        switch instruction {
        case .work(let effect): EffectProgram<Whole>(.work(effect.map(path)))
        case .feedBack(let actions): EffectProgram<Whole>(.feedBack(actions))
        case .next(let action): EffectProgram<Whole>(.next(action))
        case .cancel(let id): EffectProgram<Whole>(.cancel(id))
        case .dismiss(let site): EffectProgram<Whole>(.dismiss(site))
        case .transaction(let transaction): EffectProgram<Whole>(.transaction(transaction))
        case .merge(let parts): EffectProgram<Whole>(.merge(parts.map { $0.map(path) }))
        case .concatenate(let parts): EffectProgram<Whole>(.concatenate(parts.map { $0.map(path) }))
        case .gated(let gate, let emission):
            EffectProgram<Whole>(
                .gated(
                    Gate {
                        let (effect, pass) = gate.make()
                        return (effect.map(path), pass)
                    },
                    emission.map(path)
                )
            )
        }
    }
}

extension Effect {
    func map<Whole: Sendable>(_ path: any WritableKeyPath<Whole, State> & Sendable) -> Effect<Whole> {
        Effect<Whole>(kind: kind, id: id, policy: policy, condition: condition, site: site) { [work] state, send in
            await work(state.map { $0[keyPath: path] }, send.part(path))
        }
    }
}
