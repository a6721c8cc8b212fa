import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

/// The number of an action is the size of its encoding, if that is not smaller.
@Suite("Actions that the session encodes", .timeLimit(.hang))
struct EncodedActionTests {

    /// What stands behind the link.
    enum Kind: CaseIterable { case runtime, group }

    /// Which side has a coding.
    enum Side: CaseIterable { case both, host, link, neither }

    private let world = World()
    private let faults = LinkFaults()
    private let events = Record<SessionEvent>()
    /// The numbers of the actions that the session has encoded.
    private let encoded = Record<Int>()
    /// The sizes of the actions in each batch that was sent; nil for one that the system encodes.
    private let sent = Record<[Int]?>()

    // MARK: Set-up

    private static func number(_ value: Any) -> Int? {
        if case .note(let number)? = value as? Journal.Action { number } else { nil }
    }

    private static func bytes(_ value: any Encodable) -> Int { number(value) ?? 0 }

    /// - Parameter bad: the numbers of actions that cannot be encoded.
    private func coding(bad: Set<Int> = []) -> TestCoding {
        TestCoding(bytes: Self.bytes) { [encoded] value in
            guard let number = Self.number(value) else { return }
            encoded.append(number)
            if bad.contains(number) { throw HostileError(description: "\(number) cannot be encoded") }
        }
    }

    /// - Parameter bad: the numbers of actions that cannot be decoded.
    private func hostCoding(bad: Set<Int> = []) -> TestCoding {
        TestCoding(decoding: { value in
            if let number = Self.number(value), bad.contains(number) {
                throw HostileError(description: "\(number) cannot be decoded")
            }
        })
    }

    /// A host on a node, a link to it from another node, and what ends the host.
    private struct Served: Sendable {
        let link: JournalLink
        let counters: @Sendable () -> HostCounters
        let end: @Sendable () async -> Void
    }

    private func serve(
        _ kind: Kind = .runtime, at node: Int = 0, host coding: TestCoding?, link linkCoding: TestCoding?,
        batchBytes: Int = 1_048_576
    ) throws -> Served {
        let (clock, executor, system) = (world.clock, world.executor, world.network.node(node))
        var limits = world.limits
        limits.batchBytes = batchBytes
        let make: @Sendable () -> JournalRuntime = {
            Runtime(Journal {}, mailbox: .suspend(capacity: 1_024), executor: .on(executor), clock: clock)
        }
        switch kind {
        case .runtime:
            let runtime = make()
            let host = RuntimeHost(runtime, coding: coding, limits: limits, clock: clock, executor: executor)
            let remote = RemoteJournal(host, actorSystem: system)
            let resolved = try RemoteJournal.resolve(id: remote.id, using: world.network.node(node + 1))
            return Served(link: RuntimeLink(resolved, coding: linkCoding)) {
                host.counters
            } end: {
                withExtendedLifetime(remote) { host.end() }
                await runtime.shutdown(.cancel)
            }
        case .group:
            let group = JournalGroup(clock: clock, executor: executor, save: { _, _ in }, make: { _ in make() })
            let host = JournalGroupHost(group, coding: coding, limits: limits, clock: clock, executor: executor)
            let remote = RemoteJournals(host, actorSystem: system)
            let resolved = try RemoteJournals.resolve(id: remote.id, using: world.network.node(node + 1))
            return Served(link: GroupLink(resolved, coding: linkCoding).runtime(of: "Anna")) {
                host.counters
            } end: {
                withExtendedLifetime(remote) { host.end() }
                _ = await group.shutdown(.cancel, within: .seconds(1))
            }
        }
    }

    /// The link, of which the test sees the batches.
    ///
    /// - Parameter told: the limit that the host is made to tell, other than its own.
    private func watched(_ link: JournalLink, told: Int? = nil) -> JournalLink {
        link.replacing(
            open: { request in
                let reply = try await link.open(request)
                guard let told, case .opened(let opening) = reply else { return reply }
                return .opened(
                    .init(
                        session: opening.session, epoch: opening.epoch, lease: opening.lease, batchBytes: told,
                        previous: opening.previous))
            },
            deliver: { [faults, sent] batch in
                if batch.count > 0 { sent.append(batch.texts?.map(\.utf8.count)) }
                try faults.check(.deliver)
                let reply = try await link.deliver(batch)
                try faults.checkReply(to: .deliver)
                return reply
            })
    }

