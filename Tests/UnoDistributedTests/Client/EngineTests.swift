import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("An engine with time-outs and errors of its own", .timeLimit(.hang))
struct EngineTests {
    private let world = World()
    /// As that of the engine.
    private let timeout = Duration.seconds(5)
    private static let longWaits = HostLimits(lease: .seconds(10_000), wait: .seconds(10_000))
    private static let longerWaits = SessionOptions(
        wait: .seconds(1_500), call: .seconds(3_000), patience: .seconds(15))

    // MARK: Time-outs

    @Test(
        "actions that wait for room for minutes are delivered, also where the client's waits exceed the time-out",
        arguments: [
            (HostLimits(), SessionOptions()), (HostLimits(), SessionOptions(wait: .seconds(10), call: .seconds(30))),
            (longWaits, longerWaits),
        ])
    func fullMailbox(limits: HostLimits, options: SessionOptions) {
        let node = GaugeHost(in: world, limits: limits, mailbox: .suspend(capacity: 1), timeout: timeout)
        let session: GaugeSession = node.session(options: options, .own)
        // Takes nothing: the runtime handles one action, and the mailbox has room for one more.
        var slow = Optional(node.runtime.states(.bounded(1)))
        let tasks = (1...6).map { session.send(.add(Double($0))) }
        world.run(for: .seconds(300))
        #expect(tasks.filter { $0.outcome == .undecided }.count >= 3)
        let undelivered = node.events.elements.filter { if case .undelivered = $0 { true } else { false } }
        #expect(undelivered.isEmpty)
        slow = nil
        _ = slow
        world.run(for: .seconds(60)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(tasks.map(\.outcome) == Array(repeating: .decided(.accepted), count: 6))
        #expect(world.state(of: session)?.values == [1, 2, 3, 4, 5, 6])
        #expect(session.status == .open && node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test("a batch waits at the host for as long as its client asks, and no longer than the host allows")
    func waitsAsAsked() {
        let limits = HostLimits(wait: .seconds(5))
        let node = GaugeHost(in: world, limits: limits, mailbox: .suspend(capacity: 1))
        let slow = node.runtime.states(.bounded(1))
        let waits = Record<Duration>()
        let isDone = world.perform { [world] in
            guard let id = await node.host.opened() else { return }
            for limit in [Duration.zero, .seconds(2), .seconds(60), .seconds(-1), .seconds(1)] {
                let begin = world.clock.now
                let actions = (1...6).map { Gauge.Action.add(Double($0)) }
                let batch = ActionBatch(session: id, first: 1, actions: actions, limit: limit)
                let reply = await node.host.deliver(batch)
                // What there is room for is taken, whatever the limit.
                #expect(reply.status == .busy && (2...6).contains(reply.next))
                waits.append(begin.duration(to: world.clock.now))
            }
        }
        #expect(isDone)
        #expect(waits.elements == [.zero, .seconds(2), .seconds(5), .zero, .seconds(1)])
        withExtendedLifetime(slow) {}
        #expect(node.end())
    }

    @Test(
        "a time-out never makes an action unsendable: neither the client's own nor the system's",
        arguments: [true, false])
    func timeOuts(isOwn: Bool) {
        let node = GaugeHost(in: world)
        let link: GaugeLink = node.link()
        let isSlow = Slot<Bool>()
        let session = world.session(
            link.replacing(
                deliver: { [world] batch in
                    if isSlow.value == true, !batch.actions.isEmpty {
                        if isOwn { try await world.clock.sleep(for: .seconds(1_000)) }
                        throw LinkError(description: "time-out")
                    }
                    return try await link.deliver(batch)
                },
                classify: classifyWrapped
            ))
        #expect(world.perform { await session.deliver(.add(0)) })
        isSlow.value = true
        let tasks = [1, 2, 3].map { session.send(.add($0)) }
        world.run(for: .seconds(300))
        #expect(tasks.allSatisfy { $0.outcome == .undecided })
        #expect(session.status == .open && node.host.counters.opened == 1)
        isSlow.value = false
        world.run(for: .seconds(3)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) })
        #expect(node.end(session))
    }

    @Test(
        "an idle reader is told of no gap, and an event is waited for, although waits exceed the time-out",
        arguments: [Duration.milliseconds(200), .milliseconds(20), .milliseconds(2), .seconds(5)])
    func idle(timeout: Duration) {
        let isLong = timeout == self.timeout
        let (node, session) = world.gauge(
            limits: isLong ? Self.longWaits : nil, options: isLong ? Self.longerWaits : nil, timeout: timeout)
        let seen = world.read(session)
        // Twenty leases, or a hundred.
        world.run(for: .seconds(Scale.chosen(300, least: 60)))
        node.runtime.send(.add(1))
        world.run(for: .seconds(10)) { seen.elements.count == 2 }
        #expect(seen.elements.map(\.isGap) == [false, false] && seen.elements.last?.state.values == [1])
        #expect(!node.events.elements.contains(.skipped))
        #expect(session.status == .open && node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test(
        "the end of a long event is waited for although waits exceed the time-out, and the host is not lost meanwhile")
    func longEvent() {
        let (node, session) = world.gauge(limits: HostLimits(lease: .seconds(1_000)), timeout: .milliseconds(200))
        let ends = Record<Bool>()
        world.executor.task { ends.append(await session.deliver(.measure(1)).finish()) }
        world.run(for: .seconds(110)) { !ends.elements.isEmpty }
        #expect(ends.elements == [true])
        #expect(!node.events.elements.contains(.lost))
        #expect(node.end(session))
    }

