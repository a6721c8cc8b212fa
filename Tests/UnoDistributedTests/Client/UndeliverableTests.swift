import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("What cannot cross", .timeLimit(.hang))
struct UndeliverableTests {
    private let world = World()

    @Test(
        "an action that the host cannot decode is left out, the others are delivered, and the session goes on",
        arguments: [true, false], [true, false])
    func unknownCase(isRead: Bool, isAlone: Bool) {
        let node = GaugeHost(in: world)
        let session: LaterSession = node.session(.own)
        let seen = Record<Int>()
        if isRead {
            world.executor.task { for await state in session.states(.bounded(4)) { seen.append(state.values.count) } }
        }
        let actions: [Gauge.Later.Action] =
            isAlone ? [.convert("K")] : [.add(1), .add(2), .convert("K"), .add(3), .add(4)]
        let tasks = actions.map { session.send($0) }
        #expect(world.run(atMost: .seconds(100)) { tasks.allSatisfy { $0.outcome != .undecided } })
        for (action, task) in zip(actions, tasks) {
            #expect(task.outcome == (action == .convert("K") ? .unsendable : .decided(.accepted)), "\(action)")
        }
        #expect(node.host.counters.taken == actions.count - 1)
        #expect(session.status == .open)
        #expect(!node.events.elements.contains(.lost))
        #expect(node.events.elements.filter { $0 == .undelivered(.unsendable) }.count == 1)
        #expect(node.events.elements.filter { $0 == .failing("hidden") }.count <= 2)
        if isRead { #expect(world.run(atMost: .seconds(110)) { seen.elements.last == actions.count - 1 }) }
        #expect(node.end(session))
    }

    @Test(
        "an action that cannot be encoded, or of which the system tells that the host cannot decode it, is left out at once",
        arguments: [Errors.coders, .telling], [true, false])
    func leftOutAtOnce(errors: Errors, isLate: Bool) {
        let node = GaugeHost(in: world)
        let session: LaterSession = node.session(errors)
        #expect(world.perform { await session.deliver(.add(0)) })
        // The first attempt fails otherwise.
        if isLate { node.faults.fail(.deliver, times: 1) }
        let actions: [Gauge.Later.Action] =
            errors == .telling
            ? [.add(1), .convert("K"), .add(2), .convert("C"), .convert("F"), .add(3)] : [.add(1), .add(.nan), .add(2)]
        let tasks = actions.map { session.send($0) }
        let begin = world.clock.now.offset
        #expect(world.run(atMost: .seconds(100)) { tasks.allSatisfy { $0.outcome != .undecided } })
        let values = (0...(errors == .telling ? 3 : 2)).map(Double.init)
        let accepted = RemoteOutcome.decided(.accepted)
        let outcomes = [accepted, .unsendable, accepted, .unsendable, .unsendable, accepted]
        #expect(tasks.map(\.outcome) == Array(outcomes.prefix(actions.count)))
        #expect(world.clock.now.offset - begin <= (isLate ? .milliseconds(20) : .zero))
        #expect(world.state(of: session)?.values == values)
        #expect(session.status == .open)
        #expect(node.end(session))
    }

    @Test("an action is not given up while other calls fail as well")
    func patient() {
        let (node, session) = world.gauge()
        // A reader, so that the host does not count as lost.
        world.executor.task { for await _ in session.states() {} }
        for call in [LinkCall.deliver, .finish] { node.faults.fail(call, times: .max) }
        let task = session.send(.add(1))
        world.run(atMost: .seconds(60))
        #expect(task.outcome == .undecided && session.status == .open)
        // Nor after one call that does not fail.
        node.faults.fail(.finish, times: 0)
        node.faults.onNext(.finish) { node.faults.fail(.deliver, times: 0) }
        world.run(atMost: .seconds(64)) { task.outcome != .undecided }
        #expect(task.outcome == .decided(.accepted))
        // But after as many in a row as there are doubts.
        for call in [LinkCall.deliver, .finish] { node.faults.fail(call, times: .max) }
        let other = session.send(.add(2))
        world.run(atMost: .seconds(130))
        #expect(other.outcome == .undecided)
        let probes = node.faults.calls(.finish)
        node.faults.fail(.finish, times: 0)
        world.run(atMost: .seconds(160)) { other.outcome != .undecided }
        #expect(other.outcome == .unsendable && node.faults.calls(.finish) - probes == SessionOptions.doubts)
        #expect(node.end(session))
    }

    @Test("actions that cannot be encoded do not lose a host that nothing else is asked of")
    func losesNothing() {
        let (node, session) = world.gauge(limits: HostLimits(lease: .seconds(1_000), wait: .milliseconds(400)))
        #expect(world.perform { await session.deliver(.add(0)) })
        for _ in 1...20 {
            let task = session.send(.add(.nan))
            world.run { task.outcome != .undecided }
            #expect(task.outcome == .unsendable)
            world.executor.task { try? await world.clock.sleep(for: .seconds(4)) }
            world.run()
        }
        #expect(session.status == .open && node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test("an action that was cancelled while another one could not be encoded is taken back, and not sent")
    func takesBack() {
        let (node, session) = world.gauge()
        let tasks = [Gauge.Action.add(.nan), .add(1), .add(2), .add(3)].map { session.send($0) }
        node.faults.onNext(.deliver) { tasks[3].cancel() }
        #expect(world.run(atMost: .seconds(100)) { tasks.allSatisfy { $0.outcome != .undecided } })
        #expect(tasks[3].outcome == .decided(.cancelled))
        #expect(node.host.counters.taken == 2)
        #expect(node.end(session))
    }

    @Test(
        "a state that cannot cross is skipped, and told as a gap; actions and other readers go on",
        arguments: [Errors.coders, .own])
    func stateNotANumber(errors: Errors) {
        let (node, session) = world.gauge(errors)
        let seen = world.read(session)
        world.run { seen.elements.count == 1 }
        #expect(world.perform { await session.deliver(.divideByZero) })
        world.run(atMost: .seconds(60))
        #expect(session.status == .open)
        #expect(node.events.elements.contains(.skipped))
        let task = session.send(.clear)
        #expect(world.run(atMost: .seconds(70)) { seen.elements.count == 2 })
        #expect(task.outcome == .decided(.accepted))
        #expect(seen.elements.map(\.isGap) == [false, true])
        #expect(seen.elements.last?.state.values == [])
        #expect(!node.events.elements.contains(.lost))
        #expect(node.end(session))
    }

    @Test("a state that cannot cross is told as a gap to a reader that begins with it, too")
    func firstNotANumber() {
        let (node, session) = world.gauge()
        #expect(world.perform { await session.deliver(.divideByZero) })
        let seen = world.read(session)
        world.run(atMost: .seconds(60)) { node.events.elements.contains(.skipped) }
        let tasks = [session.send(.clear), session.send(.add(1))]
        #expect(world.run(atMost: .seconds(70)) { seen.elements.last?.state.values == [1] })
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) })
        #expect(seen.elements.first?.isGap == true)
        #expect(seen.elements.dropFirst().allSatisfy { !$0.isGap })
        #expect(node.end(session))
    }

    @Test(
        "a state that comes late because no call got through for a time is not skipped, nor if some did",
        arguments: [false, true])
    func outage(isInterrupted: Bool) {
        let (node, session) = world.gauge()
        let seen = world.read(session, .latest)
        world.run { seen.elements.count == 1 }
        // The lease is renewed: the host does not count as lost.
        for call in [LinkCall.states, .finish] { node.faults.fail(call, times: .max) }
        world.run(for: .seconds(1))
        node.runtime.send(.add(1))
        world.run(for: .seconds(10))
        if isInterrupted {
            let count = node.faults.calls(.finish)
            node.faults.fail(.finish, times: 0)
            world.run(atMost: .seconds(60)) { node.faults.calls(.finish) == count + 4 }
            node.faults.fail(.finish, times: 1)
            world.run(atMost: .seconds(60)) { node.faults.calls(.finish) == count + 5 }
        }
        // Another call gets through first.
        let tries = node.faults.calls(.states)
        node.faults.onNext(.finish) { for call in [LinkCall.states, .finish] { node.faults.fail(call, times: 0) } }
        world.run(for: .seconds(10)) { seen.elements.count == 2 }
        #expect(node.faults.calls(.states) - tries <= 3)
        #expect(seen.elements.map(\.isGap) == [false, false] && seen.elements.last?.state.values == [1])
        #expect(!node.events.elements.contains(.skipped))
        #expect(session.status == .open && node.host.counters.opened == 1)
        // It is skipped after as many others have got through as there are doubts.
        for call in [LinkCall.states, .finish] { node.faults.fail(call, times: .max) }
        world.run(for: .seconds(20))
        #expect(!node.events.elements.contains(.skipped))
        let probes = node.faults.calls(.finish)
        node.faults.fail(.finish, times: 0)
        world.run(for: .seconds(20)) { node.events.elements.contains(.skipped) }
        #expect(node.events.elements.contains(.skipped))
        #expect(node.faults.calls(.finish) - probes == SessionOptions.doubts)
        #expect(node.end(session))
    }

    @Test("the states before one that cannot cross arrive")
    func statesBefore() {
        let (node, session) = world.gauge()
        let seen = Record<[Double]>()
        let gate = Latch()
        world.executor.task {
            for await state in session.states(.bounded(8)) {
                seen.append(state.values)
                await gate.wait()
            }
        }
        world.run { seen.elements.count == 1 }
        #expect(
            world.perform {
                for action in [Gauge.Action.add(1), .add(2), .divideByZero, .clear] { node.runtime.send(action) }
            })
        gate.open()
        #expect(world.run(atMost: .seconds(100)) { seen.elements.last == [] && seen.elements.count > 1 })
        #expect(seen.elements == [[], [1], [1, 2], []])
        #expect(node.end(session))
    }

    @Test(
        "a version with one more optional field reads the earlier one's states, and the earlier one reads its actions")
    func oneMoreField() {
        let node = GaugeHost(in: world)
        let session: LaterSession = node.session()
        #expect(world.perform { await session.deliver(.add(1)) })
        #expect(world.state(of: session) == Gauge.Later.DomainState(values: [1], unit: nil))
        #expect(node.end(session))
    }
}
