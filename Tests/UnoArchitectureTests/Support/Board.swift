import TestSupport
import UnoArchitecture

/// A list of rows, each with a child.
struct Board: Sendable, Equatable {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var marks: [Int] = []
        var note: Garden.Plot?
    }

    @CasePathable enum RowAction: Sendable {
        case mark(Int)
        case work
        case note(Garden.PlotAction)
        case takeNote
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, RowAction>)
        case tuple(id: Int, action: RowAction)
        case change(@Sendable (inout [Row]) -> Void)
        case changeLater(@Sendable (inout [Row]) -> Void)

        static func row(_ id: Int, _ action: RowAction) -> Action { .row(.element(id: id, action: action)) }
    }

    var rows: [Row]

    init(_ count: Int) { rows = (0..<count).map { Row(id: $0) } }

    var ids: [Int] { rows.map(\.id) }

    /// Lets a test control and observe the effects.
    struct Works: Sendable {
        let parent = HeldWork()
        /// The ids of the rows whose effects have begun, and of those whose effects were cancelled.
        let begun = Record<Int>()
        let cancelled = Record<Int>()
        let row = HeldWork()
        let note = Garden.Works()
    }

    struct RowFeature: Interactor {
        let works: Works

        var body: some Interactor<Row, RowAction> {
            Interact(initialValue: Row(id: -1)) { row, action in
                switch action {
                case .mark(let mark):
                    row.marks.append(mark)
                    return .state
                case .work:
                    return .perform { [id = row.id, works] _, send in
                        works.begun.append(id)
                        guard await works.row.run() == .released else { return works.cancelled.append(id) }
                        await send { $0.marks.append(1_000) }
                    }
                case .takeNote:
                    row.note = nil
                    return .state
                case .note: return .none
                }
            }
            .ifLet(\.note, action: \.note) { Garden.plotFeature(works.note) }
        }
    }

    static func parent(_ works: Works, _ initial: Board) -> Interact<Board, Action> {
        Interact(initialValue: initial) { board, action in
            switch action {
            case .row, .tuple: return .none
            case .change(let change):
                change(&board.rows)
                return .state
            case .changeLater(let change):
                return .perform { _, send in
                    await works.parent.run()
                    await send { change(&$0.rows) }
                }
            }
        }
    }

    static func feature(_ works: Works, _ initial: Board) -> AnyInteractor<Board, Action> {
        parent(works, initial).forEach(\.rows, action: \.row) { RowFeature(works: works) }.eraseToAnyInteractor()
    }
}
