import TestSupport
import UnoArchitecture

/// Sums of which the order of the summands can be read off: each appends a decimal digit.
enum Sum {
    static func appending(_ digit: Int, to sum: Int) -> Int { sum * 10 + digit }

    /// Appends each digit and emits.
    static func digits(from initial: Int = 0) -> Interact<Int, Int> {
        Interact(initialValue: initial) { sum, digit in
            sum = appending(digit, to: sum)
            return .state
        }
    }

    /// Appends `digit`, whatever the action.
    static func constant(_ digit: Int, from initial: Int = 0) -> Interact<Int, Int> {
        Interact(initialValue: initial) { sum, _ in
            sum = appending(digit, to: sum)
            return .state
        }
    }

    /// Adds each number and emits.
    static let adding = Interact<Int, Int>(initialValue: 0) { sum, number in
        sum += number
        return .state
    }

    /// Takes each number as its state and emits.
    static let last = Interact<Int, Int>(initialValue: 0) { state, number in
        state = number
        return .state
    }

    /// Starts an effect with each action, which does `work`.
    static func working(_ work: @escaping @Sendable (Int) async -> Void) -> Interact<Int, Int> {
        Interact(initialValue: 0) { _, number in .perform { _, _ in await work(number) } }
    }

    /// Starts an effect with each action, which waits for `work`.
    static func working(on work: HeldWork) -> Interact<Int, Int> { working { _ in await work.run() } }

    static func working(on work: DeafWork) -> Interact<Int, Int> { working { _ in await work.run() } }

    /// Adds each number, and starts an effect that waits for `work`.
    static func summing(beside work: HeldWork) -> Interact<Int, Int> {
        Interact(initialValue: 0) { sum, number in
            sum += number
            return .perform { _, _ in await work.run() }
        }
    }

    static func dispatching(from initial: Int = 0) -> Interact<Int, Int> {
        Interact(initialValue: initial) { sum, digit, _ in
            sum = appending(digit, to: sum)
            return .state
        }
    }
}

/// A type with a body.
struct Composed: Interactor {
    typealias DomainState = Int
    typealias Action = Int

    var body: some Interactor<Int, Int> {
        Sum.digits()
        Sum.constant(0)
    }
}
