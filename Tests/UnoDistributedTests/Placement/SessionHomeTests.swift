import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import UnoDistributed

@Suite("The home of a session that follows its key", .timeLimit(.hang))
struct SessionHomeTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()
    private let directory = SumDirectory()
    private let group: SumGroup
    private let host: GroupHost<String, Int, Int>

    init() {
        group = SumGroup(clock: clock, executor: executor) { [executor] _ in sum(on: executor) }
        host = GroupHost(group, clock: clock, executor: executor)
    }

    /// A placement that knows node a, and finds this host on each node.
    private func placement(_ link: SumLink) -> Placement<String, Int, Int> {
        var directory = self.directory
        directory.find = { _ in link }
        let placement = Placement(directory, clock: clock, executor: executor)
        directory.see.yield(["a"])
        executor.runUntilIdle()
        return placement
    }

    private func advance(by duration: Duration) {
        executor.runUntilIdle()
        clock.advance(by: duration)
        executor.runUntilIdle()
    }

    private func end(_ session: RemoteSession<Int, Int>) {
        session.end()
        executor.runUntilIdle()
        host.end()
        executor.task { [group] in _ = await group.shutdown(.cancel, within: .seconds(1)) }
        directory.see.finish()
        // Whoever pauses finds that the session has ended.
        advance(by: .seconds(60))
        #expect(clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("is left once when the node is gone: the session waits for that as long as it is at home there, and once")
    func absence() {
        let (real, hasMoved) = (SumLink(host), Slot<Bool>())
        let link = SumLink(
            open: { key, request in
                if hasMoved.value == true { return .moved(nil, leaving: nil) }
                return try await real.open(key, request)
            },
            release: real.release, leaves: real.leaves, calls: real.calls
        )
        let placement = placement(link)
        let absence = placement.absence(of: "a")
        let session = RemoteSession(resolving: "k", in: placement, clock: clock, executor: executor)
        let outcomes = Record<RemoteOutcome>()
        func deliver() { executor.start { outcomes.append(await session.deliver(1).outcome) } }
        deliver()
        #expect(outcomes.elements.count == 1 && absence.waiterCount == 1)
        session.hostEnded()
        #expect(absence.waiterCount == 0)
        deliver()
        #expect(outcomes.elements.count == 2 && absence.waiterCount == 1)
        hasMoved.value = true
        session.hostEnded()
        deliver()
        for _ in 1...3 { advance(by: .seconds(1)) }
        #expect(outcomes.elements.count == 2 && absence.waiterCount == 0)
        hasMoved.value = false
        for _ in 1...2 { advance(by: .seconds(1)) }
        #expect(outcomes.elements == Array(repeating: .decided(.accepted), count: 3) && absence.waiterCount == 1)
        session.end()
        #expect(absence.waiterCount == 0)
        end(session)
    }

    @Test("has the whole patience of the session each time it is found")
    func patience() {
        let silence = HeldWork()
        let real = SumLink(host)
        let link = SumLink(
            open: { _, _ in
                await silence.run()
                throw CancellationError()
            },
            release: real.release, leaves: real.leaves, calls: real.calls
        )
        let losses = Record<Void>()
        let session = RemoteSession(
            resolving: "k", in: placement(link), options: SessionOptions(call: .seconds(1), patience: .seconds(5)),
            clock: clock, executor: executor, observer: { if $0 == .lost { losses.append() } })
        let task = session.send(1)
        for _ in 1...13 { advance(by: .seconds(1)) }
        #expect(losses.count == 2 && task.outcome == .undecided)
        end(session)
    }

    @Test("is asked again what became of actions if the task that asks it, when it is gone, is cancelled")
    func cancelled() {
        let (real, gate) = (SumLink(host), HeldWork())
        let calls = real.calls
        let link = SumLink(
            open: { key, request in
                if request.replacing != nil, await gate.run() == .cancelled { throw CancellationError() }
                return try await real.open(key, request)
            },
            release: real.release, leaves: real.leaves,
            calls: calls.replacing(deliver: { batch in
                // The reply is lost.
                _ = try await calls.deliver(batch)
                throw CancellationError()
            }))
        let session = RemoteSession(resolving: "k", in: placement(link), clock: clock, executor: executor)
        let task = session.send(1)
        executor.runUntilIdle()
        // The task that delivers pauses when the node goes.
        directory.see.yield(["b"])
        executor.runUntilIdle()
        let asking = executor.start { _ = try? await session.state }
        #expect(gate.waitingCount == 1 && session.status == .opening)
        asking.cancel()
        executor.runUntilIdle()
        #expect(session.status == .idle && task.outcome == .undecided)
        gate.release()
        advance(by: .seconds(1))
        #expect(task.outcome == .decided(.accepted))
        end(session)
    }
}
