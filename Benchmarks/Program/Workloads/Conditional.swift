import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let conditional = Workload(
        "conditional",
        "nested conditions, decided when the graph is made; what is inside counts",
        axis: "depth",
        baseline: "asyncstream",
        points: [
            Workload.Point(1, conditionalSubjects(Counting().chosen)),
            Workload.Point(8, conditionalSubjects(Counting().chosen.chosen.chosen.chosen.chosen.chosen.chosen.chosen)),
        ]
    )

    private static func conditionalSubjects(_ interactor: some Interactor<CountState, Tick>) -> [Subject] {
        [
            DirectSubject.loop(DirectCounter(), .tick),
            ReducerSubject.loop(CountingReducer(), .tick) { $0.count },
            BareStreamSubject.stage(DirectCounter(), .tick),
            StreamSubject.burst(interactor, .tick),
            RuntimeSubject.burst(interactor, .tick),
        ]
    }
}

/// An interactor behind a condition that is true.
private struct Chosen<Child: Interactor<CountState, Tick>>: Interactor {
    let child: Child
    let condition: Bool

    var body: some Interactor<CountState, Tick> {
        if condition { child } else { Counting() }
    }
}

extension Interactor<CountState, Tick> {
    fileprivate var chosen: Chosen<Self> { Chosen(child: self, condition: true) }
}
