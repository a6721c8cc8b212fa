internal import UnoAsync

/// The type-erased graph of a runtime, as the drain loop sees it; see ``Node``. Lives in the graph's isolation.
@usableFromInline
protocol DrainWork: AnyObject {
    /// Handles the actions of the mailbox until it is empty or the loop has to wait.
    func handleAll(_ loop: DrainLoop, in turn: borrowing Turn) -> StepEnd

    /// Cancels the actions that have been taken from the mailbox and not handled.
    func cancelAll()
}

/// Handles the actions of a runtime's mailbox, in a task that lives until the mailbox is empty.
@usableFromInline
struct DrainLoop: Sendable {
    @usableFromInline let isolation: GraphIsolation
    fileprivate let work: GraphBound<any DrainWork>

    init(_ work: any DrainWork, in isolation: GraphIsolation) {
        self.isolation = isolation
        self.work = GraphBound(work, to: isolation.token)
    }

    /// Starts the task.
    @usableFromInline
    func wake() {
        isolation.tasks.startInternal { task in
            var effect = await isolation.drain(self, as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
    }

    /// Handles all accepted actions.
    func drain() async { _ = await isolation.drain(self, as: nil) }

    /// Settles the open step of `turn` in a task, then drains; cancels the actions if the graph has been cancelled.
    @usableFromInline
    func goOn(in turn: consuming Turn) {
        let engine = turn.engine
        engine.park(turn)
        let task = isolation.tasks.startInternal { task in
            var effect = await isolation.goOn(self, as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
        guard task == nil else { return }
        work.openHere(in: isolation).cancelAll()
        engine.unpark()?.end()
    }
}

extension GraphIsolation {
    /// - Returns: the effect that `task` runs next, if there is one.
    fileprivate func drain(_ loop: DrainLoop, as task: GraphTasks.ID?) async -> EffectTask? {
        guard let turn = await turnForDraining() else { return nil }
        return await drain(loop, in: turn, as: task)
    }

    fileprivate func goOn(_ loop: DrainLoop, as task: GraphTasks.ID) async -> EffectTask? {
        guard let turn = engine.unpark() else { return nil }
        await turn.settle()
        return await drain(loop, in: turn, as: task)
    }

    private func drain(
        _ loop: DrainLoop,
        in turn: consuming Turn,
        as task: GraphTasks.ID?
    ) async -> EffectTask? {
        let (engine, work) = (engine, loop.work.open(in: self))
        while true {
            if task != nil { engine.launches.open() }
            let pause = work.handleAll(loop, in: turn)
            let effect = engine.launches.close()
            if case .done = pause {
                turn.end()
                return effectTask(for: effect, as: task)
            }
            // The loop is about to wait; the effect must not wait with it.
            effect?.startTask()
            switch pause {
            case .done, .yield: break
            case .open: await turn.settle()
            case .blocked: await turn.flushAll()
            case .cancelled:
                work.cancelAll()
                turn.end()
                return nil
            }
            guard engine.hasWaitingCallers else { continue }
            turn.end()
            await ActorExit.leaveAndReturn()
            guard let next = await turnForDraining() else {
                work.cancelAll()
                return nil
            }
            turn = next
        }
    }
}

/// Leaves the actor and returns to it, so that tasks already queued for the actor run first.
private enum ActorExit {
    static func leaveAndReturn() async { _ = await isCancelled() }

    /// Returns a value the caller uses; the optimiser removes a hop whose result is unused.
    @concurrent @inline(never)
    private static func isCancelled() async -> Bool { Task.isCancelled }
}
