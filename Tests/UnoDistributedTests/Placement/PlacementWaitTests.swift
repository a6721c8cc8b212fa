import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("The waits of a placement", .timeLimit(.hang))
struct PlacementWaitTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()
    /// What does not reply before it is released, also if it is cancelled.
    private let deaf = DeafWork()

    /// A placement that knows these nodes, and what tells it of others.
    private func placement(
        _ names: Set<String>, _ find: @escaping @Sendable (String) async throws -> SumLink
    ) -> (Placement<String, Int, Int>, AsyncStream<Set<String>>.Continuation) {
        let directory = SumDirectory(find: find)
        let placement = Placement(directory, settling: .seconds(10), clock: clock, executor: executor)
        directory.see.yield(names)
        executor.runUntilIdle()
        return (placement, directory.see)
    }

    /// A host that does so much of what it is asked as a test says.
    private func link(
        open: @escaping @Sendable () async -> OpenReply = { .full },
        release: @escaping @Sendable () async -> ReleaseReply = { .refused },
        leaves: @escaping @Sendable (String) -> Void = { _ in }
    ) -> SumLink {
        SumLink(
            open: { _, _ in await open() }, release: { _, _, _ in await release() }, leaves: leaves, calls: .nowhere)
    }

    /// A host that does not reply.
    private var silent: SumLink {
        link(
            open: { [deaf] in
                await deaf.run()
                return .full
            },
            release: { [deaf] in
                await deaf.run()
                return .released(rivals: [])
            })
    }

    private func advance(by duration: Duration) {
        executor.runUntilIdle()
        clock.advance(by: duration)
        executor.runUntilIdle()
    }

    private func end(_ nodes: AsyncStream<Set<String>>.Continuation) {
        nodes.finish()
        deaf.release()
        executor.runFreely()
    }

    @Test("A node that was only heard of is absent as soon as it has claimed nothing for the time of settling")
    func lapse() {
        let (placement, nodes) = placement(["a"]) { _ in throw CancellationError() }
        let changes = Record<Void>()
        let watch = placement.onChange { changes.append() }
        placement.heard(of: "b")
        let absence = placement.absence(of: "b")
        advance(by: .seconds(6))
        placement.heard(of: "b")
        // The time is over that began when it was heard of first.
        advance(by: .seconds(4))
        advance(by: .milliseconds(5_999))
        #expect(!absence.isOpen && changes.count == 1)
        advance(by: .milliseconds(1))
        #expect(absence.isOpen && changes.count == 2)
        #expect(clock.sleeperCount == 0)
        watch.open()
        end(nodes)
    }

    @Test("A session at such a node, which does not reply, goes on at another one then")
    func session() throws {
        let group = SumGroup(clock: clock, executor: executor) { [executor] _ in sum(on: executor) }
        let host = GroupHost(group, clock: clock, executor: executor)
        let (link, silent) = (SumLink(host), silent)
        let (placement, nodes) = placement(["a"]) { $0 == "a" ? link : silent }
        placement.heard(of: "b")
        let key = try #require((0..<100).map { "key \($0)" }.first { placement.node(for: $0) == "b" })
        let session = RemoteSession(resolving: key, in: placement, clock: clock, executor: executor)
        let outcomes = Record<RemoteOutcome>()
        executor.task { outcomes.append(await session.deliver(1).outcome) }
        for _ in 1...9 { advance(by: .seconds(1)) }
        #expect(outcomes.elements.isEmpty)
        for _ in 1...3 { advance(by: .seconds(1)) }
        #expect(outcomes.elements == [.decided(.accepted)])
        session.end()
        host.end()
        executor.start { _ = await group.shutdown(.cancel, within: .seconds(1)) }
        end(nodes)
    }

    @Test("A claim is not granted if its task is cancelled before all have replied")
    func cancelledClaim() {
        let (placement, nodes) = placement(["a", "b"]) { [silent] _ in silent }
        let replies = Record<Bool>()
        func claim() -> Task<Void, Never> {
            executor.task { replies.append(await placement.claim("k", for: "a", within: .seconds(60))) }
        }
        let claiming = claim()
        executor.runUntilIdle()
        #expect(replies.elements.isEmpty)
        claiming.cancel()
        executor.runUntilIdle()
        #expect(replies.elements == [false])
        _ = claim()
        executor.runUntilIdle()
        deaf.release()
        executor.runUntilIdle()
        #expect(replies.elements == [false, true])
        end(nodes)
    }

    @Test(
        "A claim waits for the host of a node that leaves, which the directory does not find, as long as it names the node",
        arguments: [true, false])
    func leavingNode(isFoundLater: Bool) {
        let isFound = Slot<Bool>()
        let link = link(release: { .released(rivals: []) })
        let (placement, nodes) = placement(["a", "b"]) { _ in
            guard isFound.value == true else { throw CancellationError() }
            return link
        }
        let replies = Record<Bool>()
        placement.leaves("b")
        executor.task { replies.append(await placement.claim("k", for: "a", within: .seconds(60))) }
        for _ in 1...3 { advance(by: .seconds(1)) }
        #expect(replies.elements.isEmpty)
        if isFoundLater { isFound.value = true } else { nodes.yield(["a"]) }
        for _ in 1...2 { advance(by: .seconds(1)) }
        #expect(replies.elements == [true])
        end(nodes)
    }

    @Test("A claim that one host refuses does not wait for the others")
    func refusedClaim() {
        let held = HeldWork()
        let slow = link(release: {
            await held.run()
            return .released(rivals: [])
        })
        let links = ["b": link(), "c": silent, "d": slow]
        let (placement, nodes) = placement(["a", "b", "c", "d"]) { links[$0]! }
        let replies = Record<Bool>()
        executor.start { replies.append(await placement.claim("k", for: "a", within: .seconds(60))) }
        // A call that heeds it is cancelled.
        #expect(replies.elements == [false] && held.waitingCount == 0)
        end(nodes)
    }

    @Test("A directory that heeds it is told that a search is waited for no longer")
    func cancelledSearch() {
        let held = HeldWork()
        let (placement, nodes) = placement(["a"]) { _ in
            await held.run()
            throw CancellationError()
        }
        let search = executor.start { _ = await placement.host(for: "k", or: Latch(), pause: .seconds(1)) }
        #expect(held.waitingCount == 1)
        search.cancel()
        executor.runUntilIdle()
        #expect(held.waitingCount == 0)
        end(nodes)
    }

    @Test("A node that leaves has no keys at once, and tells another one until that has heard, after longer pauses")
    func tells() {
        let (told, times) = (Record<String>(), Record<Duration>())
        let link = link(leaves: { told.append($0) })
        let (placement, nodes) = placement(["a", "b"]) { [clock] _ in
            times.append(clock.now.offset)
            if times.elements.count < 5 { throw CancellationError() }
            return link
        }
        executor.start { await placement.tellOthers(leaving: "a", within: .seconds(60)) }
        #expect((0..<50).allSatisfy { placement.node(for: "key \($0)") == "b" })
        for _ in 1...20 { advance(by: .milliseconds(10)) }
        #expect(times.elements == [0, 10, 30, 70, 150].map { .milliseconds($0) })
        #expect(told.elements == ["a"])
        end(nodes)
    }

    @Test("A client is sent on by a host whose group was shut down, since others may have the key")
    func groupIsShutDown() {
        let (placement, nodes) = placement(["a"]) { _ in throw CancellationError() }
        let group = SumGroup(clock: clock, executor: executor) { [executor] _ in sum(on: executor) }
        let host = GroupHost(group, on: "a", in: placement, clock: clock, executor: executor)
        let replies = Record<OpenReply>()
        executor.start {
            _ = await group.shutdown(within: .seconds(1))
            replies.append(await host.storage.open("k", OpenRequest(replacing: nil, key: OpenKey(number: 1))))
        }
        #expect(replies.elements == [.moved(nil, leaving: nil)] && host.storage.keysInUse == [])
        host.end()
        end(nodes)
    }

    @Test("A session waits for a node to come up until it ends")
    func noNode() {
        let (placement, nodes) = placement([]) { _ in throw CancellationError() }
        let session = RemoteSession(resolving: "k", in: placement, clock: clock, executor: executor)
        let task = session.send(1)
        executor.runUntilIdle()
        #expect(task.outcome == .undecided)
        session.end()
        executor.runUntilIdle()
        #expect(task.outcome == .decided(.cancelled) && session.status == .ended)
        end(nodes)
    }

    @Test("A session waits for a directory that does not reply until its task is cancelled, and until it ends")
    func deafDirectory() {
        let (placement, nodes) = placement(["a"]) { [deaf, silent] _ in
            await deaf.run()
            return silent
        }
        let session = RemoteSession(resolving: "k", in: placement, clock: clock, executor: executor)
        let ends = Record<Int>()
        func read(_ number: Int) -> Task<Void, Never> {
            executor.task {
                for await _ in session.states() {}
                ends.append(number)
            }
        }
        let reading = read(1)
        executor.runUntilIdle()
        #expect(deaf.begun.count == 1 && ends.elements.isEmpty)
        reading.cancel()
        executor.runUntilIdle()
        #expect(ends.elements == [1])
        _ = read(2)
        executor.runUntilIdle()
        #expect(deaf.begun.count == 2)
        session.end()
        executor.runUntilIdle()
        #expect(ends.elements == [1, 2])
        end(nodes)
    }
}
