import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let scope = Workload(
        "scope",
        "nested Scopes, the action handled by the innermost; asyncstream is one stage, whatever the depth",
        axis: "depth",
        baseline: "asyncstream",
        points: [
            scopePoint(1, Counting().scoped),
            scopePoint(4, Counting().scopedFourTimes),
            scopePoint(16, Counting().scopedFourTimes.scopedFourTimes.scopedFourTimes.scopedFourTimes),
        ]
    )

    static let arrayStateInScopes = Workload(
        "state-array-scope",
        "a counter in a 64 KB array, inside 16 Scopes; runtime-small has one element, runtime-when has 16 Whens",
        baseline: "runtime-small",
        subjects: [
            DirectSubject.loop(DirectCounter(state: ArrayState(elements: 8_192)), .tick),
            RuntimeSubject.burst(inSixteenScopes(1), .tick) { $0.count }.named("runtime-small"),
            RuntimeSubject.burst(inSixteenScopes(8_192), .tick) { $0.count },
            RuntimeSubject.burst(
                LargeNest(depth: 16, initial: ArrayState(elements: 8_192)),
                .innermost(depth: 16),
                result: { $0.count }
            ).named("runtime-when"),
        ]
    )

    private static func inSixteenScopes(_ elements: Int) -> some Interactor<SixteenScopes, Tick> {
        LargeCounting(initial: ArrayState(elements: elements))
            .scopedFourTimes.scopedFourTimes.scopedFourTimes.scopedFourTimes
    }

    private static func scopePoint<State: CountedState>(
        _ depth: Int,
        _ interactor: some Interactor<State, Tick>
    ) -> Workload.Point {
        Workload.Point(
            depth,
            [
                DirectSubject.loop(DirectCounter(), .tick),
                BareStreamSubject.stage(DirectCounter(), .tick),
                StreamSubject.burst(interactor, .tick) { $0.count },
                RuntimeSubject.burst(interactor, .tick) { $0.count },
            ]
        )
    }

    private typealias FourScopes<Part: CountedState> = ScopeState<ScopeState<ScopeState<ScopeState<Part>>>>
    private typealias SixteenScopes = FourScopes<FourScopes<FourScopes<FourScopes<ArrayState>>>>
}
