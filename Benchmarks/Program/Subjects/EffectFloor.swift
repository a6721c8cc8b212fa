import BenchmarkKit

/// `floor`: the least that an effect needs: a task that brings the action to the actor, a task for the effect, the effect's
/// update applied on the actor, and a continuation that is resumed at its end.
///
/// Left out is what a runtime does besides: the mailbox and its order, cancellation, policies and ids of effects, limits,
/// task locals, the end that follows a drain, observers, and every check of a law.
actor EffectFloor {
    private(set) var count = 0

    /// Starts an effect and returns when it has ended.
    nonisolated func load() async {
        await withUnsafeContinuation { end in start { end.resume() } }
    }

    /// Starts an effect that calls `end` when it has ended.
    nonisolated func start(_ end: @escaping @Sendable () -> Void) {
        Task.detached { await self.handle(end) }
    }

    private func handle(_ end: @escaping @Sendable () -> Void) {
        Task.detached {
            await self.increment()
            end()
        }
    }

    private func increment() { count += 1 }
}
