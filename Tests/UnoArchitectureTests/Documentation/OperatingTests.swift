import TestSupport
import Testing
import UnoArchitecture
import UnoOperation

@Suite("The carts of the article on operating", .timeLimit(.hang))
struct OperatingTests {
    @Test("A cart is kept across the end of its service", .misuse)
    func service() async throws {
        let store = CartStore()
        let carts = makeCarts(store: store) { !$0.isEmpty }
        try await carts.deliver(.add("tea"), to: "Anna")
        let payment = try await carts.deliver(.pay, to: "Anna")
        #expect(await payment.finish(within: .seconds(60)))
        #expect(try await carts.state(of: "Anna") == Cart.DomainState(items: ["tea"], isPaid: true))
        await end(carts)
        #expect(try await store.load("Anna") == Cart.DomainState(items: ["tea"], isPaid: true))
        #expect(try await carts.deliver(.add("milk"), to: "Anna").outcome == .rejected(.shutDown))
    }

    @Test("A bounded group keeps the carts of more customers than it has runtimes")
    func boundedCarts() async throws {
        let store = CartStore()
        let carts = makeBoundedCarts(store: store) { _ in true }
        for customer in ["Anna", "Bert"] { #expect(try await add("tea", to: customer, of: carts)) }
        await end(carts)
        #expect(try await store.load("Anna").items == ["tea"])
    }

    @Test("A payment that does not come in time is cancelled")
    func deadline() async throws {
        let work = HeldWork()
        let runtime = makeLimitedRuntime { _ in await work.run() == .released }
        let payment = Task { await payWithinDeadline(runtime) }
        await work.starts.waitFor(1)
        await printSnapshot(of: runtime)
        work.release()
        #expect(await payment.value)
        await end(runtime)
    }

    @Test("A payment sees the context of its request")
    func context() async {
        let seen = Record<RequestContext?>()
        await pay(in: RequestContext(request: "7")) { _ in
            seen.append(RequestContext.current)
            return true
        }
        #expect(seen.elements == [RequestContext(request: "7")])
    }

    private func printSnapshot(of runtime: Runtime<Cart.DomainState, Cart.Action>) async {
        let snapshot = runtime.snapshot()
        #expect("\(snapshot)".contains("pay"))
        #expect((try? await json(runtime))?.isEmpty == false)
    }
}
