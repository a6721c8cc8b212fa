package import UnoArchitecture

extension ViewModel {
    package typealias Step = ObservedStep<ViewState, Action>

    /// Calls `stateRecorder` with every view state, including the intermediate ones of a step, and `stepRecorder` at the
    /// end of each step that handles an action or produces a view state.
    ///
    /// On a shared runtime, whose actions the view model does not see, each view state is a step.
    package func record(
        _ stateRecorder: @escaping (ViewState) -> Void,
        steps stepRecorder: @escaping (Step) -> Void = { _ in }
    ) {
        guard case .own(let core) = host else {
            store.recorder = { state in
                stateRecorder(state)
                let emitted = [EmittedInStep(state)]
                stepRecorder(Step(cause: .effect, event: nil, emitted: emitted, hasEffects: false, held: state))
            }
            return
        }
        let root = core.root
        let recorder = StepRecorder<ViewState, Action>(root.engine, stepRecorder)
        let step = root.step
        root.step = { action in
            recorder.begin(action)
            step(action)
        }
        store.recorder = { state in
            stateRecorder(state)
            recorder.add(state)
        }
    }

    /// The harness that hosts the view model's own graph; nil if none does.
    package var underTest: FeatureUnderTest? {
        if case .own(let core) = host { core.root.engine.underTest } else { nil }
    }

    /// The number of fields that are compared after a step.
    package var observedFieldCount: Int { store.observedFieldCount }

    /// The tasks of the view model's own graph; nil on a shared runtime.
    package var tasks: GraphTasks? {
        if case .own(let core) = host { core.isolation.tasks } else { nil }
    }

    /// Ends the view model's own graph as if its actions had finished: `.perform` effects run to their end. Does nothing on a
    /// shared runtime.
    package func finish() async {
        if case .own(let core) = host { await core.shutdown(.drain, at: CallSite(#fileID, #line)) }
    }

    /// Whether the view model has its own graph and runs its effects on `executor`.
    package func runs(on executor: some TaskExecutor) -> Bool {
        (tasks?.executor as AnyObject?) === (executor as AnyObject)
    }

    /// Reads the work in flight in the view model's own graph; nil on a shared runtime.
    package var pendingReader: (@Sendable () async -> Pending)? {
        guard case .own(let core) = host else { return nil }
        return { [isolation = core.isolation] in await isolation.visit { $0.engine.pending } }
    }

    /// Ends the view model's own graph and cancels its effects. Does nothing on a shared runtime.
    package func cancel() {
        if case .own(let core) = host { core.cancel() }
    }
}
