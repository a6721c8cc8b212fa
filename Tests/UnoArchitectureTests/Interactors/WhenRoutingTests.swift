import TestSupport
import Testing
import UnoArchitecture

/// Which actions reach the child and the parent, and in which order.
@Suite(.timeLimit(.hang))
struct WhenRoutingTests {
    struct Page: Sendable, Hashable {
        var log: [String] = []
        var left = 0
        var right = 0
    }

    @CasePathable enum Action: Sendable, Hashable {
        case own(Int)
        case left(Int)
        case leftState(Int)
        case right(Int)
        case rightState(Int)
    }

    static let parent = Interact<Page, Action>(initialValue: Page()) { page, action in
        page.log.append("\(action)")
        switch action {
        case .leftState(let state): page.left = state
        case .rightState(let state): page.right = state
        default: break
        }
        return .state
    }

    @Test(
        "Child actions reach the parent only if they are forwarded, after the child's states",
        arguments: [ChildActions.consumed, .forwarded],
        Host.allCases)
    func forwarding(childActions: ChildActions, host: Host) {
        let feature = Self.parent.when(
            stateIs: \.left, actionIs: \.left, stateAction: \.leftState, childActions: childActions
        ) {
            Sum.digits()
            Sum.constant(0)
        }
        let stage = Stage(feature, in: host)
        stage.send(.own(5), .left(1), .own(6))
        let forwarded = childActions == .forwarded ? ["left(1)"] : []
        #expect(stage.last.log == ["own(5)", "leftState(1)", "leftState(10)"] + forwarded + ["own(6)"])
        #expect(stage.last.left == 10)
        #expect(stage.states.count == 5 + forwarded.count)
    }

    @Test(
        "Two chained children do not see each other's actions, and each starts from its slice", arguments: Host.allCases
    )
    func chained(host: Host) {
        let feature = Self.parent
            .when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { Sum.digits(from: 8) }
            .when(stateIs: \.right, actionIs: \.right, stateAction: \.rightState) { Sum.digits(from: 9) }
        let stage = Stage(feature, in: host)
        stage.send(.left(1), .right(2), .left(3), .leftState(4), .left(5))
        #expect(stage.last.log == ["leftState(1)", "rightState(2)", "leftState(13)", "leftState(4)", "leftState(45)"])
        #expect(stage.last == Page(log: stage.last.log, left: 45, right: 2))
    }

    @Test(
        "The parent decides: a state that it does not store is gone at the child's next step", arguments: Host.allCases)
    func refusing(host: Host) {
        let refusing = Interact<Page, Action>.changing(Page()) { page, action in page.log.append("\(action)") }
        let stage = Stage(
            refusing.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { Sum.digits() }, in: host)
        #expect(stage.send(.left(1), .left(2)).last.log == ["leftState(1)", "leftState(2)"])
    }

    struct Outer: Sendable, Hashable {
        var page = Page()
        var count = 0
    }

    @CasePathable enum OuterAction: Sendable {
        case page(Action)
        case pageState(Page)
        case renew
    }

    @Test("A grandchild's state passes through both parents within one step", arguments: Host.allCases)
    func nested(host: Host) {
        let outer = Interact<Outer, OuterAction>(initialValue: Outer()) { outer, action in
            if case .pageState(let page) = action { outer.page = page }
            outer.count += 1
            return .state
        }
        let feature = outer.when(stateIs: \.page, actionIs: \.page, stateAction: \.pageState) {
            Self.parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { Sum.digits() }
        }
        let stage = Stage(feature, in: host)
        stage.send(.page(.left(1)), .page(.own(0)), .page(.left(2)))
        #expect(stage.last.page == Page(log: ["leftState(1)", "own(0)", "leftState(12)"], left: 12))
        #expect(stage.states.map(\.count) == [0, 1, 2, 3])
    }

    @Test("An effect of a grandchild steps on what the grandparent has changed, and keeps it", arguments: Host.allCases)
    func effectOfAGrandchild(host: Host) {
        let work = HeldWork()
        let outer = Interact<Outer, OuterAction>(initialValue: Outer()) { outer, action in
            switch action {
            case .pageState(let page): outer.page = page
            case .renew: outer.page = Page(log: ["new"], left: 7)
            case .page: break
            }
            return .state
        }
        let feature = outer.when(stateIs: \.page, actionIs: \.page, stateAction: \.pageState) {
            Self.parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) {
                Interact<Int, Int>(initialValue: 0) { _, digit in
                    .perform { _, send in
                        await work.run()
                        await send { $0 = Sum.appending(digit, to: $0) }
                    }
                }
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(.page(.left(1)), .renew)
        #expect(stage.release(work).last.page == Page(log: ["new", "leftState(71)"], left: 71))
    }
}
