internal import UnoAsync

/// Handles what is in a runtime's mailbox, in a task that lives as long as there is something in it.
@usableFromInline
struct DrainLoop: Sendable {
    @usableFromInline let isolation: GraphIsolation
    fileprivate let work: GraphBound<DrainWork>

    init(_ work: DrainWork, in isolation: GraphIsolation) {
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

    /// Handles all that is accepted.
    func drain() async { _ = await isolation.drain(self, as: nil) }

    /// Ends the suspended step of the turn that the caller has, in a task, and goes on from there; nil if the graph has
    /// been cancelled.
    func goOn(isFollowUp: Bool) -> GraphTasks.ID? {
        isolation.tasks.startInternal { task in
            var effect = await isolation.goOn(self, isFollowUp: isFollowUp, as: task)
            while let next = effect { effect = await next.run(as: task) }
        }
    }
}

extension GraphIsolation {
    /// - Returns: an effect for `task` to go on with.
    fileprivate func drain(_ loop: DrainLoop, as task: GraphTasks.ID?) async -> EffectPerformance? {
        guard await enterIgnoringCancellation() else { return nil }
        return await drainInTurn(loop, as: task)
    }

    fileprivate func goOn(
        _ loop: DrainLoop,
        isFollowUp: Bool,
        as task: GraphTasks.ID
    ) async -> EffectPerformance? {
        await finishStep(isFollowUp: isFollowUp)
        return await drainInTurn(loop, as: task)
    }

    /// Drains in the turn that the caller has, and ends it.
    private func drainInTurn(_ loop: DrainLoop, as task: GraphTasks.ID?) async -> EffectPerformance? {
        let work = loop.work.open(in: self)
        while true {
            if task != nil { engine.launches.open() }
            let pause = work.handleAll(loop)
            if case .idle = pause {
                let effect = engine.launches.close()
                turnLock.release()
                return performance(of: effect, as: task)
            }
            // What is to begin does not wait for others.
            engine.launches.close()?.startTask()
            switch pause {
            case .idle: break
            case .open(let isFollowUp): await finishStep(isFollowUp: isFollowUp)
            case .blocked: await engine.handOn()
            case .wanted: break
            case .cancelled:
                work.cancelAll()
                turnLock.release()
                return nil
            }
            if engine.isWanted {
                turnLock.release()
                await Elsewhere.visit()
                guard await enterIgnoringCancellation() else {
                    work.cancelAll()
                    return nil
                }
            }
        }
    }

    /// Ends a step that has to settle or whose states wait for demand.
    func finishStep(isFollowUp: Bool) async {
        await engine.settle()
        await engine.handOn()
        engine.endStep(isFollowUp: isFollowUp)
    }
}
