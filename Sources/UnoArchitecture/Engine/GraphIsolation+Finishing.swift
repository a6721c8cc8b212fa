extension GraphIsolation {
    /// Finishes the graph: handles held actions, cancels `.observe` effects, awaits the others, finishes transformers.
    ///
    /// Each of these takes a turn of its own; effects send their last states in between. An action that is held when
    /// this begins is handled at once. An action that is held later, while effects run, waits for its window or for the
    /// end of the last effect.
    func finish() async {
        guard await beginFinishing() else { return }
        while !tasks.isCancelled {
            if engine.nextToFlush != nil {
                guard await finishingTurn({ $0.nextToFlush?.flushDelayed() }) else { return }
            } else if engine.inFlight.hasRuns {
                await engine.inFlight.quiet()
            } else if engine.bridges.contains(where: { $0.part.isBridging }) {
                guard
                    await finishingTurn({ engine in
                        engine.step(.finish) { engine.bridges.first { $0.part.isBridging }?.part.finishBridge() }
                    })
                else { return }
            } else {
                return
            }
        }
    }

    /// Cancels the `.observe` effects in a turn of its own; false if the graph has been cancelled.
    @discardableResult
    func beginFinishing() async -> Bool {
        await finishingTurn { engine in engine.step(.finish) { engine.beginFinishing() } }
    }

    private func finishingTurn(_ step: @Sendable (GraphEngine) -> Void) async -> Bool {
        guard let turn = await turnIgnoringCancellation() else { return false }
        await self.step(in: turn) { step($0.engine) }
        return true
    }
}
