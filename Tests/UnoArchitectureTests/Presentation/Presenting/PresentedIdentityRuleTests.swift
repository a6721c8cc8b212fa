import Synchronization
import Testing
import UnoArchitecture

@testable import UnoPresentation

/// Which values count as the state of one child, value by value.
@Suite("Two states of one presented child") struct PresentedIdentityRuleTests {
    private struct Item: Identifiable {
        let id: Int
        var text = ""
    }

    private struct Plain { let number: Int }

    private enum Screen {
        case first, second
        case item(Item)
        case other(Item)
        case pair(Item, Item)
        case labelled(item: Item)
        case plain(Plain)
    }

    /// Both cases have one text.
    private enum Described: Equatable, CustomStringConvertible {
        case first, second
        var description: String { "a screen" }
    }

    /// All values are equal, whatever their case.
    private enum Lax: Equatable {
        case empty
        case number(Int)
        static func == (_: Lax, _: Lax) -> Bool { true }
    }

    @Test func `are those of one type, unless their ids, their cases or the ids in one case differ`() {
        func areSame(_ left: Any, _ right: Any) -> Bool {
            let (result, reversed) = (PresentedIdentity.areSame(left, right), PresentedIdentity.areSame(right, left))
            #expect(result == reversed)
            return result
        }
        #expect(areSame(Item(id: 1, text: "a"), Item(id: 1, text: "b")) && !areSame(Item(id: 1), Item(id: 2)))
        #expect(areSame(Plain(number: 1), Plain(number: 2)))
        #expect(areSame(Screen.first, Screen.first) && !areSame(Screen.first, Screen.second))
        #expect(areSame(Described.first, Described.first) && !areSame(Described.first, Described.second))
        #expect(!areSame(Screen.first, Screen.item(Item(id: 1))))
        #expect(!areSame(Lax.empty, Lax.number(1)))
        #expect(areSame(Screen.item(Item(id: 1, text: "a")), Screen.item(Item(id: 1, text: "b"))))
        #expect(!areSame(Screen.item(Item(id: 1)), Screen.item(Item(id: 2))))
        #expect(!areSame(Screen.item(Item(id: 1)), Screen.other(Item(id: 1))))
        #expect(areSame(Screen.pair(Item(id: 1), Item(id: 2)), Screen.pair(Item(id: 1), Item(id: 2))))
        #expect(!areSame(Screen.pair(Item(id: 1), Item(id: 2)), Screen.pair(Item(id: 1), Item(id: 3))))
        #expect(!areSame(Screen.pair(Item(id: 1), Item(id: 2)), Screen.pair(Item(id: 3), Item(id: 2))))
        #expect(areSame(Screen.labelled(item: Item(id: 1)), Screen.labelled(item: Item(id: 1))))
        #expect(!areSame(Screen.labelled(item: Item(id: 1)), Screen.labelled(item: Item(id: 2))))
        #expect(areSame(Screen.plain(Plain(number: 1)), Screen.plain(Plain(number: 2))))
    }

    private final class Box: Sendable {}

    /// A text about it is never the same twice.
    private struct Odd: CustomStringConvertible {
        private static let count = Mutex(0)
        var number = 1

        var description: String {
            Self.count.withLock {
                $0 += 1
                return "\($0)"
            }
        }
    }

    private enum Answer: Sendable {
        case yes, no
        case run(@Sendable () -> Void)
        case box(Box)
        case odd(Odd)
    }

    /// A dialog of a type of one's own.
    private struct Question: DialogState {
        let title: String
        let buttons: [ButtonState<Answer>]
        typealias Action = Answer
    }

    private func dialog(_ title: String = "Title", _ actions: Answer...) -> Question {
        Question(title: title, buttons: actions.map { ButtonState("Button", action: $0) })
    }

    @Test func `Two dialogs of a type of one's own are alike if everything in them is, as far as it can be compared`() {
        func areSame(_ left: Question, _ right: Question) -> Bool { PresentedIdentity.areSame(left, right) }
        let box = Box()
        #expect(areSame(dialog(), dialog()) && !areSame(dialog("A"), dialog("B")))
        #expect(areSame(dialog("A", .yes), dialog("A", .yes)) && !areSame(dialog("A", .yes), dialog("A", .no)))
        #expect(!areSame(dialog("A", .yes), dialog("A", .yes, .yes)) && !areSame(dialog("A", .yes), dialog("A")))
        #expect(
            areSame(dialog("A", .run {}), dialog("A", .run {})) && !areSame(dialog("A", .run {}), dialog("A", .yes)))
        #expect(areSame(dialog("A", .box(box)), dialog("A", .box(box))))
        #expect(!areSame(dialog("A", .box(box)), dialog("A", .box(Box()))))
        #expect(areSame(dialog("A", .odd(Odd())), dialog("A", .odd(Odd()))))
        #expect(!areSame(dialog("A", .odd(Odd(number: 2))), dialog("A", .odd(Odd()))))
    }

    @Test func `A dialog of the library is one with its copies, and with nothing that was made like it`() {
        func areSame<Dialog: DialogState>(_ make: () -> Dialog, _ change: (inout Dialog) -> Void) {
            let dialog = make()
            var changed = dialog
            change(&changed)
            #expect(PresentedIdentity.areSame(dialog, dialog))
            #expect(!PresentedIdentity.areSame(dialog, make()) && !PresentedIdentity.areSame(dialog, changed))
        }
        areSame({ AlertState<Never>("A") }, { $0.title = "B" })
        areSame({ AlertState<Answer>("A") { ButtonState("Button", action: .yes) } }, { $0.buttons = [] })
        areSame({ ConfirmationDialogState<Never>("A") { ButtonState.cancel() } }, { $0.showsTitle = true })
        areSame({ ConfirmationDialogState<Answer>("A") { ButtonState.cancel() } }, { $0.message = "B" })
    }
}
