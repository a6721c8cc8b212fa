import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("What a session survives, and what it tells", .timeLimit(.hang))
struct SessionLossTests {
    private let world = World()
    private let longLease = HostLimits(lease: .seconds(1_000), wait: .milliseconds(400))

    @Test("a host that is let go of is not called for longer than a call may take, also after the end of the session")
    func lettingGo() {
        let (isOver, silence) = (Record<Bool>(), Latch())
        let link = RuntimeLink<Int, Int>.nowhere.replacing(close: { _ in
            await silence.wait()
            isOver.append(Task.isCancelled)
        })
        let session = RemoteSession(link, clock: world.clock, executor: world.executor)
        session.storage.letGo(SessionID(number: 1), at: link)
        world.executor.runUntilIdle()
        session.end()
        world.executor.runUntilIdle()
        world.clock.advance(by: .seconds(10))
        world.executor.runUntilIdle()
        #expect(isOver.elements == [true])
        // One that replies leaves nothing behind.
        silence.open()
        session.storage.letGo(SessionID(number: 2), at: link)
        world.executor.runUntilIdle()
        #expect(isOver.elements == [true, false] && world.clock.sleeperCount == 0)
    }

    @Test("the limit of a call goes with it: the task for limits ends when the first one would have been reached")
    func limitsOfCalls() {
        let session = world.session(RuntimeLink<Int, Int>.nowhere)
        for _ in 1...2 {
            #expect(world.perform { _ = await session.storage.probe(SessionID(number: 1)) })
            world.clock.advance(by: .seconds(1))
            world.executor.runUntilIdle()
        }
        #expect(world.clock.sleeperCount == 0)
        session.end()
        world.executor.runFreely()
    }

    @Test("a failure after a long silence in which nothing was asked does not lose the host")
    func idles() {
        let (node, session) = world.gauge(limits: longLease)
        #expect(world.perform { await session.deliver(.add(1)) })
        world.executor.task { try? await world.clock.sleep(for: .seconds(61)) }
        world.run()
        node.faults.fail(.deliver, times: 1)
        let task = session.send(.add(2))
        world.run { task.outcome != .undecided }
        #expect(task.outcome == .decided(.accepted))
        let epoch = node.runtime.epoch
        #expect(node.events.elements == [.opened(epoch), .failing("deliver is not connected")])
        #expect(node.end(session))
    }

    @Test("nor does a failure long after another one, if nothing was asked meanwhile")
    func idlesAfterFailure() {
        let (node, session) = world.gauge(limits: longLease)
        node.faults.fail(.open, times: 1)
        let asking = world.executor.start { _ = try? await session.state }
        asking.cancel()
        world.executor.runUntilIdle()
        #expect(node.faults.calls(.open) == 1 && session.status == .idle)
        world.executor.task { try? await world.clock.sleep(for: .seconds(61)) }
        world.run()
        node.faults.fail(.open, times: 1)
        let task = session.send(.add(1))
        world.run { task.outcome != .undecided || session.status == .lost }
        #expect(task.outcome == .decided(.accepted))
        #expect(!node.events.elements.contains(.lost))
        #expect(node.end(session))
    }

