import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Exploring finds faults that are known to be there, and says how many schedules that took.
@Suite(.timeLimit(.hang))
struct PlantedFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: ScheduleProblem.Kind
        /// Within how many schedules it is found, from whatever seed.
        let bound: Int
        let scenario: @Sendable (Scenario) async throws -> Void

        init(
            _ name: String, _ kind: ScheduleProblem.Kind, within bound: Int,
            _ scenario: @escaping @Sendable (Scenario) async throws -> Void
        ) {
            testDescription = name
            self.kind = kind
            self.bound = bound
            self.scenario = scenario
        }
    }

    static let faults: [Fault] = [
        Fault(
            "a channel that releases the newest waiter first", .expectation, within: 1,
            ChannelScenarios.fairness(PlainChannel<ReleasesNewestFirst>.self)),
        Fault(
            "a channel that misses an early cancellation", .deadlock, within: 200,
            ChannelScenarios.cancellation(PlainChannel<MissesEarlyCancellation>.self)),
        Fault(
            "a channel whose cancelled consumer loses an element", .expectation, within: 200,
            ChannelScenarios.endings(PlainChannel<LosesTakenElements>.self)),
        Fault(
            "a channel whose finish forgets its producers", .deadlock, within: 200,
            ChannelScenarios.endings(PlainChannel<FinishForgetsProducers>.self)),
        Fault(
            "a channel that looks, and then waits", .deadlock, within: 200,
            ChannelScenarios.wakeUp(ForgetfulChannel.self)),
        Fault(
            "a gate that lets others barge in", .expectation, within: 200, AsyncLockScenarios.alone(BargingGate.self)),
        Fault("an unbounded pump", .expectation, within: 200, PumpScenarios.demand(UnboundedPump.stream)),
        Fault(
            "an effect that sends the whole state", .expectation, within: 200,
            HostScenarios.counting(RuntimeCounter.sendingWholeStates)),
        Fault("a finish that does not drain", .expectation, within: 200, HostScenarios.counting { UndrainedHost($0) }),
        Fault("a host that keeps itself alive", .leak, within: 1, HostScenarios.counting { ImmortalHost($0) }),
        Fault(
            "a debounce that does not look at its window again", .expectation, within: 200,
            DebounceScenarios.window { HastyDebounce($0, handled: $1) }),
        Fault(
            "a child that is fed through a buffer", .expectation, within: 200,
            WhenScenarios.order { PumpedFamily($0, log: $1) }),
    ]

    @Test("Each planted fault is found within its number of schedules", arguments: faults, [0, 1_000_000] as [UInt64])
    func found(fault: Fault, seed: UInt64) async throws {
        try await ImmortalHost.$keeper.withValue(Record()) {
            let exploration = await Exploration(
                schedules: fault.bound, seed: seed, preemptions: 2, limit: 10_000, of: fault.scenario)
            let failure = try #require(exploration.failure)
            #expect(failure.problem.kind == fault.kind, "\(failure)")
            let replayed = await Exploration(replaying: failure.shortest, limit: 10_000, of: fault.scenario)
            #expect(replayed.failure?.problem == failure.problem)
        }
    }

    @Test func `The copy of a channel without a fault has none`() {
        for scenario in [
            ChannelScenarios.delivery(PlainChannel<NoFault>.self),
            ChannelScenarios.fairness(PlainChannel<NoFault>.self), ChannelScenarios.endings(PlainChannel<NoFault>.self),
            ChannelScenarios.cancellation(PlainChannel<NoFault>.self),
        ] { explore(schedules: 500) { await scenario($0) } }
    }

    /// Frees its place, and resumes the next one, in one critical section.
    private struct TightGate: Exclusion {
        let isLocked = Record<Bool>()
        private let waiters = Locked<[UnsafeContinuation<Void, Never>]>([])

        func comeIn() async { await withUnsafeContinuation { waiter in waiters.withLock { $0.append(waiter) } } }

        func leave() {
            isLocked.append(true)
            waiters.withLock { waiters in
                for waiter in waiters { waiter.resume() }
                waiters = []
            }
            isLocked.append(false)
        }
    }

    @Test func `Whoever is released while a lock is held becomes ready in that very moment, which the executor sees`() {
        let (gate, wasLocked) = (TightGate(), Record<Bool>())
        let executor = ControlledExecutor(onEnqueue: { wasLocked.append(gate.isLocked.elements.last ?? false) })
        executor.task { await gate.comeIn() }
        executor.runUntilIdle()
        #expect(!wasLocked.elements.contains(true))
        gate.leave()
        executor.runUntilIdle()
        #expect(wasLocked.elements.contains(true))
    }

    @Test func `The library's primitives hold no lock when they release a waiting task: it can be taken then`() {
        let (lock, mailbox) = (AsyncLock(), Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend)))
        let (channel, broadcast, releases) = (AsyncChannel<Int>(), Broadcast<Int>(), Record<Void>())
        // Each of these takes the primitive's lock, which traps or hangs if its own thread holds it.
        let executor = ControlledExecutor(onEnqueue: {
            _ = lock.tryAcquire()
            _ = mailbox.count
            broadcast.admit(at: nil, unpublished: 0)
            releases.append()
        })
        #expect(lock.tryAcquire() && mailbox.offer(1) == .accepted)
        let states = broadcast.subscribe(.suspending(capacity: 1)).stream
        executor.task { _ = await lock.acquire() }
        executor.task { _ = await mailbox.send(2) }
        executor.task { _ = await channel.makeAsyncIterator().next() }
        executor.task { for await _ in states {} }
        executor.runUntilIdle()
        let before = releases.count
        lock.release()
        var batch = Deque<Int>()
        #expect(mailbox.take(into: &batch))
        mailbox.release(1)
        channel.finish()
        #expect(broadcast.tryPublish(1))
        broadcast.finish()
        #expect(releases.count >= before + 4)
        executor.runUntilIdle()
    }
}