    // MARK: Errors

    @Test("what the classifier calls final is left out at once, and the host has handled the others once")
    func classified() {
        let node = GaugeHost(in: world)
        let session: LaterSession = node.session(.wrapped)
        let actions: [Gauge.Later.Action] = [
            .add(1), .add(.nan), .add(2), .convert("K"), .convert("C"), .add(3), .add(.infinity),
        ]
        let tasks = actions.map { session.send($0) }
        world.run(for: .seconds(1)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(
            tasks.map(\.outcome) == [
                .decided(.accepted), .unsendable, .decided(.accepted), .unsendable, .unsendable, .decided(.accepted),
                .unsendable,
            ])
        #expect(world.clock.now.offset == .zero)
        #expect(world.state(of: session)?.values == [1, 2, 3])
        #expect(node.host.counters.taken == 3 && session.status == .open)
        #expect(node.end(session))
    }

    @Test("an action that the host has taken is accepted although its error is called final")
    func misclassified() {
        let (node, session) = world.gauge(.wrapped)
        node.faults.loseReply(to: .deliver, times: 3)
        let tasks = (1...4).map { session.send(.add(Double($0))) }
        world.run(for: .seconds(1)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(tasks.allSatisfy { $0.outcome == .decided(.accepted) })
        #expect(world.state(of: session)?.values == [1, 2, 3, 4])
        #expect(node.end(session))
    }

    @Test("a session classifies the errors of the actor that it is reconnected to as before")
    func reconnected() throws {
        let node = HostNode(0, in: world)
        let remote = try RemoteJournal.resolve(id: node.remote.id, using: world.network.node(1))
        let texts = Record<String>()
        let session = world.session(
            RuntimeLink(remote) { error in
                texts.append("\(error)")
                return .transient
            })
        session.reconnect(to: remote)
        world.network.end(0)
        session.send(.note(1))
        world.run(for: .seconds(2))
        #expect(texts.elements.first == "time-out")
        #expect(world.end(session, node))
    }

    @Test("by default, the errors of coders are final, a cancellation is transient, and others are unclear")
    func defaults() {
        let path = EncodingError.Context(codingPath: [], debugDescription: "")
        let errors: [(any Error, CallFailure)] = [
            (EncodingError.invalidValue(1, path), .final),
            (DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")), .final),
            (UndecodableCall("an action"), .final), (CancellationError(), .transient), (SerializationError(), .unclear),
        ]
        for (error, failure) in errors { #expect(CallFailure(error) == failure, "\(error)") }
    }

    // MARK: States

    @Test(
        "the present state, if it cannot cross, is not waited for: the error says so or calls have failed for long",
        arguments: [(Errors.coders, true), (.wrapped, true), (.own, false)])
    func unreadable(errors: Errors, isTold: Bool) {
        let (node, session) = world.gauge(errors)
        #expect(world.perform { await session.deliver(.divideByZero) })
        let begin = world.clock.now
        let reasons = Record<String>()
        world.executor.task {
            do throws(UnreadableState) {
                _ = try await session.state
            } catch {
                reasons.append(error.description)
            }
        }
        world.run(for: .seconds(60)) { !reasons.elements.isEmpty }
        let expected =
            switch errors {
            case .coders, .telling: "invalidValue"
            case .wrapped: "SerializationError()"
            case .own: "hidden"
            }
        #expect(reasons.elements.count == 1 && reasons.elements.first?.contains(expected) == true)
        let time = begin.duration(to: world.clock.now)
        let patience = world.options.patience
        #expect(isTold ? time <= .milliseconds(50) : time >= patience / 2 && time < patience)
        #expect(session.status == .open)
        #expect(world.perform { await session.deliver(.clear) })
        #expect(world.state(of: session)?.values == [])
        #expect(node.end(session))
    }

    @Test("a stream skips a state whose error is final at once, and tells of the gap")
    func skipsAtOnce() {
        let (node, session) = world.gauge(.wrapped)
        let seen = world.read(session)
        world.run { seen.elements.count == 1 }
        #expect(world.perform { for action in [Gauge.Action.add(1), .divideByZero] { node.runtime.send(action) } })
        world.run(for: .seconds(60))
        #expect(seen.elements.map(\.state.values) == [[], [1]])
        #expect(node.events.elements.filter { $0 == .skipped }.count == 1)
        let begin = world.clock.now
        session.send(.clear)
        world.run(for: .seconds(60)) { seen.elements.count == 3 }
        #expect(seen.elements.map(\.isGap) == [false, false, true] && seen.elements.last?.state.values == [])
        #expect(begin.duration(to: world.clock.now) <= .seconds(1))
        #expect(session.status == .open && node.host.counters.opened == 1)
        #expect(node.end(session))
    }

    @Test(
        "draining a graph with a remote part ends although the present state cannot cross", .misuse,
        arguments: [Errors.coders, .own])
    func drains(errors: Errors) {
        let (node, session) = world.gauge(errors)
        let runtime = Runtime(Interactors.Remote(session), executor: .on(world.executor), clock: world.clock)
        let seen = Record<[Double]>()
        world.executor.task { for await state in runtime.states(.unbounded) { seen.append(state.values) } }
        world.run { seen.elements.count == 1 }
        let isOver = Slot<Bool>()
        world.executor.task {
            await runtime.deliver(.divideByZero)
            await runtime.shutdown(.drain)
            isOver.value = true
        }
        world.run(for: .seconds(100)) { isOver.value == true }
        #expect(isOver.value == true)
        #expect(seen.elements == [[]])
        #expect(node.end(session))
    }
}
