/// An `Interact` of the stream plan whose handler returns `.perform`: a task for each effect, which reads the state on the main
/// actor, and whose `send` stores a state there and yields it.
///
/// It keeps the plan's faults: an effect that reads the state before another one has sent its own overwrites it.
struct PlanPerform<State: Sendable, Action: Sendable>: Sendable {
    let initialValue: State
    let work: @Sendable (_ state: State) async -> State

    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<State> {
        AsyncStream { continuation in
            let task = Task { @MainActor in
                let box = Box(initialValue)
                var effects: [Task<Void, Never>] = []
                continuation.yield(box.value)
                for await _ in upstream {
                    let effect = Task.detached {
                        let state = await work(box.value)
                        await box.send(state, to: continuation)
                    }
                    effects.append(effect)
                }
                for effect in effects { effect.cancel() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    @MainActor
    private final class Box {
        private(set) var value: State

        init(_ value: State) { self.value = value }

        func send(_ state: State, to continuation: AsyncStream<State>.Continuation) {
            value = state
            continuation.yield(state)
        }
    }
}
