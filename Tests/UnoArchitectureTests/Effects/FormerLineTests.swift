import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Effects of a child that has gone, which have been cancelled and go on, and the lines of the child that takes its place.
@Suite("The lines of a child in the place of another", .timeLimit(.hang))
struct FormerLineTests {
    struct Item: Identifiable, Equatable, Sendable {
        let id: Int
        var ends = 0
    }

    @CasePathable enum Desk: Equatable, Sendable {
        case empty
        case shown(Item)
    }

    enum ItemAction: Sendable { case begin }

    @CasePathable enum Action: Sendable {
        case show(Item?)
        case item(ItemAction)
        case itemState(Item)
    }

    /// How the child is embedded, and whether it goes before the other one comes.
    enum Kind: CaseIterable, Sendable {
        case ifCaseLet, replacedIfCaseLet, when, replacedWhen

        var goesFirst: Bool { self == .ifCaseLet || self == .when }

        func feature(running work: DeafWork) -> AnyInteractor<Desk, Action> {
            let desk = Interact<Desk, Action>(initialValue: .empty) { state, action in
                if case .show(let item) = action { state = item.map(Desk.shown) ?? .empty }
                if case .itemState(let item) = action { state = .shown(item) }
                return .state
            }
            let item = Interact<Item, ItemAction> { _, _ in
                .perform(id: "x", policy: .waitTurn) { _, send in
                    await work.run()
                    await send { $0.ends += 1 }
                }
            }
            return switch self {
            case .ifCaseLet, .replacedIfCaseLet:
                desk.ifCaseLet(\.shown, action: \.item, id: \.id) { item }.eraseToAnyInteractor()
            case .when, .replacedWhen:
                desk.when(stateIs: \.shown, actionIs: \.item, stateAction: \.itemState, id: \.id) { item }
                    .eraseToAnyInteractor()
            }
        }
    }

    @Test(
        "A child does not wait for the effects of the one before it, and waits for its own",
        arguments: Kind.allCases, Host.allCases)
    func begins(kind: Kind, host: Host) {
        let work = DeafWork()
        let stage = Stage(kind.feature(running: work), in: host)
        stage.send(.show(Item(id: 1)))
        stage.send(.item(.begin), .item(.begin))
        #expect(work.begun.count == 1)
        if kind.goesFirst { stage.send(.show(nil)) }
        stage.send(.show(Item(id: 2)))
        stage.send(.item(.begin), .item(.begin))
        #expect(work.begun.count == 2)
        // Ends the effect of the child that has gone, too, which makes way for none.
        stage.run { work.release() }
        #expect(stage.last == .shown(Item(id: 2, ends: 1)) && work.begun.count == 3)
        stage.run { work.release() }
        #expect(stage.last == .shown(Item(id: 2, ends: 2)) && work.begun.count == 3)
        #expect(stage.finish().hasEnded)
    }
}
