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
