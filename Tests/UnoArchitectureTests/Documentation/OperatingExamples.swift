import Foundation
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

// The code of the article "Operating", compiled as it stands there; `ArticleTests` holds the two together.

struct Cart: Interactor {
    struct DomainState: Sendable, Codable, Equatable {
        var items: [String] = []
        var isPaid = false
    }

    enum Action: Sendable {
        case add(String)
        case pay
    }

    var initialCart = DomainState()
    let pay: @Sendable ([String]) async -> Bool

    var body: some InteractorOf<Self> {
        Interact(initialValue: initialCart) { cart, action in
            switch action {
            case .add(let item):
                cart.items.append(item)
                return .state
            case .pay:
                let items = cart.items
                return .perform(id: "pay", policy: .waitTurn(atMost: 4, then: .dropNew)) { [pay] _, send in
                    let isPaid = await pay(items)
                    await send { $0.isPaid = isPaid }
                }
            }
        }
    }
}

actor CartStore {
    private var carts: [String: Cart.DomainState] = [:]

    func load(_ customer: String) throws -> Cart.DomainState { carts[customer] ?? Cart.DomainState() }
    func save(_ cart: Cart.DomainState, for customer: String) { carts[customer] = cart }
}

func makeLimitedRuntime(pay: @escaping @Sendable ([String]) async -> Bool) -> Runtime<Cart.DomainState, Cart.Action> {
    let runtime = Runtime(
        Cart(pay: pay),
        mailbox: .suspend(capacity: 256),
        name: "cart",
        limits: RuntimeLimits(effects: .atMost(1_000), stall: .seconds(30))
    )
    return runtime
}

func payWithinDeadline(_ runtime: Runtime<Cart.DomainState, Cart.Action>) async -> Bool {
    let payment = await runtime.deliver(.pay)
    guard await payment.finish(within: .seconds(10)) else {
        payment.cancel()
        return false
    }
    return true
}

func end(_ runtime: Runtime<Cart.DomainState, Cart.Action>) async {
    let report = await runtime.shutdown(.drain, within: .seconds(5))
    if !report.isComplete { print(report) }
}

struct RequestContext: Sendable, Equatable {
    @TaskLocal static var current: RequestContext?

    var request: String
}

func pay(in context: RequestContext, _ pay: @escaping @Sendable ([String]) async -> Bool) async {
    let runtime = Runtime(Cart(pay: pay), carrying: RequestContext.$current)
    let payment = await RequestContext.$current.withValue(context) { await runtime.deliver(.pay) }
    await payment.finish()
    await end(runtime)
}

typealias Carts = RuntimeGroup<String, Cart.DomainState, Cart.Action>

func makeCarts(
    store: CartStore,
    observer: (any RuntimeObserver)? = nil,
    pay: @escaping @Sendable ([String]) async -> Bool
) -> Carts {
    let carts = RuntimeGroup(
        passivateAfter: .seconds(60),
        save: { customer, cart in await store.save(cart, for: customer) },
        make: { customer in
            let cart = Cart(initialCart: try await store.load(customer), pay: pay)
            return Runtime(cart, name: "cart of \(customer)", observer: observer)
        }
    )
    return carts
}

func makeBoundedCarts(store: CartStore, pay: @escaping @Sendable ([String]) async -> Bool) -> Carts {
    let carts = RuntimeGroup(
        atMost: 10_000,
        then: .passivateLongestUnused,
        passivateAfter: .seconds(60),
        save: { customer, cart in await store.save(cart, for: customer) },
        make: { customer in Runtime(Cart(initialCart: try await store.load(customer), pay: pay)) }
    )
    return carts
}

func add(_ item: String, to customer: String, of carts: Carts) async throws -> Bool {
    let event = try await carts.deliver(.add(item), to: customer)
    return event.outcome != .rejected(.groupFull)
}

func end(_ carts: Carts) async {
    let report = await carts.shutdown(.drain, within: .seconds(5))
    if !report.isComplete { print(report) }
}

func printBusy(_ carts: Carts) async {
    for (_, snapshot) in carts.snapshots() where !snapshot.isIdle { print(snapshot) }
}

func json(_ runtime: Runtime<Cart.DomainState, Cart.Action>) async throws -> Data {
    try JSONEncoder().encode(runtime.snapshot())
}
