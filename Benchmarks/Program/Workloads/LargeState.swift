import BenchmarkKit

extension Workloads {
    @available(macOS 26, iOS 26, *)
    static let largeState = Workload(
        "state-struct",
        "a counter in a large struct, alone",
        axis: "bytes",
        baseline: "direct",
        points: [
            Workload.Point(8, alone { WordsState<1>() }),
            Workload.Point(1_024, alone { WordsState<128>() }),
            Workload.Point(65_536, alone { WordsState<8_192>() }),
        ]
    )

    @available(macOS 26, iOS 26, *)
    static let largeStateInWhens = Workload(
        "state-struct-when",
        "a counter in a large struct, inside 4 Whens, each of which has the state of its child",
        axis: "bytes",
        baseline: "direct",
        points: [
            Workload.Point(8, nested { WordsState<1>() }),
            Workload.Point(1_024, nested { WordsState<128>() }),
            Workload.Point(65_536, nested { WordsState<8_192>() }),
        ]
    )

    static let arrayState = Workload(
        "state-array",
        "a counter in one element of an array, alone",
        axis: "elements",
        baseline: "direct",
        points: [1, 100, 10_000].map { elements in
            Workload.Point(elements, alone { ArrayState(elements: elements) })
        }
    )

    static let arrayStateInWhens = Workload(
        "state-array-when",
        "a counter in one element of an array, inside 4 Whens, each of which has the array of its child",
        axis: "elements",
        baseline: "direct",
        points: [1, 100, 10_000].map { elements in
            Workload.Point(elements, nested { ArrayState(elements: elements) })
        }
    )

    private static func alone<State: CountedState>(_ initial: () -> State) -> [Subject] {
        let direct = DirectCounter(state: initial())
        return [
            DirectSubject.loop(direct, .tick),
            ReducerSubject.loop(LargeCountingReducer(initialState: initial()), .tick) { $0.count },
            BareStreamSubject.stage(direct, .tick),
            BareStreamSubject.pumped(direct, .tick),
            StreamSubject.burst(LargeCounting(initial: initial()), .tick) { $0.count },
            RuntimeSubject.burst(LargeCounting(initial: initial()), .tick) { $0.count },
        ]
    }

    private static func nested<State: CountedState>(_ initial: () -> State) -> [Subject] {
        let depth = 4
        let action = LargeNestAction<State>.innermost(depth: depth)
        let nest = LargeNest(depth: depth, initial: initial())
        return [
            DirectSubject.loop(DirectLargeNest(depth: depth, initial()), action),
            StreamSubject.burst(nest, action) { $0.count },
            RuntimeSubject.burst(nest, action) { $0.count },
        ]
    }
}
