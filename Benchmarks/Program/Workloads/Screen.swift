import BenchmarkKit
import Observation
import UnoArchitecture
import UnoPresentation

extension Workloads {
    /// The lower bound for a view model's cost is the cost of a hand-written store with one observed property.
    static let screen = Workload(
        "screen",
        "a counter of which a view reads the count again after each action; observable is a reducer in an Observable",
        baseline: "observable",
        subjects: [
            Subject("observable") { count, _ in
                await MainActor.run {
                    let store = ObservableStore()
                    let drawing = Drawing { store.count }
                    drawing.drawIfStale()
                    for _ in 0..<count {
                        store.send(.tick)
                        drawing.drawIfStale()
                    }
                    return drawing.count - 1
                }
            },
            Subject("viewmodel") { count, _ in
                await MainActor.run {
                    let model = DirectViewModel(Counting(), instances: .many)
                    let drawing = Drawing { model.count }
                    drawing.drawIfStale()
                    for _ in 0..<count {
                        model.sendViewEvent(.tick)
                        drawing.drawIfStale()
                    }
                    return drawing.count - 1
                }
            },
        ]
    )

    /// The cost of a step grows slowly with the number of observed fields; unobserved fields cost nothing.
    static let fields = Workload(
        "fields",
        "a state of 1,000 fields, so many of them observed, each by a view of its own; each action changes the first",
        axis: "observed",
        baseline: "viewmodel",
        points: [0, 1, 10, 100, 1_000].map { observed in
            Workload.Point(
                observed,
                [
                    Subject("viewmodel") { count, meter in
                        let screen = await FieldScreen(observed: observed)
                        meter.start()
                        await screen.change(count)
                        meter.stop()
                        return await screen.first
                    }
                ]
            )
        }
    )
}

/// The hand-written alternative: a reducer in an `Observable` class, as the `Observable` macro would write it.
@MainActor
private final class ObservableStore: Observable {
    private let registrar = ObservationRegistrar()
    private let reducer = CountingReducer()
    private var state = CountState()

    var count: Int {
        registrar.access(self, keyPath: \.count)
        return state.count
    }

    func send(_ action: Tick) {
        var next = state
        if case .none = reducer.reduce(&next, action) { return }
        guard next.count != state.count else { return }
        registrar.withMutation(of: self, keyPath: \.count) { state = next }
    }
}
