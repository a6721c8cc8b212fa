import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A child is replaced by a new one when the id of its state changes.
@Suite(.timeLimit(.hang))
struct IdentityTests {
    typealias Place = Bookcase.Place
    let works = Bookcase.Works()

    func stage(_ place: Place, in host: Host = .runtime) -> Stage<Bookcase, Bookcase.Action> {
        let stage = Stage(place.feature(works, child: Bookcase.child(works)), in: host)
        stage.send(.put(.init(id: 1, edition: 1)))
        return stage
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `A changed id cancels the old child's effects and starts a new child`(place: Place, host: Host) {
        let stage = stage(place, in: host)
        stage.send(place.action(.work), .put(.init(id: 2, edition: 2)))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(place.book(in: stage.last)?.pages == [])
        stage.send(place.action(.work))
        stage.release(works.child)
        #expect(place.book(in: stage.last) == .init(id: 2, edition: 2, pages: [1_000]))
    }

    /// A child on the optional part, with the parts of `others` behind it.
    private func child(
        attached: Bool, _ work: HeldWork, before others: [AnyInteractor<Tree, Act>]
    ) -> AnyInteractor<Tree, Act> {
        let child = Interact<Tree, Act>(initialValue: Tree()) { _, _ in .perform { _, _ in await work.run() } }
        let parent = Interact<Tree, Act>.changing(Tree()) { tree, act in
            if act == .step(0) { tree.optional = Tree(0) }
        }
        let whole =
            attached
            ? parent.ifLet(\.optional, action: \.optional, id: \.kind) { child }.eraseToAnyInteractor()
            : parent.when(
                stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState, id: \.kind
            ) { child }.eraseToAnyInteractor()
        return Interactors.MergeMany(interactors: [whole] + others).eraseToAnyInteractor()
    }

    /// Sets the optional part on these steps.
    private func setting(_ number: Int, on step: ClosedRange<Int>) -> AnyInteractor<Tree, Act> {
        Interact<Tree, Act> { tree, act in
            guard case .step(let place) = act, step.contains(place) else { return .none }
            tree.optional = Tree(number)
            return .state
        }.eraseToAnyInteractor()
    }

    @Test(arguments: [true, false], Host.allCases)
    func `An id that changes and changes back while a step waits for a transformer keeps its child`(
        attached: Bool, host: Host
    ) {
        let work = HeldWork()
        let parts = [setting(1, on: 1...2), AnyInteractor(TreeTransformer()), setting(0, on: 1...1)]
        let stage = Stage(child(attached: attached, work, before: parts), in: host)
        stage.send(.step(0), .optional(.step(0)), .step(1))
        #expect(work.starts.count == 1)
        #expect(work.endings.elements == [])
        stage.send(.step(2))
        #expect(work.endings.elements == [.cancelled])
    }

    @Test(arguments: [true, false], LawHost.allCases)
    func `On every host, the id is looked at when the step ends, not where it waits`(attached: Bool, host: LawHost)
        async
    {
        let work = HeldWork()
        let releasing = Interact<Tree, Act>.changing(emitting: .none) { _, act in
            if act == .step(2) { work.release() }
        }
        let parts = [setting(1, on: 1...1), AnyInteractor(TreeTransformer()), setting(0, on: 1...1)]
        let feature = child(attached: attached, work, before: parts + [releasing.eraseToAnyInteractor()])
        _ = await host.states(of: feature, [.step(0), .optional(.step(0)), .step(1), .step(2)])
        #expect(work.endings.elements == [.released])
    }

    /// Keeps each step waiting and emits nothing.
    private struct TreeTransformer: Interactor {
        func interact(_ upstream: AsyncStream<Act>) -> AsyncStream<Tree> {
            upstream.compactMap { _ in nil as Tree? }.eraseToStream()
        }
    }

    @Test(arguments: Place.allCases)
    func `A state with the same id keeps its child, whatever else changes`(place: Place) {
        let stage = stage(place)
        stage.send(place.action(.work), .put(.init(id: 1, edition: 1, pages: [5])))
        stage.release(works.child)
        #expect(place.book(in: stage.last)?.pages == [5, 1_000])
    }

    @Test(arguments: Place.allCases) func `An id key path takes precedence over the declared id`(place: Place) {
        let stage = stage(place)
        let isNamed = [.ifLetByID, .ifCaseLetByID, .whenByID, .whenCaseByID].contains(place)
        stage.send(place.action(.work), .put(.init(id: 2, edition: 1)))
        #expect(works.child.endings.elements == (isNamed ? [] : [.cancelled]))
        stage.send(place.action(.work), .put(.init(id: 2, edition: 2)))
        #expect(works.child.endings.elements == (isNamed ? [.cancelled, .cancelled] : [.cancelled]))
    }

    @Test(arguments: Host.allCases)
    func `Several properties identify a child together: a change of any replaces it, and all are remembered`(host: Host)
    {
        let child = Bookcase.child(works)
        let feature = Bookcase.parent(works, Bookcase()).ifLet(\.optional, action: \.optional, id: \.id, \.edition) {
            child
        }
        let stage = Stage(feature, in: host)
        for (replaced, (id, edition)) in [(1, 1), (2, 1), (2, 2), (3, 3)].enumerated() {
            stage.send(.put(.init(id: id, edition: edition)), .optional(.work))
            #expect(works.child.endings.elements == Array(repeating: .cancelled, count: replaced))
        }
        stage.send(.put(.init(id: 3, edition: 3, pages: [5])))
        #expect(works.child.endings.elements.count == 3)
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `An effect of the parent replaces a child as the parent does`(place: Place, host: Host) {
        let stage = stage(place, in: host)
        stage.send(place.action(.work), .putLater(.init(id: 2, edition: 2)))
        stage.release(works.parent)
        #expect(works.child.endings.elements == [.cancelled])
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `A part before the child replaces it before the action arrives, and a part after it at the end of the step`(
        place: Place, host: Host
    ) {
        for isBefore in [true, false] {
            let works = Bookcase.Works()
            let replacing = Interact<Bookcase, Bookcase.Action>(initialValue: Bookcase()) { bookcase, action in
                switch action {
                case .fixed(.write), .optional(.write), .slot(.book(.write)): bookcase.put(.init(id: 3, edition: 3))
                default: return .none
                }
                return .state
            }
            let feature = place.feature(works, child: Bookcase.child(works))
            let merged =
                isBefore
                ? Interactors.Merge(replacing, feature).eraseToAnyInteractor()
                : Interactors.Merge(feature, replacing).eraseToAnyInteractor()
            let stage = Stage(merged, in: host)
            stage.send(.put(.init(id: 1, edition: 1)), place.action(.work), place.action(.write(7)))
            #expect(works.child.endings.elements == [.cancelled])
            #expect(place.book(in: stage.last) == .init(id: 3, edition: 3, pages: isBefore ? [7] : []))
            stage.send(place.action(.work))
            stage.release(works.child)
            #expect(place.book(in: stage.last)?.pages.last == 1_000)
        }
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `An action that arrives with the replacement goes to the new child, which owns its effects`(
        place: Place, host: Host
    ) {
        let replacing = Interact<Bookcase, Bookcase.Action>(initialValue: Bookcase()) { bookcase, action in
            switch action {
            case .fixed(.renameAndWork), .optional(.renameAndWork), .slot(.book(.renameAndWork)):
                bookcase.put(.init(id: 3, edition: 3))
            default: break
            }
            return .none
        }
        let feature = place.feature(works, child: Bookcase.child(works))
        let stage = Stage(Interactors.Merge(replacing, feature), in: host)
        stage.send(.put(.init(id: 1, edition: 1)), place.action(.renameAndWork(3)))
        stage.release(works.child)
        #expect(works.child.endings.elements == [.released])
        #expect(place.book(in: stage.last) == .init(id: 3, edition: 3, pages: [1_000]))
    }

    @Test(arguments: Place.withAbsence)
    func `A child that is removed and returns with another id starts once`(place: Place) {
        let stage = stage(place)
        stage.send(place.action(.work), .put(nil), .put(.init(id: 2, edition: 2)), place.action(.work))
        #expect(works.child.endings.elements == [.cancelled])
        stage.release(works.child)
        #expect(place.book(in: stage.last) == .init(id: 2, edition: 2, pages: [1_000]))
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `A child that changes its own id is replaced`(place: Place, host: Host) {
        let stage = stage(place, in: host)
        stage.send(place.action(.work), place.action(.rename(2)))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(place.book(in: stage.last) == .init(id: 2, edition: 2))
        stage.send(place.action(.work))
        stage.release(works.child)
        #expect(place.book(in: stage.last)?.pages == [1_000])
    }

    @Test(arguments: Place.allCases)
    func `Effects that a child starts while it changes its own id end with the old child`(place: Place) {
        let stage = stage(place)
        stage.send(place.action(.renameAndWork(2)))
        stage.release(works.child)
        #expect(place.book(in: stage.last) == .init(id: 2, edition: 2))
        let liveCount = stage.runtime.tasks.liveCount
        #expect(liveCount == 0)
    }

    @Test(arguments: Place.allCases, Host.allCases)
    func `A stream transformer in the child starts again for a new child`(place: Place, host: Host) async {
        let child = Scope<Bookcase.Book, Bookcase.BookAction, Scope<Bookcase.Book, Int, GreetingTransformer>>(
            state: \.self,
            actionPath: AnyCasePath(
                embed: { .write($0) }, extract: { if case .write(let page) = $0 { page } else { nil } })
        ) { Scope(state: \.greeting) { GreetingTransformer(greetings: [7]) } }
        let states = await host.states(
            of: place.feature(works, child: child.starting(with: .init(id: 0))),
            [
                .put(.init(id: 1, edition: 1)), .put(.init(id: 1, edition: 1, greeting: 1)),
                .put(.init(id: 2, edition: 2, greeting: 2)), place.action(.write(9)),
            ]
        )
        let greetings = states.map { place.book(in: $0)?.greeting }
        #expect(greetings.suffix(6) == [0, 7, 1, 2, 7, 9])
    }

    @Test(arguments: Place.allCases)
    func `An action that a debounce holds for the old child does not reach the new child`(place: Place) {
        let child = DebounceInteractor(for: .seconds(1), clock: works.clock) { Bookcase.child(works) }
        let stage = Stage(place.feature(works, child: child))
        stage.send(.put(.init(id: 1, edition: 1)), place.action(.write(1)), .put(.init(id: 2, edition: 2)))
        stage.advance(works.clock, by: .seconds(2))
        #expect(place.book(in: stage.last)?.pages == [])
        stage.send(place.action(.write(2)))
        stage.advance(works.clock, by: .seconds(2))
        #expect(place.book(in: stage.last)?.pages == [2])
    }

    struct Box: Sendable, Identifiable {
        var id = 0
        var plot = Garden.Plot()
    }

    @Test(arguments: Host.allCases) func `The children of a child that is replaced are replaced with it`(host: Host) {
        enum Action: Sendable {
            case plot(Garden.PlotAction)
            case put(Box)
        }
        let works = Garden.Works()
        let path = AnyCasePath<Action, Garden.PlotAction>(
            embed: { .plot($0) }, extract: { if case .plot(let action) = $0 { action } else { nil } })
        let putting = Interact<[Box], Action>(initialValue: [Box()]) { boxes, action in
            guard case .put(let box) = action else { return .none }
            boxes[0] = box
            return .state
        }
        let feature = Interactors.Merge(
            Scope<[Box], Action, Scope<Box, Action, Interact<Garden.Plot, Garden.PlotAction>>>(state: \.[0]) {
                Scope(state: \.plot, actionPath: path) { Garden.plotFeature(works) }
            },
            putting)
        let stage = Stage(feature, in: host)
        stage.send(.plot(.work), .put(Box(id: 1)))
        #expect(works.child.endings.elements == [.cancelled])
        stage.send(.plot(.work))
        #expect(stage.release(works.child).last[0].plot.plants == [1_000])
    }

    @Test func `A scope on the whole state is not replaced when the id changes`() {
        struct Action: Sendable {
            var inner: Bookcase.BookAction
        }
        let path = AnyCasePath<Action, Bookcase.BookAction>(embed: { Action(inner: $0) }, extract: { $0.inner })
        let stage = Stage(
            Scope(state: \.self, actionPath: path) { Bookcase.child(works) }.starting(with: Bookcase.Book(id: 1)))
        stage.send(Action(inner: .work), Action(inner: .rename(2)))
        #expect(stage.release(works.child).last == .init(id: 2, edition: 2, pages: [1_000]))
    }

    // MARK: Rows

    struct Desk: Sendable {
        struct Row: Sendable, Identifiable {
            let id: Int
            var book: Bookcase.Book?
        }
        var rows = [Row(id: 0), Row(id: 1)]
    }

    @CasePathable enum RowAction: Sendable {
        case book(Bookcase.BookAction)
        case put(Bookcase.Book)
    }

    @CasePathable enum DeskAction: Sendable {
        case row(IdentifiedAction<Int, RowAction>)
        case put(Int, Bookcase.Book)
    }

    @Test(arguments: [false, true])
    func `The row or the parent can replace a child in a row without cancelling the row's own effects`(byParent: Bool) {
        let feature = Interact<Desk, DeskAction>(initialValue: Desk()) { desk, action in
            guard case .put(let id, let book) = action else { return .none }
            desk.rows[id].book = book
            return .state
        }
        .forEach(\.rows, action: \.row) { [works] in
            Interact(initialValue: Desk.Row(id: -1)) { (row: inout Desk.Row, action: RowAction) in
                guard case .put(let book) = action else { return .none }
                row.book = book
                return .perform { _, _ in await works.parent.run() }
            }
            .ifLet(\.book, action: \.book) { Bookcase.child(works) }
        }
        let stage = Stage(feature)
        func row(_ action: RowAction) -> DeskAction { .row(.element(id: 1, action: action)) }
        stage.send(row(.put(.init(id: 1))), row(.book(.work)))
        stage.send(byParent ? .put(1, .init(id: 2)) : row(.put(.init(id: 2))))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(works.parent.endings.elements == [])
        stage.send(row(.book(.work)))
        #expect(stage.release(works.child).last.rows[1].book == .init(id: 2, pages: [1_000]))
    }
}
