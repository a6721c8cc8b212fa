/// The host of a graph that repeats what another one has done: nothing in it runs by itself, and each of its steps is asked for.
///
/// The steps are those of the engine. Effects are registered, wait for their turns and are cancelled as ever, but none starts;
/// clocks decide nothing. Releasing the last reference ends the graph.
package final class ReplayedGraph<State: Sendable, Action: Sendable>: Sendable {
    private let isolation: GraphIsolation
    private let driver: GraphBound<ReplayDriver<State, Action>>

    /// Makes the graph; its first step is asked for, too.
    ///
    /// - Parameters:
    ///   - initialState: nil for the feature's own.
    ///   - listener: hears of the steps, and answers what clocks would decide.
    package init(
        _ interactor: some Interactor<State, Action>,
        startingWith initialState: State? = nil,
        listener: any GraphListener
    ) {
        let settings = GraphSettings(listener: listener, holdsTasks: true)
        let sink = StateSink<State>()
        let (isolation, engine) = GraphIsolation.make(.default, settings, to: sink)
        let graph = FeatureGraph<State, Action>(engine: engine, sink: sink)
        let bound = GraphBound(WeakPart(graph), to: isolation.token)
        let feedback = Feedback<Action>(
            send: { _, _, _ in .cancelled },
            enqueue: { action, origin, site in
                // What an effect queues comes from the recording.
                guard case .handler(let scope) = origin else { return true }
                scope.openForNext(bound, at: site)?.part?.handleNext(action, of: scope, at: site)
                return true
            }
        )
        graph.makeParts(of: interactor, feedback: feedback, startingWith: initialState)
        self.isolation = isolation
        driver = GraphBound(ReplayDriver(graph), to: isolation.token)
    }

    deinit {
        guard let place = isolation.cancelAllButTearDown(atEnd: false) else { return }
        isolation.tasks.startReserved(place) { [isolation, driver] in
            await isolation.visit {
                $0.tearDown()
                driver.open(in: $0).dropWhatIsLeft()
            }
        }
    }

    /// Runs `body` in the graph's isolation.
    package func drive<Result: Sendable>(_ body: @Sendable (ReplayDriver<State, Action>) -> Result) async -> Result {
        await isolation.visit { body(self.driver.open(in: $0)) }
    }

    /// Ends the graph: drops what is under way.
    package func end() async {
        await isolation.visit {
            let driver = self.driver.open(in: $0)
            if $0.endAtRest() { $0.tearDown() }
            driver.dropWhatIsLeft()
        }
    }
}
