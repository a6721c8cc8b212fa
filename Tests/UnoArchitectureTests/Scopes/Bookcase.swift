import TestSupport
import UnoArchitecture
import UnoTesting

/// A state with a book in each kind of place that a child's state can be in.
struct Bookcase: Sendable, Equatable {
    struct Book: Sendable, Equatable, Identifiable {
        var id: Int
        /// A second property that can identify books.
        var edition = 0
        var pages: [Int] = []
        var greeting = 0
    }

    enum BookAction: Sendable, Equatable {
        case write(Int)
        /// Writes page 1,000 when the test releases it.
        case work
        case rename(Int)
        /// Changes the id of its own book and starts an effect.
        case renameAndWork(Int)
    }

    @CasePathable enum Slot: Sendable, Equatable {
        case empty
        case book(Book)
    }

    @CasePathable enum SlotAction: Sendable {
        case book(BookAction)
        case bookState(Book)
    }

    @CasePathable enum Action: Sendable {
        case fixed(BookAction)
        case fixedState(Book)
        case optional(BookAction)
        case slot(SlotAction)
        /// Stores a book in all places; nil removes it from the optional ones.
        case put(Book?)
        case putLater(Book?)
    }

    var fixed = Book(id: 0)
    var optional: Book?
    var slot = Slot.empty

    mutating func put(_ book: Book?) {
        if let book { fixed = book }
        optional = book
        slot = book.map { .book($0) } ?? .empty
    }

    /// Lets a test control and observe the effects.
    struct Works: Sendable {
        let child = HeldWork()
        let parent = HeldWork()
        let clock = TestClock()
    }

    /// Where the child is, and how it is attached.
    enum Place: CaseIterable, Sendable {
        case scope, ifLet, ifCaseLet, when, whenCase
        case ifLetByID, ifCaseLetByID, whenByID, whenCaseByID

        static let withAbsence: [Place] = [.ifLet, .ifCaseLet, .whenCase, .ifLetByID, .ifCaseLetByID, .whenCaseByID]

        func book(in bookcase: Bookcase) -> Book? {
            switch self {
            case .scope, .when, .whenByID: bookcase.fixed
            case .ifLet, .ifLetByID: bookcase.optional
            case .ifCaseLet, .ifCaseLetByID, .whenCase, .whenCaseByID:
                if case .book(let book) = bookcase.slot { book } else { nil }
            }
        }

        func action(_ action: BookAction) -> Action {
            switch self {
            case .scope, .when, .whenByID: .fixed(action)
            case .ifLet, .ifLetByID: .optional(action)
            case .ifCaseLet, .ifCaseLetByID, .whenCase, .whenCaseByID: .slot(.book(action))
            }
        }

        /// The whole feature, starting from `initial`.
        func feature(
            _ works: Works, _ initial: Bookcase = Bookcase(), child: some Interactor<Book, BookAction>
        ) -> AnyInteractor<Bookcase, Action> {
            let bookcase = Bookcase.parent(works, initial)
            let slot = Bookcase.slot
            let inSlot: any Interactor<Slot, SlotAction>
            switch self {
            case .scope:
                return Interactors.Merge(Scope(state: \.fixed, action: \.fixed) { child }, bookcase)
                    .eraseToAnyInteractor()
            case .ifLet: return bookcase.ifLet(\.optional, action: \.optional) { child }.eraseToAnyInteractor()
            case .ifLetByID:
                return bookcase.ifLet(\.optional, action: \.optional, id: \.edition) { child }.eraseToAnyInteractor()
            case .when:
                return bookcase.when(stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState) { child }
                    .eraseToAnyInteractor()
            case .whenByID:
                return bookcase.when(stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState, id: \.edition) {
                    child
                }.eraseToAnyInteractor()
            case .ifCaseLet: inSlot = slot.ifCaseLet(\.book, action: \.book) { child }
            case .ifCaseLetByID: inSlot = slot.ifCaseLet(\.book, action: \.book, id: \.edition) { child }
            case .whenCase:
                inSlot = slot.when(stateIs: \Case<Slot>.book, actionIs: \.book, stateAction: \.bookState) { child }
            case .whenCaseByID:
                inSlot = slot.when(
                    stateIs: \Case<Slot>.book, actionIs: \.book, stateAction: \.bookState, id: \.edition
                ) { child }
            }
            return Interactors.Merge(Scope(state: \.slot, action: \.slot) { AnyInteractor(inSlot) }, bookcase)
                .eraseToAnyInteractor()
        }
    }

    static func child(_ works: Works) -> Interact<Book, BookAction> {
        Interact(initialValue: Book(id: 0)) { book, action in
            switch action {
            case .write(let page): book.pages.append(page)
            case .rename(let id): (book.id, book.edition) = (id, id)
            case .work, .renameAndWork:
                if case .renameAndWork(let id) = action { (book.id, book.edition) = (id, id) }
                return .perform { _, send in
                    guard await works.child.run() == .released else { return }
                    await send { $0.pages.append(1_000) }
                }
            }
            return .state
        }
    }

    static let slot = Interact<Slot, SlotAction>.changing(.empty, for: \.bookState) { slot, book in slot = .book(book) }

    static func parent(_ works: Works, _ initial: Bookcase) -> Interact<Bookcase, Action> {
        Interact(initialValue: initial) { bookcase, action in
            switch action {
            case .fixed, .optional, .slot: return .none
            case .fixedState(let book): bookcase.fixed = book
            case .put(let book): bookcase.put(book)
            case .putLater(let book):
                return .perform { _, send in
                    await works.parent.run()
                    await send { $0.put(book) }
                }
            }
            return .state
        }
    }
}
