import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 6: circles that are drawn with a click, selected, and resized in a dialog; with undo and redo.
///
/// All that the dialog does until it is closed is one step of the history.
@Interactor struct CircleDrawer {
    struct Point: Sendable, Equatable {
        var x: Double
        var y: Double

        func distance(to other: Point) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }
    }
    struct Circle: Sendable, Equatable, Identifiable {
        let id: Int
        let center: Point
        var diameter = 40.0
    }
    struct State: Sendable, Equatable {
        var circles: IdentifiedArrayOf<Circle> = []
        var selection: Int?
        var undone: [IdentifiedArrayOf<Circle>] = []
        var done: [IdentifiedArrayOf<Circle>] = []
        /// The circles as they were when the dialog was opened; nil if there is no dialog.
        var beforeDialog: IdentifiedArrayOf<Circle>?

        var canUndo: Bool { !done.isEmpty && beforeDialog == nil }
        var canRedo: Bool { !undone.isEmpty && beforeDialog == nil }

        mutating func note(_ before: IdentifiedArrayOf<Circle>) {
            guard before != circles else { return }
            done.append(before)
            undone = []
        }
    }
    enum Action: Sendable {
        case clicked(Point)
        case hovered(Point)
        case dialogOpened
        case resized(Double)
        case dialogClosed, undo, redo
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .clicked(let point):
                guard state.beforeDialog == nil else { return .none }
                let before = state.circles
                state.circles.append(Circle(id: (before.ids.max() ?? 0) + 1, center: point))
                state.selection = state.circles.last?.id
                state.note(before)
            case .hovered(let point):
                guard state.beforeDialog == nil else { return .none }
                let hit = state.circles.filter { $0.center.distance(to: point) <= $0.diameter / 2 }
                state.selection = hit.min { $0.center.distance(to: point) < $1.center.distance(to: point) }?.id
            case .dialogOpened:
                guard state.selection != nil else { return .none }
                state.beforeDialog = state.circles
            case .resized(let diameter):
                guard state.beforeDialog != nil, let id = state.selection else { return .none }
                state.circles[id: id]?.diameter = diameter
            case .dialogClosed:
                guard let before = state.beforeDialog else { return .none }
                state.beforeDialog = nil
                state.note(before)
            case .undo:
                guard state.canUndo, let before = state.done.popLast() else { return .none }
                state.undone.append(state.circles)
                state.circles = before
                state.selection = nil
            case .redo:
                guard state.canRedo, let after = state.undone.popLast() else { return .none }
                state.done.append(state.circles)
                state.circles = after
                state.selection = nil
            }
            return .state
        }
    }
}

@MainActor @Suite("Case study: circles with undo", .timeLimit(.hang)) struct CircleDrawerTests {
    typealias Circle = CircleDrawer.Circle
    let model = ViewModel(CircleDrawer(), instances: .many)

    func send(_ actions: CircleDrawer.Action...) { for action in actions { model.sendViewEvent(action) } }
    var state: CircleDrawer.State { model.viewState }

    @Test func `A click draws a circle; the nearest circle under the pointer is selected`() {
        send(.clicked(.init(x: 0, y: 0)), .clicked(.init(x: 30, y: 0)))
        #expect(Array(state.circles.ids) == [1, 2])
        for (x, selected) in [(5.0, 1), (16, 2), (40, 2), (60, nil)] as [(Double, Int?)] {
            send(.hovered(.init(x: x, y: 0)))
            #expect(state.selection == selected)
        }
    }

    @Test func `What the dialog does is one step of the history`() {
        send(.clicked(.init(x: 0, y: 0)), .dialogOpened, .resized(50), .resized(80), .clicked(.init(x: 9, y: 9)), .undo)
        #expect(state.circles.map(\.diameter) == [80])
        send(.dialogClosed, .undo)
        #expect(state.circles.map(\.diameter) == [40])
        send(.redo)
        #expect(state.circles.map(\.diameter) == [80])
        send(.hovered(.init(x: 0, y: 0)), .dialogOpened, .dialogClosed)
        #expect(state.done.count == 2)
    }

    @Test func `Undo and redo lead through the history; a new circle ends what could be redone`() {
        for x in 0..<3 { send(.clicked(.init(x: Double(x) * 100, y: 0))) }
        let all = state.circles
        send(.undo, .undo)
        #expect(state.circles == all.filter { $0.id == 1 })
        send(.redo, .redo)
        #expect(state.circles == all && !state.canRedo)
        send(.undo, .clicked(.init(x: 500, y: 0)))
        #expect(state.circles.map(\.center.x) == [0, 100, 500] && !state.canRedo)
        send(.undo, .undo, .undo)
        #expect(state.circles.isEmpty && !state.canUndo)
    }
}
