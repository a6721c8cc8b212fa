import TestSupport
import Testing

@testable import UnoArchitecture

/// Callers that the mailbox loop lets in.
@Suite("Visitors of a graph", .timeLimit(.hang))
struct VisitorsTests {
    @Test("are waited for until they have come in, however they come") func arrival() async {
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, send in await send { $0 += 1 } } })
        let isolation = runtime.isolation
        await isolation.visit { isolation in
            var areWaiting = isolation.token.visitors.areWaiting
            #expect(!areWaiting)
            isolation.token.visitors.announce()
            areWaiting = isolation.token.visitors.areWaiting
            #expect(areWaiting)
            isolation.token.visitors.arrived()
        }
        let areWaiting = await isolation.step { $0.token.visitors.areWaiting }
        #expect(areWaiting == false)
        _ = await runtime.state
        await runtime.send(1).finish()
        await runtime.shutdown(.drain)
        let areWaitingAtLast = isolation.token.visitors.areWaiting
        #expect(!areWaitingAtLast)
        // An arrival too many would hide the next visitor.
        isolation.token.visitors.announce()
        let isNoticed = isolation.token.visitors.areWaiting
        #expect(isNoticed)
    }

    @Test("have to come in: anywhere else, what belongs to the graph cannot be opened") func elsewhere() async {
        await #expect(processExitsWith: .failure) {
            _ = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none }).core.here
        }
    }
}
