import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// What happens between the calls that end a runtime.
@Suite("The end of a runtime", .timeLimit(.hang))
struct RuntimeEndTests {
    /// Writes down the phases of a shutdown, and acts within the first one.
    private struct Phases: RuntimeObserver {
        let phases = Record<ShutdownPhase>()
        let whenDraining: @Sendable () -> Void
        init(_ whenDraining: @escaping @Sendable () -> Void) { self.whenDraining = whenDraining }

        func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
            phases.append(phase)
            if phase == .draining { whenDraining() }
        }
    }

    @Test("A drain that comes while another one begins returns when the runtime has ended", arguments: [false, true])
    func twoDrains(isTold: Bool) {
        let (executor, other, own) = (ControlledExecutor(), ControlledExecutor(), OwnRuntime<Int, Int>())
        let (reports, early) = (Record<ShutdownReport>(), Record<Bool>())
        let observer = Phases {
            // On another thread this would be the moment at which actions are refused and no task runs.
            other.begin {
                guard let runtime = own.runtime else { return }
                reports.append(await runtime.shutdown(within: .seconds(5)))
            }
            early.append(!reports.elements.isEmpty)
        }
        let runtime = Runtime(Sum.digits(), executor: .on(executor), clock: TestClock(), observer: observer)
        own.set(runtime)
        executor.runUntilIdle()
        if isTold {
            #expect(runtime.core.tellToEnd(.drain))
            executor.task { _ = await runtime.core.tearDownAtRest() }
        } else {
            executor.task { await runtime.shutdown(.drain) }
        }
        executor.runUntilIdle()
        other.runUntilIdle()
        #expect(early.elements == [false] && reports.elements.map(\.isComplete) == [true])
        #expect(observer.phases.elements == [.draining, .drained])
        for executor in [executor, other] { executor.runFreely() }
    }

    /// Acts when it is freed.
    private final class Goodbye: Sendable {
        let act: @Sendable () -> Void
        init(_ act: @escaping @Sendable () -> Void) { self.act = act }

        deinit { act() }
    }

    @Test("No drain says that actions were handled which a cancellation drops", arguments: [false, true])
    func drainInCancellation(isDraining: Bool) {
        let (executor, other, own) = (ControlledExecutor(), ControlledExecutor(), OwnRuntime<Int, Goodbye>())
        let (observer, reports) = (Phases {}, Record<ShutdownReport>())
        let feature = Interact<Int, Goodbye>(initialValue: 0) { _, _ in .state }
        let runtime = Runtime(feature, executor: .on(executor), clock: TestClock(), observer: observer)
        own.set(runtime)
        runtime.send(
            Goodbye {
                // The loop finds no action and ends, and so does a drain that has begun.
                executor.runUntilIdle()
                other.begin {
                    guard let runtime = own.runtime else { return }
                    reports.append(await runtime.shutdown(within: .seconds(5)))
                }
            })
        if isDraining { #expect(!runtime.core.tellToEnd(.drain)) }
        executor.settle(runtime.core.cancel())
        other.runUntilIdle()
        #expect(reports.elements.map(\.isComplete) == [false])
        #expect(observer.phases.elements == (isDraining ? [.draining, .cancelled] : [.cancelled]))
        #expect(!runtime.core.hasEnded(by: .drain) && runtime.core.hasEnded(by: .cancel))
        for executor in [executor, other] { executor.runFreely() }
    }

    @Test("A runtime at rest that is told to end has ended, whether or not its executor runs, and is then torn down")
    func atRest() {
        let (executor, observer, states) = (ControlledExecutor(), Phases {}, Record<Int?>())
        weak var released: Canary?
        let runtime: Runtime<Int, Int>
        do {
            let canary = Canary()
            released = canary
            let feature = Interact<Int, Int>(initialValue: 0) { [canary] state, action in
                canary.sing()
                state += action
                return .state
            }
            runtime = Runtime(feature, executor: .on(executor), observer: observer)
        }
        executor.runUntilIdle()
        #expect(runtime.core.isAtRest)
        // An action that waits is work, although no task has begun to handle it.
        runtime.sendLate(1)
        #expect(!runtime.core.isAtRest)
        executor.settle(runtime.core.isolation.wakeLoop())
        let (reader, seen) = (ControlledExecutor(), Record<Int?>())
        reader.begin { [subscription = runtime.states()] in
            for await state in subscription { seen.append(state) }
            seen.append(nil)
        }
        #expect(runtime.core.tellToEnd(.drain) && executor.isIdle)
        reader.runUntilIdle()
        #expect(seen.elements == [1, nil])
        runtime.sendLate(2)
        #expect(runtime.counters.accepted == 1)
        #expect(observer.phases.elements == [.draining, .drained] && runtime.core.hasEnded(by: .drain))
        #expect(!runtime.core.tellToEnd(.drain) && released != nil)
        executor.task { states.append(await runtime.core.tearDownAtRest()) }
        executor.begin { states.append(await runtime.state) }
        #expect(states.elements == [1, 1] && released == nil)
        for executor in [executor, reader] { executor.runFreely() }
    }

    @Test("A runtime that was at rest when it was told to end takes no step any more, and none waits for one")
    func endedAtRest() {
        let (executor, steps) = (ControlledExecutor(), Record<Bool?>())
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.digits(), executor: .on(executor))
        executor.runUntilIdle()
        #expect(runtime.core.tellToEnd(.drain))
        executor.begin { steps.append(await runtime.core.isolation.step { _ in true }) }
        #expect(steps.elements == [nil])
        executor.begin { _ = await runtime.core.tearDownAtRest() }
    }

    @Test("A runtime that is told to drain while actions wait handles all of them, those in line for room too")
    func waitingActions() {
        let (executor, outcomes, states) = (ControlledExecutor(), Record<SendOutcome>(), Record<Int>())
        let runtime = Runtime(
            Sum.digits(), mailbox: .suspend(capacity: 1), executor: .on(executor), clock: TestClock())
        let subscription = runtime.states(.bounded(1))
        executor.runUntilIdle()
        for action in 1...4 { executor.task { outcomes.append(await runtime.deliver(action).outcome) } }
        executor.runUntilIdle()
        #expect(outcomes.elements.count < 4 && !runtime.core.tellToEnd(.drain))
        executor.begin { for await state in subscription { states.append(state) } }
        #expect(outcomes.elements == Array(repeating: .accepted, count: 4))
        #expect(states.elements == [0, 1, 12, 123, 1234] && runtime.core.hasEnded(by: .drain))
        executor.runFreely()
    }

    @Test("A runtime is not at rest while a step of a task of the user's waits for a subscriber, which gets its state")
    func heldTurn() {
        let (executor, work, reading, states) = (ControlledExecutor(), HeldWork(), HeldWork(), Record<Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, send in
                executor.task { await send { $0 += 1 } }
                await work.run()
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: TestClock())
        let subscription = runtime.states(.bounded(1))
        executor.begin {
            for await state in subscription {
                states.append(state)
                if states.elements.count == 1 { await reading.run() }
            }
        }
        executor.settle(runtime.send(1))
        executor.settle(work.release())
        #expect(runtime.core.isAtRest && !runtime.core.tellToEnd(.drain))
        executor.settle(reading.release())
        #expect(states.elements == [0, 0, 1] && runtime.tasks.liveCount == 0)
        executor.runFreely()
    }

    /// Notes the caller in whose task it is freed.
    private final class Witness: Sendable {
        @TaskLocal static var caller: Int?
        let callers: Record<Int?>
        init(_ callers: Record<Int?>) { self.callers = callers }

        func see() {}
        deinit { callers.append(Self.caller) }
    }

    @Test("A runtime at rest that is cancelled releases its parts in the caller's task, if no one else may block it")
    func cancelledAtRest() async {
        let (controlled, callers) = (ControlledExecutor(), Record<Int?>())
        func runtime(on executor: RuntimeExecutor) -> Runtime<Int, Int> {
            let witness = Witness(callers)
            let feature = Interact<Int, Int>(initialValue: 0) { state, action in
                witness.see()
                state += action
                return .state
            }
            return Runtime(feature, executor: executor)
        }
        let own = runtime(on: .default)
        await Witness.$caller.withValue(7) { await own.shutdown(.cancel) }
        #expect(callers.elements == [7])
        #expect(own.tasks.liveCount == 0 && own.tasks.wasCutShort)

        let other = runtime(on: .on(controlled))
        controlled.runUntilIdle()
        controlled.begin { await Witness.$caller.withValue(8) { await other.shutdown(.cancel) } }
        #expect(callers.elements == [7, nil] && other.tasks.liveCount == 0)
        controlled.runFreely()
    }

    /// What becomes of an action that is accepted while a runtime at rest is told to end.
    enum LateAction: CaseIterable, Sendable {
        /// It waits in the mailbox, and the task that handles it has not started.
        case waiting
        /// It has been handled, and its effect runs.
        case atWork
    }

    @Test("A runtime at rest that gets an action while it is told to end handles it", arguments: LateAction.allCases)
    func lateAction(_ late: LateAction) {
        let (executor, work, own) = (ControlledExecutor(), HeldWork(), OwnRuntime<Int, Int>())
        let observer = Phases {
            own.runtime?.sendLate(1)
            executor.act { if late == .atWork { own.runtime?.core.isolation.wakeLoop() } }
        }
        let feature = Interact<Int, Int>(initialValue: 0) { state, action in
            state += action
            return .perform { _, send in
                await work.run()
                await send { $0 += 10 }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), observer: observer)
        own.set(runtime)
        executor.runUntilIdle()
        #expect(!runtime.core.tellToEnd(.drain))
        executor.runUntilIdle()
        #expect(work.waitingCount == 1 && observer.phases.elements == [.draining])
        executor.settle(work.release())
        let states = executor.begin { await runtime.state }
        #expect(states.elements == [11] && runtime.tasks.liveCount == 0)
        #expect(observer.phases.elements == [.draining, .drained])
        executor.runFreely()
    }
}
