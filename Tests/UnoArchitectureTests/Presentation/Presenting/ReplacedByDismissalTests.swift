import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStorage
import UnoTesting

/// A presented child that asks to be dismissed outside of an action of its presenter, and in whose place the parent puts another one.
@Suite(.timeLimit(.hang)) struct ReplacedByDismissalTests {
    struct Sheet: Sendable, Equatable, Identifiable { var id: Int, handled = 0, note = "", part = Part() }
    struct Part: Sendable, Equatable { var copy = 0 }

    @CasePathable enum SheetAction: Sendable, Equatable {
        case submit, save
        case part(Int)
        case partState(Part)
    }

    struct Root: Sendable, Equatable { var sheet: Sheet? = Sheet(id: 1) }
    @CasePathable enum Action: Sendable { case sheet(PresentationAction<SheetAction>) }

    /// Answers the dismissal of the first sheet with a second one.
    private var parent: Interact<Root, Action> {
        Interact<Root, Action>(initialValue: Root()) { state, action in
            guard case .sheet(.dismiss) = action, state.sheet?.id == 1 else { return .none }
            state.sheet = Sheet(id: 2)
            return .state
        }
    }

    private let executor = ControlledExecutor()
    private let clock = TestClock()

    /// The last sheet after `action`, and after a held action is due.
    private func sheet(after action: SheetAction, in feature: some Interactor<Root, Action>) -> Sheet? {
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        runtime.send(.sheet(.presented(action)))
        executor.runUntilIdle()
        clock.advance(by: .seconds(1))
        return executor.end(runtime)?.sheet
    }

    @Test("The later part of a child that a held action has dismissed does not get that action in the next child")
    func held() {
        let feature = parent.presents(\.sheet, action: \.sheet) {
            DebounceInteractor(for: .seconds(1), clock: clock) {
                Interactors.Merge(
                    Interact<Sheet, SheetAction> { _, action in action == .submit ? .dismiss() : .none },
                    Interact<Sheet, SheetAction> { sheet, _ in
                        sheet.handled += 1
                        return .state
                    })
            }
        }
        #expect(sheet(after: .submit, in: feature) == Sheet(id: 2))
    }

    @Test("What follows a dismissal in a concatenation is dropped with the child, and does not begin in the next one")
    func following() {
        let feature = parent.presents(\.sheet, action: \.sheet) {
            Interact<Sheet, SheetAction> { _, action in
                guard action == .save else { return .none }
                return .concatenate([
                    .perform { _, _ in },
                    .dismiss(),
                    .perform { _, send in await send { $0.note = "of the first sheet" } },
                ])
            }
        }
        #expect(sheet(after: .save, in: feature) == Sheet(id: 2))
    }

    @Test func `The child that takes the place of a dismissed one starts at the end of the step, and copies`() {
        let number = Shared(7)
        let feature = parent.presents(\.sheet, action: \.sheet) {
            Interact<Sheet, SheetAction> { _, _ in .concatenate([.perform { _, _ in }, .dismiss()]) }
                .observing(number, at: \.handled)
        }
        #expect(sheet(after: .save, in: feature) == Sheet(id: 2, handled: 7))
    }

    @Test func `The child that takes the place of one that a copy has dismissed starts in that step, and copies`() {
        let number = Shared(0)
        let feature = parent.presents(\.sheet, action: \.sheet) {
            Interact<Sheet, SheetAction> { sheet, action in
                guard case .partState(let part) = action else { return .none }
                if sheet.id == 1 { return .dismiss() }
                sheet.part = part
                return .state
            }
            .when(stateIs: \.part, actionIs: \.part, stateAction: \.partState) {
                Interact<Part, Int>(initialValue: Part()) { _, _ in .none }.observing(number, at: \.copy)
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        executor.runUntilIdle()
        for value in 1...2 {
            number.update { $0 = value }
            executor.runUntilIdle()
        }
        #expect(executor.end(runtime)?.sheet == Sheet(id: 2, part: Part(copy: 2)))
    }
}
