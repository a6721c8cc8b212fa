import BenchmarkKit
import UnoArchitecture

/// `runtime`: this package through `Runtime`.
enum RuntimeSubject {
    /// All actions are sent before the first one is handled, as the compared subjects yield all of them before they
    /// iterate over the first one; `Flood` measures sending and handling at the same time. If there is a `first`
    /// action, the objects that it creates are not measured.
    static func burst<State: Sendable, Action: Sendable>(
        _ interactor: some Interactor<State, Action>,
        _ action: Action,
        after first: Action? = nil,
        result: @escaping @Sendable (State) -> Int
    ) -> Subject {
        Subject("runtime") { count, meter in
            let runtime = Runtime(interactor, mailbox: .unbounded)
            if let first { await runtime.send(first).finish() }
            meter.start()
            await send(count, action, to: runtime, holding: runtime.isolation).finish()
            meter.stop()
            return await runtime.state.map(result) ?? 0
        }
    }

    static func burst<Action: Sendable>(_ interactor: some Interactor<CountState, Action>, _ action: Action) -> Subject
    {
        burst(interactor, action) { $0.count }
    }

    /// Occupies the runtime's isolation while it sends, so that the runtime handles nothing meanwhile.
    private static func send<State: Sendable, Action: Sendable>(
        _ count: Int,
        _ action: Action,
        to runtime: Runtime<State, Action>,
        holding isolation: isolated GraphIsolation
    ) -> EventTask {
        for _ in 1..<count { runtime.send(action) }
        return runtime.send(action)
    }
}