    private func session(_ link: JournalLink, batch: Int = 256, batchBytes: Int = 1_000) -> JournalSession {
        var options = world.options
        (options.queue, options.batch, options.batchBytes) = (1_024, batch, batchBytes)
        return world.session(link, options: options) { [events] in events.append($0) }
    }

    /// Sends all of these at once, and runs until they are decided; returns what became of them.
    private func send(_ numbers: some Sequence<Int>, to session: JournalSession) -> [RemoteOutcome] {
        let tasks = numbers.map { session.send(.note($0)) }
        world.run(for: .seconds(60)) { tasks.allSatisfy { $0.outcome != .undecided } }
        return tasks.map(\.outcome)
    }

    /// What the runtime has handled, or why its state cannot be read.
    private func entries(_ session: JournalSession) -> Result<[Int], UnreadableState>? {
        world.result { () async -> Result<[Int], UnreadableState> in
            do throws(UnreadableState) {
                return .success(try await session.state?.entries ?? [])
            } catch {
                return .failure(error)
            }
        }
    }

    private func end(_ session: JournalSession, _ served: Served...) {
        session.end()
        world.perform { for host in served { await host.end() } }
        world.run()
        #expect(world.clock.sleeperCount == 0)
        world.executor.runFreely()
    }

    private var unsendable: Int { events.elements.filter { $0 == .undelivered(.unsendable) }.count }

    // MARK: Batches

