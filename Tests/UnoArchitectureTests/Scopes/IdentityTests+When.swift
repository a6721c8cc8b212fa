import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

// The child of a `when`, which runs before the parent has stored its state.

extension IdentityTests {
    /// A parent that replaces the child when it handles the first child's state.
    static func replacingParent(_ initial: Bookcase.Book) -> Interact<Bookcase, Bookcase.Action> {
        Interact(initialValue: Bookcase(fixed: initial)) { bookcase, action in
            guard case .fixedState(let book) = action else { return .none }
            bookcase.fixed = book.id == 1 ? .init(id: 2) : book
            return .state
        }
    }

    @Test(arguments: Host.allCases)
    func `A parent that replaces a child when it handles its state also cancels the effects of that step`(host: Host) {
        for combined in [false, true] {
            let works = Bookcase.Works()
            let child = Interact<Bookcase.Book, Bookcase.BookAction>(initialValue: .init(id: 0)) { book, action in
                let effect = Emission<Bookcase.Book>.perform { _, _ in await works.child.run() }
                return combined ? .concatenate([.state, effect]) : effect
            }
            let stage = Stage(
                Self.replacingParent(.init(id: 1))
                    .when(stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState) { child },
                in: host)
            stage.send(.fixed(.work))
            #expect(works.child.starts.count == 0)
            #expect(stage.last.fixed == .init(id: 2))
        }
    }

    @Test(arguments: Host.allCases)
    func `The remaining parts of a replaced child do not step on the state of the new child`(host: Host) {
        let writing = { (page: Int) in
            Interact<Bookcase.Book, Bookcase.BookAction>.changing(.init(id: 0)) { book, _ in book.pages.append(page) }
        }
        let stage = Stage(
            Self.replacingParent(.init(id: 1)).when(stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState) {
                writing(1)
                writing(2)
            },
            in: host)
        #expect(stage.send(.fixed(.work)).last.fixed == .init(id: 2))
        #expect(stage.send(.fixed(.work)).last.fixed == .init(id: 2, pages: [1, 2]))
    }

    @Test func `A child that runs without a slice continues if the slice appears with the id of its state`() {
        let feature = Place.whenCase.feature(works, child: Bookcase.child(works))
        let stage = Stage(feature)
        stage.send(.slot(.book(.renameAndWork(4))))
        stage.release(works.child)
        #expect(Place.whenCase.book(in: stage.last) == .init(id: 4, edition: 4, pages: [1_000]))
    }

    @Test func `A child that runs without a slice ends if the slice appears with another id`() {
        let refusing = Interact<Bookcase.Slot, Bookcase.SlotAction>.changing(.empty) { slot, action in
            if case .bookState(let book) = action, book.pages == [9] { slot = .book(.init(id: 5)) }
        }
        let feature = refusing.when(stateIs: \Case<Bookcase.Slot>.book, actionIs: \.book, stateAction: \.bookState) {
            Bookcase.child(works)
        }
        let stage = Stage(feature)
        stage.send(.book(.work), .book(.write(9)))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.send(.book(.write(1))).last == .book(.init(id: 5)))
    }
}
