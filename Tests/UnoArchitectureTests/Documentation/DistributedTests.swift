import Distributed
import TestSupport
import Testing
import UnoArchitecture
import UnoDistributed

@Suite("The stock of the article on distributed runtimes", .timeLimit(.hang))
struct DistributedTests {
    @Test("An order is accepted, and the stock is seen from elsewhere")
    func order() async throws {
        let runtime = Runtime(Stock { $0 == ["tea": 2, "milk": 2] })
        let system = LocalTestingDistributedActorSystem()
        let (host, remote) = host(runtime, on: system)
        // The system holds its actors, and they hold it.
        defer { system.resignID(remote.id) }
        #expect(await use(remote) == .decided(.accepted))
        #expect(await runtime.state == Stock.DomainState(counts: ["tea": 2, "milk": 2], isOrdered: true))
        let session = connect(remote)
        #expect(await isDelivered(session.deliver(.put("tea", count: 1))) == true)
        let seen = Record<Stock.DomainState>()
        let reader = Task { await follow(session, show: { seen.append($0) }, warn: { _ in }) }
        // The action is accepted, and handled by and by.
        await seen.waitFor { $0.last?.counts["tea"] == 3 }
        moved(session, to: remote)
        #expect(try await session.state?.counts["tea"] == 3)
        session.end()
        await reader.value
        host.end()
        await runtime.shutdown(.cancel)
    }

    @Test("A local runtime shows the states of the remote one")
    func mirrored() async {
        let runtime = Runtime(Stock { _ in true })
        let system = LocalTestingDistributedActorSystem()
        let (host, remote) = host(runtime, on: system)
        // The system holds its actors, and they hold it.
        defer { system.resignID(remote.id) }
        let session = RemoteSession(remote)
        let local = mirror(session)
        var states = local.states(.unbounded).makeAsyncIterator()
        #expect(await states.next() == Stock.DomainState())
        await local.deliver(.put("tea", count: 1))
        #expect(await states.next()?.counts == ["tea": 1])
        await local.shutdown(.drain)
        session.end()
        host.end()
        await runtime.shutdown(.cancel)
    }
}