    @Test("go in batches that have no more bytes than the limit, in order, each encoded once", arguments: Kind.allCases)
    func burst(kind: Kind) throws {
        let served = try serve(kind, host: hostCoding(), link: coding())
        let session = session(watched(served.link))
        let numbers = Array(100..<400)
        #expect(send(numbers, to: session).allSatisfy { $0 == .decided(.accepted) })
        let batches = sent.elements.compactMap { $0 }
        #expect(batches.count == sent.elements.count && batches.flatMap { $0 } == numbers)
        #expect(batches.allSatisfy { $0.reduce(0, +) <= 1_000 })
        // None is smaller than it has to be.
        for (batch, next) in zip(batches, batches.dropFirst()) { #expect(batch.reduce(0, +) + next[0] > 1_000) }
        #expect(encoded.elements == numbers)
        #expect(entries(session) == .success(numbers))
        end(session, served)
    }

    @Test("go alone if they are larger than the limit; fewer go together than the number that may")
    func alone() throws {
        let served = try serve(host: hostCoding(), link: coding())
        let session = session(watched(served.link), batch: 3)
        let numbers = [200, 300, 5_000, 400, 600, 1_000, 100, 101, 102, 103]
        #expect(send(numbers, to: session).allSatisfy { $0 == .decided(.accepted) })
        #expect(sent.elements == [[200, 300], [5_000], [400, 600], [1_000], [100, 101, 102], [103]])
        #expect(encoded.elements == numbers && entries(session) == .success(numbers))
        end(session, served)
    }

    @Test("are not encoded again if they are sent again", arguments: Kind.allCases)
    func again(kind: Kind) throws {
        let served = try serve(kind, host: hostCoding(), link: coding())
        let session = session(watched(served.link))
        faults.fail(.deliver, times: 3)
        faults.loseReply(to: .deliver, times: 2)
        let numbers = Array(100..<140)
        #expect(send(numbers, to: session).allSatisfy { $0 == .decided(.accepted) })
        #expect(sent.elements.prefix(5).allSatisfy { $0?.first == 100 } && sent.elements.count > 9)
        #expect(encoded.elements == numbers && entries(session) == .success(numbers))
        #expect(served.counters().taken == 40 && served.counters().opened == 1)
        end(session, served)
    }

    @Test("that do not go yet can be taken back")
    func takenBack() throws {
        let served = try serve(host: hostCoding(), link: coding())
        let session = session(watched(served.link))
        let tasks = (400..<410).map { session.send(.note($0)) }
        let outcomes = Record<RemoteOutcome>()
        faults.onNext(.deliver) {
            for task in tasks[2...3] {
                task.cancel()
                outcomes.append(task.outcome)
            }
        }
        world.run(atMost: .seconds(60)) { tasks.allSatisfy { $0.outcome != .undecided } }
        #expect(outcomes.elements == [.decided(.cancelled), .decided(.cancelled)])
        #expect(entries(session) == .success([400, 401, 404, 405, 406, 407, 408, 409]))
        #expect(encoded.elements.filter { $0 == 403 }.isEmpty)
        end(session, served)
    }

    @Test("are encoded by the system for a host that has no coding, also if the last one had")
    func reconnected() throws {
        let first = try serve(host: hostCoding(), link: coding())
        let second = try serve(at: 10, host: nil, link: nil)
        let session = session(watched(first.link))
        // A call that does not end before the host is lost.
        faults.onNext(.deliver) {
            session.hostEnded()
            session.reconnect(to: watched(second.link))
        }
        // The last one has been encoded for the first host.
        #expect(send([400, 401, 402], to: session) == [.unknown, .unknown, .decided(.accepted)])
        #expect(sent.elements == [[400, 401], nil])
        #expect(encoded.elements == [400, 401, 402])
        #expect(entries(session) == .success([402]))
        end(session, first, second)
    }

    // MARK: What cannot cross

    @Test(
        "that are larger than the host takes are left out at once, with their size and the limit",
        arguments: Kind.allCases)
    func tooLarge(kind: Kind) throws {
        let served = try serve(kind, host: hostCoding(), link: coding(), batchBytes: 2_000)
        let session = session(watched(served.link))
        let outcomes = send([100, 3_000, 200, 2_001, 2_000, 4_000], to: session)
        let accepted = RemoteOutcome.decided(.accepted)
        #expect(outcomes == [accepted, .unsendable, accepted, .unsendable, accepted, .unsendable])
        #expect(sent.elements == [[100], [200], [2_000]])
        #expect(entries(session) == .success([100, 200, 2_000]))
        let reasons = [3_000, 2_001, 4_000].map { "an action of \($0) bytes, and the host takes 2000 at a time" }
        #expect(reasons.allSatisfy { events.elements.contains(.failing($0)) } && unsendable == 3)
        #expect(world.clock.now.offset == .zero && served.counters().opened == 1)
        end(session, served)
    }

    @Test(
        "that a host refuses because of their size, whatever it has told, are found and left out",
        arguments: Kind.allCases, [false, true])
    func refused(kind: Kind, isLate: Bool) throws {
        let served = try serve(kind, host: hostCoding(), link: coding(), batchBytes: 2_000)
        let session = session(watched(served.link, told: 100_000), batchBytes: 50_000)
        if isLate { faults.fail(.deliver, times: 1) }
        let numbers = Array(101...130) + [3_000] + Array(131...160)
        for (number, outcome) in zip(numbers, send(numbers, to: session)) {
            #expect(outcome == (number == 3_000 ? .unsendable : .decided(.accepted)), "\(number)")
        }
        #expect(events.elements.contains(.failing("actions of 3000 bytes, and the host takes 2000 at a time")))
        #expect(unsendable == 1 && served.counters().opened == (isLate ? 2 : 1))
        #expect(entries(session) == .success(numbers.filter { $0 < 1_000 }))
        end(session, served)
    }

    @Test("that a host refuses are told of also if they went alone because of their size")
    func refusedAlone() throws {
        let served = try serve(host: hostCoding(), link: coding(), batchBytes: 2_000)
        let session = session(watched(served.link, told: 100_000))
        let accepted = RemoteOutcome.decided(.accepted)
        #expect(send([100, 3_000, 101], to: session) == [accepted, .unsendable, accepted])
        #expect(events.elements.contains(.failing("actions of 3000 bytes, and the host takes 2000 at a time")))
        end(session, served)
    }

    @Test("that cannot be encoded are left out at once, and the others go", arguments: Kind.allCases)
    func unencodable(kind: Kind) throws {
        let served = try serve(kind, host: hostCoding(), link: coding(bad: [100, 101, 150, 199]))
        let session = session(watched(served.link))
        let numbers = Array(100..<200)
        for (number, outcome) in zip(numbers, send(numbers, to: session)) {
            let isBad = [100, 101, 150, 199].contains(number)
            #expect(outcome == (isBad ? .unsendable : .decided(.accepted)), "\(number)")
        }
        #expect(encoded.elements == numbers && faults.calls(.deliver) == sent.elements.count)
        #expect(events.elements.contains(.failing("150 cannot be encoded")) && unsendable == 4)
        #expect(entries(session) == .success(numbers.filter { ![100, 101, 150, 199].contains($0) }))
        #expect(world.clock.now.offset == .zero && served.counters().opened == 1)
        end(session, served)
    }

    @Test("that the host cannot decode are found and left out", arguments: Kind.allCases, [false, true])
    func undecodable(kind: Kind, isLate: Bool) throws {
        let served = try serve(kind, host: hostCoding(bad: [102, 103, 170]), link: coding())
        let session = session(watched(served.link))
        if isLate { faults.loseReply(to: .deliver, times: 6) }
        let numbers = Array(100..<200)
        for (number, outcome) in zip(numbers, send(numbers, to: session)) {
            let isBad = [102, 103, 170].contains(number)
            #expect(outcome == (isBad ? .unsendable : .decided(.accepted)), "\(number)")
        }
        let reasons = [102, 170].map { SessionEvent.failing("\($0) cannot be decoded") }
        #expect(reasons.allSatisfy { events.elements.contains($0) } && unsendable == 3)
        #expect(entries(session) == .success(numbers.filter { ![102, 103, 170].contains($0) }))
        end(session, served)
    }

    @Test("of a batch that was refused are not taken when it comes again, whatever was taken meanwhile")
    func refusedAgain() {
        let runtime = Runtime(Journal {}, executor: .on(world.executor), clock: world.clock)
        var limits = world.limits
        limits.batchBytes = 100
        let host = RuntimeHost(
            runtime, coding: hostCoding(bad: [13]), limits: limits, clock: world.clock, executor: world.executor)
        let replies = Record<DeliveryReply>()
        let batches = [[13, 1], [60, 61], [1], [13, 1], [60, 61], [1, 2]].map { numbers in
            numbers.map { (try? coding().encode(Journal.Action.note($0))) ?? "" }
        }
        world.perform {
            guard let id = await host.opened() else { return }
            for texts in batches {
                replies.append(
                    await host.deliver(ActionBatch(session: id, first: 1, actions: [], texts: texts, limit: .zero)))
            }
        }
        let isBad = "13 cannot be decoded"
        let isLarge = "actions of 121 bytes, and the host takes 100 at a time"
        #expect(replies.elements.map(\.refusal) == [isBad, isLarge, nil, isBad, isLarge, nil])
        #expect(replies.elements.map(\.next) == [1, 1, 2, 2, 2, 3])
        #expect(world.result { await runtime.state?.entries ?? [] } == [1, 2])
        world.end(host, runtime)
    }

    // MARK: A coding on one side

    @Test(
        "cross whether the host, the link, both or neither has a coding; states do, unless only the host has one",
        arguments: Kind.allCases, Side.allCases)
    func mixed(kind: Kind, side: Side) throws {
        let (hostHas, linkHas) = (side == .both || side == .host, side == .both || side == .link)
        let served = try serve(
            kind, host: hostHas ? hostCoding() : nil, link: linkHas ? coding() : nil, batchBytes: 2_000)
        let session = session(watched(served.link))
        let numbers = Array(600..<620) + [5_000]
        let outcomes = send(numbers, to: session)
        let isEncoded = side == .both
        #expect(outcomes.prefix(20).allSatisfy { $0 == .decided(.accepted) })
        #expect(outcomes.last == (isEncoded ? .unsendable : .decided(.accepted)))
        #expect(sent.elements.allSatisfy { ($0 != nil) == isEncoded })
        let taken = isEncoded ? Array(numbers.dropLast()) : numbers
        let text = "the host encodes states itself, and this link has no coding"
        #expect(entries(session) == (side == .host ? .failure(UnreadableState(description: text)) : .success(taken)))
        end(session, served)
    }

    @Test("are refused by a host that has no coding, which says so")
    func noCoding() throws {
        let served = try serve(host: nil, link: coding())
        let session = session(watched(served.link, told: 100_000))
        #expect(send(100...102, to: session) == [.unsendable, .unsendable, .unsendable])
        let text = "the session encodes actions itself, and this host has no coding"
        #expect(events.elements.contains(.failing(text)))
        end(session, served)
    }
}
