import BenchmarkKit
import UnoArchitecture

extension Workloads {
    /// Each level is a feature with its own handler, which sees every action for the rows in it, and a `forEach`.
    static let rowsDepth = Workload(
        "rows-depth",
        "rows in rows, the action addressed to the innermost; direct is a function that goes down by hand",
        axis: "depth",
        baseline: "direct",
        points: [4, 32, 128].map { depth in
            let action = (0..<depth).reduce(FolderAction.tick) { action, _ in
                .row(.element(id: 1, action: action))
            }
            return Workload.Point(
                depth,
                [
                    DirectSubject.loop(DirectFolders(state: FolderState(depth: depth)), action),
                    RuntimeSubject.burst(
                        Folders().starting(with: FolderState(depth: depth)),
                        action,
                        after: (0..<depth).reduce(FolderAction.none) { action, _ in
                            .row(.element(id: 1, action: action))
                        }
                    ) { $0.count },
                ]
            )
        }
    )
}

private struct FolderState: CountedState, Identifiable {
    let id: Int
    var own = 0
    var folders: [FolderState] = []

    /// Two rows at each of `depth` levels, the second of which has the next two.
    init(depth: Int) {
        self.init(id: 1)
        for _ in 0..<depth {
            var outer = FolderState(id: 1)
            outer.folders = [FolderState(id: 0), self]
            self = outer
        }
    }

    private init(id: Int) { self.id = id }

    /// The count of the innermost row.
    var count: Int {
        get { folders.last?.count ?? own }
        set { if folders.isEmpty { own = newValue } else { folders[1].count = newValue } }
    }
}

@CasePathable
private indirect enum FolderAction: Sendable {
    case tick
    case none
    case row(IdentifiedAction<Int, FolderAction>)
}

private struct DirectFolders: DirectFeature {
    var state: FolderState

    mutating func handle(_ action: FolderAction) { Self.handle(action, &state) }

    private static func handle(_ action: FolderAction, _ state: inout FolderState) {
        switch action {
        case .tick: state.own += 1
        case .none: break
        case .row(let row):
            guard let position = state.folders.firstIndex(where: { $0.id == row.id }) else { return }
            handle(row.action, &state.folders[position])
        }
    }
}

private struct Folders: Interactor {
    var body: some Interactor<FolderState, FolderAction> {
        Interact<FolderState, FolderAction> { state, action in
            guard case .tick = action else { return .none }
            state.own += 1
            return .state
        }
        .forEach(\.folders, action: \.row) { Folders().eraseToAnyInteractor() }
    }
}
