import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("A remote runtime as a part of a local graph", .timeLimit(.hang))
struct RemoteInteractorTests {
    private let world = World()

    @Test("actions go there and states come back; a projection and a view model need nothing else")
    func mirrors() throws {
        let (node, session) = try world.journal()
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        let entries = runtime.projection(action: { $0 }, state: \.entries, emitting: .removeDuplicates)
        let seen = Record<[Int]>()
        world.executor.task { for await part in entries.states(.unbounded) { seen.append(part) } }
        #expect(world.perform { for number in 1...6 { await entries.deliver(.note(number)) } })
        #expect(world.run { seen.elements.last == Array(1...6) })
        #expect(seen.elements == (0...6).map { Array(1..<$0 + 1) })
        #expect(world.perform { await runtime.shutdown(.drain) })
        #expect(node.host.counters.taken == 6)
        #expect(world.end(session, node))
    }

    @Test("draining the graph shows the states that its actions and their effects lead to")
    func drains() throws {
        let (node, session) = try world.journal()
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        let seen = Record<Journal.DomainState>()
        world.executor.task { for await state in runtime.states(.unbounded) { seen.append(state) } }
        #expect(
            world.perform {
                for number in 1...3 { runtime.send(.work(number)) }
                await runtime.shutdown(.drain)
            })
        world.run(for: .milliseconds(1))
        #expect(seen.elements.last?.entries == [1, 2, 3])
        #expect(seen.elements.last?.done.sorted() == [1, 2, 3])
        #expect(world.end(session, node))
    }

    private typealias GaugeRuntime = Runtime<Gauge.DomainState, Gauge.Action>

    /// A graph of a remote runtime that has shown its first state, and what it shows.
    private func watch(_ session: GaugeSession) -> (GaugeRuntime, Record<[Double]>) {
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        let seen = Record<[Double]>()
        world.executor.task { for await state in runtime.states(.unbounded) { seen.append(state.values) } }
        world.run { seen.elements.count == 1 }
        return (runtime, seen)
    }

    /// Sends three actions and drains the graph, which shows what they have led to.
    private func drain(_ runtime: GaugeRuntime, _ seen: Record<[Double]>) {
        #expect(
            world.perform {
                for number in 1...3 { runtime.send(.add(Double(number))) }
                await runtime.shutdown(.drain)
            })
        world.run(for: .milliseconds(1))
        #expect(seen.elements.last == [1, 2, 3])
    }

    @Test(
        "draining the graph waits for its actions and for the states, whose calls fail",
        arguments: [LinkCall.deliver, .states])
    func drainsLate(failing call: LinkCall) {
        let (node, session) = world.gauge()
        let (runtime, seen) = watch(session)
        // After the call that is under way.
        node.faults.fail(call, times: 3)
        drain(runtime, seen)
        #expect(node.end(session))
    }

    @Test("draining the graph waits for the states of the run that has handled its actions, after a restart, too")
    func drainsRestarted() {
        let (first, second) = (GaugeHost(in: world), GaugeHost(in: world))
        let session: GaugeSession = first.session()
        let (runtime, seen) = watch(session)
        // The reader does not come to the second run before the actions do.
        second.faults.fail(.states, times: 3)
        session.reconnect(to: second.link())
        drain(runtime, seen)
        world.perform {
            first.host.end()
            await first.runtime.shutdown(.cancel)
        }
        #expect(second.end(session))
    }

    @Test("draining a graph that shows the present state asks which one that is, and for none behind it")
    func drainsAtRest() {
        let (node, session) = world.gauge()
        let (runtime, seen) = watch(session)
        world.executor.runUntilIdle()
        let before = node.faults.calls(.states)
        #expect(world.perform { await runtime.shutdown(.drain) })
        #expect(node.faults.calls(.states) == before + 1 && seen.elements == [[]])
        #expect(node.end(session))
    }

    @Test("cancelling a graph that drains asks the host for the end of no further action")
    func cancelsDrain() {
        let (node, session) = world.gauge()
        let (runtime, _) = watch(session)
        for number in 1...4 { runtime.send(.measure(Double(number))) }
        world.executor.start { await runtime.shutdown(.drain) }
        #expect(node.faults.calls(.finish) == 1)
        #expect(world.perform { await runtime.shutdown(.cancel) })
        #expect(node.faults.calls(.finish) == 1)
        #expect(node.end(session))
    }

    @Test("draining the graph ends when the host is lost, before or meanwhile", arguments: [true, false])
    func drainsLost(isLostBefore: Bool) throws {
        let (node, session) = try world.journal()
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        #expect(world.perform { for await _ in runtime.states() { break } })
        world.network.end(0)
        if isLostBefore { session.hostEnded() }
        runtime.send(.note(1))
        let isOver = Slot<Bool>()
        world.executor.start {
            await runtime.shutdown(.drain)
            isOver.value = true
        }
        if !isLostBefore { session.hostEnded() }
        #expect(world.run(for: .seconds(2)) { isOver.value == true })
        #expect(world.end(session, node))
    }

    @Test("cancelling the graph leaves nothing behind, and the remote runtime goes on")
    func cancels() throws {
        let (node, session) = try world.journal()
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        runtime.send(.note(1))
        world.run(atMost: .milliseconds(100))
        #expect(world.perform { await runtime.shutdown(.cancel) })
        #expect(world.result { await node.runtime.deliver(.note(2)).outcome } == .accepted)
        #expect(world.end(session, node))
    }
}
