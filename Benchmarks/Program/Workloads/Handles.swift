import BenchmarkKit
import UnoArchitecture
import UnoPresentation

extension Workloads {
    /// One change of one row: the copy that keeps the old state, one comparison of memory, and one observer. The baseline
    /// makes the copy only.
    static let handles = Workload(
        "handles",
        "a list of which each row is observed through a handle of its own; each action changes one row; array copies the list",
        axis: "rows",
        baseline: "array",
        points: [100, 10_000].map { rows in
            Workload.Point(
                rows,
                [
                    Subject("array") { count, meter in
                        var items = (0..<rows).map { HandledRow(id: $0) }
                        meter.start()
                        for number in 0..<count {
                            var old = items
                            items[number % rows].count += 1
                            touch(&old)
                        }
                        meter.stop()
                        return items.reduce(0) { $0 + $1.count }
                    },
                    Subject("viewmodel") { count, meter in
                        let list = await HandledList(rows: rows)
                        meter.start()
                        await list.change(count)
                        meter.stop()
                        return await list.drawn
                    },
                ]
            )
        }
    )

    /// Ten screens on a navigation stack; the baseline is the same screen without a stack.
    static let stack = Workload(
        "stack",
        "a navigation stack of ten counters, of which the top one counts; counter has no stack",
        baseline: "counter",
        subjects: [
            Subject("counter") { count, _ in
                await MainActor.run {
                    let model = DirectViewModel(Counting(), instances: .many)
                    for _ in 0..<count { model.sendViewEvent(.tick) }
                    return model.count
                }
            },
            Subject("viewmodel") { count, meter in
                await MainActor.run {
                    let model = ViewModel(CountingStack(), instances: .many)
                    let top = StackElementID(9)
                    meter.start()
                    for _ in 0..<count { model.sendViewEvent(.path(.element(id: top, action: .tick))) }
                    meter.stop()
                    return model[\.path].last!.count
                }
            },
        ]
    )
}

struct HandledRow: Sendable, Identifiable {
    let id: Int
    var count = 0
}

@CasePathable
enum HandledAction: Sendable {
    case rows(IdentifiedAction<Int, Tick>)
}

/// A list with a drawing for each row.
@MainActor
private final class HandledList {
    struct State: Sendable {
        var rows: [HandledRow]
    }

    private let model: DirectViewModel<HandledAction, State>
    private let handles: [ScopedViewModel<Tick, HandledRow>]
    private let drawings: [Drawing]

    init(rows: Int) {
        model = DirectViewModel(
            Interact(initialValue: State(rows: (0..<rows).map { HandledRow(id: $0) })) { state, action in
                guard case .rows(let row) = action else { return .none }
                state.rows[row.id].count += 1
                return .state
            },
            instances: .many
        )
        handles = Array(model.scope(rows: \.rows, action: \.rows))
        drawings = handles.map { handle in Drawing { handle.count } }
        for drawing in drawings { drawing.drawIfStale() }
    }

    var drawn: Int { drawings.reduce(0) { $0 + $1.count - 1 } }

    func change(_ count: Int) {
        for number in 0..<count {
            let row = number % handles.count
            handles[row].sendViewEvent(.tick)
            drawings[row].drawIfStale()
        }
    }
}

private struct CountingStack: Interactor {
    struct DomainState: Sendable {
        var path = StackState((0..<10).map { _ in CountState() })
    }

    @CasePathable
    enum Action: Sendable {
        case path(StackAction<CountState, Tick>)
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { _, _ in .none }
            .presents(stack: \.path, action: \.path) { Counting() }
    }
}