    @Test("the observer is told when the host is lost, and the status says so")
    func tells() {
        let (node, session) = world.gauge()
        #expect(session.status == .idle)
        #expect(world.perform { await session.deliver(.add(1)) })
        #expect(session.status == .open)
        for call in [LinkCall.deliver, .open, .finish] { node.faults.fail(call, times: .max) }
        let task = session.send(.add(2))
        #expect(world.run(atMost: .seconds(100)) { session.status == .lost })
        // The patience is that of the delivery, and not of the other calls that it leads to.
        #expect(task.outcome == .unknown && world.clock.now.offset < world.options.patience + .seconds(2))
        let epoch = node.runtime.epoch
        #expect(
            // An attempt to open again, under way at that moment, may fail after it.
            Array(node.events.elements.prefix(4)) == [
                .opened(epoch), .failing("deliver is not connected"), .lost, .undelivered(.unknown),
            ])
        for call in [LinkCall.deliver, .open, .finish] { node.faults.fail(call, times: call == .open ? 1 : 0) }
        session.reconnect(to: node.link())
        // Another failure is the first one of this host.
        #expect(world.perform { await session.deliver(.add(3)) })
        #expect(node.events.elements.last == .opened(epoch))
        #expect(node.end(session))
        #expect(session.status == .ended && node.events.elements.last == .ended)
    }

    enum Way: CaseIterable, Sendable {
        case expired, reconnected, lost
    }

    @Test(
        "an event is cancelled also after its session has ended, or the same host was reconnected to",
        arguments: Way.allCases)
    func cancels(way: Way) {
        let (node, session) = world.gauge()
        let task = session.send(.measure(1))
        world.run(atMost: .seconds(1)) { task.outcome != .undecided }
        switch way {
        case .expired:
            world.run(atMost: .seconds(10))
            #expect(node.host.counters.expired == 1)
        case .reconnected: session.reconnect(to: node.link())
        case .lost: session.hostEnded()
        }
        task.cancel()
        world.run(atMost: .seconds(11))
        if way == .lost {
            session.reconnect(to: node.link())
            world.run(atMost: .seconds(12))
        }
        #expect(task.outcome == .decided(.effectsCancelled))
        #expect(world.result { await task.finish() } == true)
        #expect(node.end(session))
    }

    @Test("an event is cancelled by one task, however often that is asked while the host is lost")
    func cancelsOnce() {
        let (node, session) = world.gauge()
        let task = session.send(.measure(1))
        world.run(atMost: .seconds(1)) { task.outcome != .undecided }
        session.hostEnded()
        for _ in 1...100 { task.cancel() }
        world.executor.runUntilIdle()
        session.reconnect(to: node.link())
        #expect(world.perform { await task.finish() })
        #expect(task.outcome == .decided(.effectsCancelled))
        #expect(node.faults.calls(.cancel) == 1)
        // It is known to be over.
        let calls = node.faults.calls
        task.cancel()
        #expect(world.perform { await task.finish() })
        #expect(node.faults.calls == calls)
        #expect(node.end(session))
    }

    @Test("an event is cancelled with the task that waits for its end")
    func cancelsWithWaiter() {
        let (node, session) = world.gauge()
        let task = session.send(.measure(1))
        world.run(atMost: .seconds(1)) { task.outcome != .undecided }
        let ends = Record<Bool>()
        let waiting = world.executor.start { ends.append(await task.finish()) }
        #expect(ends.elements.isEmpty)
        waiting.cancel()
        world.executor.runUntilIdle()
        #expect(ends.elements == [false])
        world.run(atMost: .seconds(2)) { task.outcome != .decided(.accepted) }
        #expect(task.outcome == .decided(.effectsCancelled))
        #expect(node.end(session))
    }

    @Test("what has become of an event so far is known before it is over")
    func soFar() {
        let node = GaugeHost(in: world)
        let link: GaugeLink = node.link()
        let (calls, gate) = (Record<Duration>(), Latch())
        let session = world.session(
            link.replacing(finish: { _, _, limit in
                calls.append(limit)
                if calls.elements.count == 1 { return .underWay(.effectsCancelled) }
                await gate.wait()
                return .over(nil)
            }))
        let (task, ends) = (session.send(.add(1)), Record<Bool>())
        world.executor.start { ends.append(await task.finish()) }
        #expect(task.outcome == .decided(.effectsCancelled) && ends.elements.isEmpty)
        gate.open()
        world.executor.runUntilIdle()
        #expect(task.outcome == .decided(.effectsCancelled) && ends.elements == [true])
        #expect(node.end(session))
    }

    @Test("finish waits for an event after its session has ended")
    func finishes() {
        let (node, session) = world.gauge()
        let task = session.send(.measure(1))
        world.run(atMost: .seconds(10))
        #expect(node.host.counters.expired == 1)
        #expect(world.result { await task.finish() } == true)
        #expect(world.clock.now.offset >= .seconds(100))
        #expect(node.end(session))
    }

    @Test("no rejected action is told as accepted, however few outcomes the host keeps", arguments: [1, 2, 3])
    func rejects(outcomes: Int) {
        let (node, session) = world.gauge(limits: HostLimits(lease: .seconds(100), outcomes: outcomes))
        #expect(world.perform { await node.runtime.shutdown(.drain) })
        let tasks = (1...8).map { session.send(.add(Double($0))) }
        let begin = world.clock.now
        world.run { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(Set(tasks.map(\.outcome)) == [.decided(.rejected(.shutDown))])
        #expect(world.clock.now == begin)
        #expect(node.end(session))
    }

    @Test("a reader whose end the host was not told does not keep others out", arguments: [1, Int.max])
    func leaves(losses: Int) {
        let (node, session) = world.gauge(limits: HostLimits(lease: .seconds(3), wait: .milliseconds(400), readers: 2))
        let states = Record<Gauge.DomainState?>()
        #expect(
            world.perform {
                for _ in 1...6 {
                    node.faults.fail(.unsubscribe, times: losses)
                    states.append(try? await session.state)
                }
            })
        #expect(states.elements == Array(repeating: Gauge.DomainState(), count: 6))
        #expect(world.clock.now.offset < (losses == 1 ? .seconds(3) : .seconds(30)))
        #expect(session.status == .open)
        #expect(node.end(session))
    }

    @Test("limits that do not fit together neither lose a quiet host nor end a session that waits")
    func limits() {
        let (node, session) = world.gauge(
            limits: HostLimits(lease: .seconds(1)), options: SessionOptions(call: .milliseconds(800)))
        let seen = Record<Int>()
        world.executor.task { for await state in session.states() { seen.append(state.values.count) } }
        world.run(atMost: .seconds(200))
        #expect(session.status == .open)
        #expect(node.host.counters.opened == 1 && node.host.counters.expired == 0)
        let task = session.send(.measure(1))
        #expect(world.result { await task.finish() } == true)
        #expect(world.run(atMost: .seconds(400)) { seen.elements.last == 1 })
        #expect(node.end(session))
    }

    @Test("a bound that is not positive is reported, with its place, and the nearest usable one takes its place")
    func bounds() {
        let reports = Record<Diagnostic>()
        let hook = Diagnostics { reports.append($0) }
        let options = Diagnostics.$local.withValue(hook) {
            SessionOptions(queue: 0, retry: .seconds(-1), fileID: "Module/File.swift", line: 76)
        }
        #expect(options.queue == 1 && options.retry == .milliseconds(1) && options.batch == 256)
        let limits = Diagnostics.$local.withValue(hook) {
            HostLimits(lease: .zero, readers: -2, fileID: "Module/File.swift", line: 77)
        }
        #expect(limits.lease == .milliseconds(1) && limits.readers == 1 && limits.stall == .seconds(10))
        #expect(
            reports.elements.map(\.kind) == [.invalidCapacity, .negativeDuration, .negativeDuration, .invalidCapacity])
        #expect(reports.elements.map(\.line) == [76, 76, 77, 77])
        #expect(reports.elements.allSatisfy { $0.fileID == "Module/File.swift" })
        #expect(reports.elements.first?.message == "The option queue of a session is 0, which is below 1; 1 is used")
        #expect(
            reports.elements.dropFirst(2).first?.message
                == "The limit lease of a host is 0.0 seconds, which is not positive; 0.001 seconds is used")
    }

    @Test("so is a bound that is set later")
    func laterBounds() {
        let reports = Record<Diagnostic>()
        let (options, limits) = Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            var (options, limits) = (SessionOptions.default, HostLimits.default)
            options.batch = 0
            options.patience = .zero
            limits.states = -1
            limits.wait = .seconds(-1)
            limits.stall = .seconds(1)
            return (options, limits)
        }
        #expect(options == SessionOptions(batch: 1, patience: .milliseconds(1)))
        #expect(limits == HostLimits(wait: .milliseconds(1), stall: .seconds(1), states: 1))
        #expect(
            reports.elements.map(\.kind) == [.invalidCapacity, .negativeDuration, .invalidCapacity, .negativeDuration])
        #expect(reports.elements.allSatisfy { $0.line == nil })
    }
}
