import BenchmarkKit

extension Workloads {
    static let when = Workload(
        "when",
        "nested Whens, the action addressed to the innermost; asyncstream is one stage, whatever the depth",
        axis: "depth",
        baseline: "asyncstream",
        points: [1, 2, 4, 8, 16, 32].map { depth in
            let action = NestAction.innermost(depth: depth)
            return Workload.Point(
                depth,
                [
                    DirectSubject.loop(DirectNest(depth: depth), action),
                    reducer(depth),
                    BareStreamSubject.stage(DirectNest(depth: depth), action),
                    BareStreamSubject.pumped(DirectNest(depth: depth), action),
                    StreamSubject.burst(Nest(depth: depth), action),
                    RuntimeSubject.burst(Nest(depth: depth), action),
                ] + PlanSubject.burst(planNest(depth: depth), action)
            )
        }
    )

    private static func reducer(_ depth: Int) -> Subject {
        func subject(_ reducer: some NestReducer) -> Subject {
            ReducerSubject.loop(reducer, .innermost(depth: depth)) { reducer.shown($0).count }
        }
        let leaf = InnermostReducer()
        return switch depth {
        case 1: subject(leaf.one)
        case 2: subject(leaf.two)
        case 4: subject(leaf.four)
        case 8: subject(leaf.four.four)
        case 16: subject(leaf.four.four.four.four)
        case 32: subject(leaf.four.four.four.four.four.four.four.four)
        default: fatalError("There is no reducer that is \(depth) deep")
        }
    }
}
