internal import AsyncKit

/// The loop that handles the actions of a runtime's mailbox, in a task that lives until the mailbox is empty.
extension GraphIsolation {
    /// Starts the task.
    @usableFromInline
    nonisolated func wakeLoop() {
        tasks.startLoop { task in
            var effect = await self.runLoop(as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
    }

    /// Starts the task, which settles the step of the turn that was handed over and goes on in that turn.
    ///
    /// - Returns: nil if the graph has been cancelled.
    nonisolated func startSettlingLoop() -> GraphTasks.ID? {
        tasks.startLoop { task in
            var effect = await self.settleAndRunLoop(as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
    }

    // Each function with few variables: the frame of one that did all of this would be an allocation more for each loop.

    /// Handles all accepted actions.
    ///
    /// - Parameter task: the task of the loop; nil if that is to run no effect.
    /// - Returns: the effect that `task` runs next, if there is one.
    @discardableResult
    func runLoop(as task: GraphTasks.ID?) async -> EffectTask? {
        guard let turn = await turnForLoop() else { return nil }
        return await runLoop(in: turn, as: task)
    }

    /// As `runLoop(as:)`, in the turn that was handed over.
    private func settleAndRunLoop(as task: GraphTasks.ID) async -> EffectTask? {
        let turn = Turn(takingOver: engine)
        await turn.settle()
        return await runLoop(in: turn, as: task)
    }

    private func runLoop(in turn: consuming Turn, as task: GraphTasks.ID?) async -> EffectTask? {
        let engine = engine
        guard let graph = engine.graph else {
            turn.end()
            return nil
        }
        graph.renewBudget()
        while true {
            if task != nil { engine.launches.open() }
            let pause = graph.handleAll()
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
            case .blocked: await engine.flushAll()
            case .cancelled:
                // The tear-down cancels the actions that are left.
                turn.end()
                return nil
            }
            let isSpent = graph.isBudgetSpent
            guard isSpent || engine.hasWaitingCallers else { continue }
            if engine.hasNextActions {
                // These come before what other callers wait for a turn with, so the turn is kept.
                if isSpent || engine.token.visitors.areWaiting { await leave(graph, isSpent: isSpent) }
                continue
            }
            turn.end()
            await leave(graph, isSpent: isSpent)
            // The tear-down cancels the actions that are left.
            guard let next = await turnForLoop() else { return nil }
            turn = next
        }
    }

    /// Lets others in: those that wait for the isolation and, if the budget is spent, other tasks on the thread.
    private func leave(_ graph: GraphContents, isSpent: Bool) async {
        if isSpent {
            await ActorExit.yieldThread()
            graph.renewBudget()
        } else {
            await ActorExit.leaveAndReturn()
        }
    }
}
