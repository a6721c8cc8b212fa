#if DEBUG
    /// A change of a state whose handler has returned `.none`.
    struct UnshownChange {
        let scope: AnyScope
        /// The scope that would have emitted the change.
        let emitter: AnyScope
        /// ``AnyScope/emissions`` after the handler.
        let emissions: UInt32
        let site: CallSite
        let state: Any.Type
        /// Whether the state still differs from what it was before the handler.
        let isStillThere: () -> Bool
    }

    extension GraphEngine {
        /// Reports the changes that no part has emitted or taken back by the end of the step.
        func reportUnshownChanges() {
            let changes = step.unshownChanges
            step.unshownChanges = []
            for change in changes {
                guard change.emitter.isOpen, change.emitter.emissions == change.emissions, change.isStillThere()
                else { continue }
                log.report(
                    .unshownChange,
                    """
                    A handler has changed \(change.state) and returned .none, or a composition of an empty list, which emits nothing, so \
                    the change is not shown. Return .state, or .unshown if the change is meant to stay unseen until the next emission
                    """,
                    at: change.site
                )
            }
        }
    }
#endif
