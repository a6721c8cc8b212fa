import UnoArchitecture
import UnoLifting

let counting = Reducer<Int, Int> { number, count in count += number }

struct Totals: Sendable, Equatable {
    var count = 0
}

@CasePathable
enum TotalsAction: Sendable {
    case add(Int)
    case reset
}

let resetting = Reducer<TotalsAction, Totals> { action, totals in
    if case .reset = action { totals.count = 0 }
}

let totals = Store(
    initialValue: Totals(),
    reducer: counting.lift(action: \.add, state: \Totals.count) <> resetting,
    middleware: IdentityMiddleware()
)
