internal import AsyncKit

/// The type-erased graph of a runtime, as the mailbox loop sees it; see ``Node``. Lives in the graph's isolation.
@usableFromInline
protocol MailboxWork: AnyObject {
    /// Handles the actions of the mailbox until it is empty or the loop has to wait.
    func handleAll(_ loop: MailboxLoop, in turn: borrowing Turn) -> StepEnd

    /// Cancels the actions that have been taken from the mailbox and not handled.
    func cancelAll()

    /// Whether the loop has to leave its thread to other tasks; then `renewBudget()` follows.
    var isBudgetSpent: Bool { get }
    func renewBudget()
}

/// Handles the actions of a runtime's mailbox, in a task that lives until the mailbox is empty.
@usableFromInline
struct MailboxLoop: Sendable {
    @usableFromInline let isolation: GraphIsolation
    fileprivate let work: GraphBound<any MailboxWork>

    init(_ work: any MailboxWork, in isolation: GraphIsolation) {
        self.isolation = isolation
        self.work = GraphBound(work, to: isolation.token)
    }

    /// Starts the task.
    @usableFromInline
    func wake() {
        isolation.tasks.startLoop { task in
            var effect = await isolation.runLoop(self, as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
    }

    /// Handles all accepted actions.
    func run() async { _ = await isolation.runLoop(self, as: nil) }

    /// Settles the open step of `turn` in a task, then handles the mailbox; cancels the actions if the graph has been cancelled.
    @usableFromInline
    func settleAndRunLoop(in turn: consuming Turn) {
        let engine = turn.engine
        turn.handOver()
        let task = isolation.tasks.startLoop { task in
            var effect = await isolation.settleAndRunLoop(self, as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
        guard task == nil else { return }
        work.openHere(in: isolation).cancelAll()
        Turn(takingOver: engine).end()
    }
}

extension GraphIsolation {
    // Each function with few variables: the frame of one that did all of this would be an allocation more for each loop.

    /// - Returns: the effect that `task` runs next, if there is one.
    fileprivate func runLoop(_ loop: MailboxLoop, as task: GraphTasks.ID?) async -> EffectTask? {
        guard let turn = await turnForLoop() else { return nil }
        return await runLoop(loop, in: turn, as: task)
    }

    /// As `runLoop(_:as:)`, in the turn that was handed over.
    fileprivate func settleAndRunLoop(_ loop: MailboxLoop, as task: GraphTasks.ID) async -> EffectTask? {
        let turn = Turn(takingOver: engine)
        await turn.settle()
        return await runLoop(loop, in: turn, as: task)
    }

    private func runLoop(
        _ loop: MailboxLoop,
        in turn: consuming Turn,
        as task: GraphTasks.ID?
    ) async -> EffectTask? {
        let (engine, work) = (engine, loop.work.open(in: self))
        work.renewBudget()
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
            case .blocked: await engine.flushAll()
            case .cancelled:
                // The tear-down cancels the actions that are left.
                turn.end()
                return nil
            }
            let isSpent = work.isBudgetSpent
            guard isSpent || engine.hasWaitingCallers else { continue }
            if engine.hasNextActions {
                // These come before what other callers wait for a turn with, so the turn is kept.
                if isSpent || engine.token.visitors.areWaiting { await leave(work, isSpent: isSpent) }
                continue
            }
            turn.end()
            await leave(work, isSpent: isSpent)
            // The tear-down cancels the actions that are left.
            guard let next = await turnForLoop() else { return nil }
            turn = next
        }
    }

    /// Lets others in: those that wait for the isolation and, if the budget is spent, other tasks on the thread.
    private func leave(_ work: any MailboxWork, isSpent: Bool) async {
        if isSpent {
            await ActorExit.yieldThread()
            work.renewBudget()
        } else {
            await ActorExit.leaveAndReturn()
        }
    }
}
