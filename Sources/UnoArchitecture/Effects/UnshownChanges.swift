#if DEBUG
    extension StateScope {
        /// The handler, with a note of each change that it makes and does not emit; the handler itself, if the states
        /// cannot be compared.
        ///
        /// Holds a copy of the state while the handler runs: in debug builds only, and only for a host that shows states.
        @usableFromInline
        final func watching<Action>(
            _ handler: @escaping Handler<Action>,
            at site: CallSite
        ) -> Handler<Action> {
            guard let areEqual = Self.equality else { return handler }
            let (engine, emitter) = (engine, emitter)
            return { [unowned self] state, action in
                guard engine.sink.showsStates else { return handler(&state, action) }
                let before = state
                let emission = handler(&state, action)
                // What an earlier handler of the step has not shown is compared from before that handler. A state that does
                // not equal itself, as one with a `Double.nan`, cannot tell whether it has changed.
                let emissions = emitter.emissions
                if emission.isEmpty, !areEqual(before, state), areEqual(before, before), unshownAt != emissions {
                    unshownAt = emissions
                    engine.afterStep { [self] in
                        if unshownAt == emissions { unshownAt = nil }
                        guard engine.graph != nil, emitter.isOpen, emitter.emissions == emissions else { return }
                        reportUnshown(ifChanged: { !areEqual(before, $0) }, at: site)
                    }
                }
                return emission
            }
        }

        /// Reports a change that no part has emitted or taken back by the end of the step.
        private func reportUnshown(ifChanged isChanged: (State) -> Bool, at site: CallSite) {
            var isUnshown = false
            look { isUnshown = isChanged($0) }
            guard isUnshown else { return }
            engine.log.report(
                .unshownChange,
                """
                A handler has changed \(State.self) and returned .none, or a composition of an empty list, which emits nothing, so \
                the change is not shown. Return .state, or .unshown if the change is meant to stay unseen until the next emission
                """,
                at: site
            )
        }

        /// Compares two states; nil if the type is not `Equatable`.
        private static var equality: ((State, State) -> Bool)? {
            func make<Equal: Equatable>(_: Equal.Type) -> (State, State) -> Bool { { $0 as! Equal == $1 as! Equal } }
            return (State.self as? any Equatable.Type).map { make($0) }
        }
    }

    extension Emission {
        /// Whether it is ``none``, or composes an empty list. A list of `none` may as well be one of ``unshown``.
        fileprivate var isEmpty: Bool {
            if case .none = self { return true }
            guard case .effects(let program) = self else { return false }
            var trees = [program.tree]
            while let tree = trees.popLast() {
                switch tree.instruction {
                case .merge, .concatenate: trees += tree.parts
                default: return false
                }
            }
            return true
        }
    }
#endif
