import BenchmarkKit

/// `direct`: hand-written functions over `inout` state, called one after the other: the limit.
enum DirectSubject {
    @inline(__always)
    static func loop<State: Sendable, Action: Sendable>(
        _ initial: State,
        _ action: Action,
        handle: @escaping @Sendable (inout State, Action) -> Void,
        result: @escaping @Sendable (State) -> Int
    ) -> Subject {
        Subject("direct") { count, _ in
            var state = initial
            var action = action
            for _ in 0..<count {
                touch(&action)
                handle(&state, action)
                touch(&state)
            }
            return result(state)
        }
    }
}
