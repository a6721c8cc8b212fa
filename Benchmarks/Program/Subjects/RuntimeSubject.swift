import BenchmarkKit
import UnoArchitecture

/// `runtime`: this package through `Runtime`.
enum RuntimeSubject {
    /// The actions are sent before the first one is handled, as they are yielded before the first one is iterated in
    /// the subjects that this is compared with; how both at a time do is the flood's business. What is made at the
    /// `first` action, if one is given, is not measured.
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

    /// Holds the isolation that the runtime handles actions in while it sends.
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
