import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoStorage
import UnoTesting

/// What an observer is told, and what a snapshot shows.
@Suite("Looking into a runtime", .timeLimit(.hang))
struct ObserverTests {
    /// Writes down what it is told.
    struct Log: RuntimeObserver {
        let lines = Record<String>()
        func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
            lines.append("accepted, \(action.mailboxDepth) queued")
        }
        func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
            lines.append("rejected, \(reason)")
        }
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
            lines.append("step of \(step.event.map { "\($0)" } ?? "no event")")
        }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
            #expect(step.duration >= .zero)
            lines.append("end, \(step.states) states")
        }
        func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            lines.append("effect \(effect.id ?? "-") of \(effect.event ?? 99) \(change), \(effect.policy)")
        }
        func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change) {
            lines.append("subscriber \(subscriber.policy) \(change)")
        }
        func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) { lines.append("limit \(limit)") }
        func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) { lines.append("\(phase)") }

        var phases: [String] { lines.elements.filter { ["draining", "drained", "cancelled"].contains($0) } }

        /// What was told since the last call.
        func take(_ from: inout Int) -> [String] {
            let all = lines.elements
            defer { from = all.count }
            return Array(all[from...])
        }
    }

    /// Hears of nothing.
    struct Deaf: RuntimeObserver {}

    /// Writes down what happens to steps, and passes everything on to an observer that hears of nothing.
    struct Forwarding: RuntimeObserver {
        let lines = Record<String>()
        func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
            lines.append("accepted")
            Deaf().runtime(runtime, accepted: action)
        }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
            lines.append("ended")
            Deaf().runtime(runtime, endedStep: step)
        }
    }

    @Test("An observer that passes its calls on to one with defaults is told of every action and step")
    func forwarding() async {
        let observer = Forwarding()
        let runtime = Runtime(Sum.adding, observer: observer)
        for number in 1...3 { await runtime.send(number).finish() }
        #expect(await runtime.state == 6)
        let lines = observer.lines.elements
        await runtime.shutdown(.drain)
        #expect(lines.count { $0 == "accepted" } == 3)
        #expect(lines.count { $0 == "ended" } == 4)  // the first step emits the initial state
    }

    @Test("An observer is told of each action, step, effect, subscriber and phase, in the documented order", .misuse)
    func order() {
        let (log, executor, work) = (Log(), ControlledExecutor(), HeldWork())
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { state, action in
                state = action
                switch action {
                case 0: return .cancel(id: "work")
                case 1...9:
                    return .perform(id: "work", policy: .waitTurn) { _, send in
                        await work.run()
                        await send { $0 += 10 }
                    }
                default: return .state
                }
            },
            mailbox: .suspend(capacity: 2),
            executor: .on(executor),
            limits: RuntimeLimits(effects: .atMost(2)),
            observer: log)
        var place = 0
        func told(_ body: () -> Void) -> [String] {
            body()
            executor.runUntilIdle()
            return log.take(&place)
        }
        #expect(told {} == ["step of no event", "end, 0 states"])
        let states = runtime.states(.unbounded)
        #expect(told {} == ["subscriber unbounded came"])
        #expect(told { runtime.send(10) } == ["accepted, 1 queued", "step of 0", "end, 1 states"])
        var registered = ["accepted, 1 queued", "step of 1", "effect work of 1 registered, waitTurn", "end, 1 states"]
        #expect(told { runtime.send(1) } == registered + ["effect work of 1 began, waitTurn"])
        registered = ["accepted, 1 queued", "step of 2", "effect work of 2 registered, waitTurn", "end, 1 states"]
        #expect(told { runtime.send(2) } == registered + ["limit 2"])
        let burst = told { for number in 3...5 { runtime.send(number) } }
        #expect(burst == ["accepted, 1 queued", "accepted, 2 queued", "rejected, mailboxFull"])
        let released = told { work.release() }
        #expect(released.contains("effect work of 2 began, waitTurn"))
        let ended = released.firstIndex(of: "effect work of 1 ended, waitTurn")
        #expect(released.firstIndex(of: "step of 3")! > ended!)
        let cancelled = told { executor.task { await runtime.shutdown(.cancel) } }
        #expect(cancelled.contains("cancelled"))
        #expect(cancelled.filter { $0.contains("ended") }.count == 2)
        #expect(told { runtime.send(1) } == ["rejected, shutDown"])
        withExtendedLifetime(states) {}
        executor.runFreely()
    }

    /// Writes down the beginnings and ends of steps, each with its cause.
    struct Steps: RuntimeObserver {
        let began = Record<StepCause>()
        let ended = Record<StepCause>()
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
            #expect(began.elements.count == ended.elements.count)
            began.append(step.cause)
        }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { ended.append(step.cause) }
    }

    /// Runs `act` with a runtime, drains it, and returns the causes of its steps between the first and the last one.
    private func causes(
        _ feature: some Interactor<Int, Int>, clock: TestClock = TestClock(),
        _ act: (Runtime<Int, Int>, ControlledExecutor) -> Void
    ) -> [StepCause] {
        let (steps, executor) = (Steps(), ControlledExecutor())
        Diagnostics.$local.withValue(Diagnostics { _ in }) {
            let runtime = Runtime(feature, executor: .on(executor), clock: clock, observer: steps)
            executor.runUntilIdle()
            act(runtime, executor)
            executor.runUntilIdle()
            executor.begin { await runtime.shutdown(.drain) }
            executor.runFreely()
        }
        #expect(steps.began.elements == steps.ended.elements)
        #expect(steps.began.elements.first == .start && steps.began.elements.last == .finish)
        return Array(steps.began.elements.dropFirst().dropLast())
    }

    @Test("Each step is told once when it begins and once when it ends, with its cause")
    func pairs() {
        let clock = TestClock()
        let debounced = DebounceInteractor(for: .seconds(1), clock: clock) { Sum.digits() }
        #expect(
            causes(debounced, clock: clock) { runtime, executor in
                executor.settle(runtime.send(1))
                clock.advance(by: .seconds(1))
            } == [.sent, .held, .finish])
        #expect(causes(debounced) { runtime, _ in runtime.send(1) } == [.sent, .finish, .held])
        #expect(
            causes(debounced) { runtime, executor in executor.settle(runtime.send(1)).cancel() }
                == [.sent, .finish])
        let sends = Record<Send<Int>>()
        let leaking = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
            switch number {
            case 1: .perform { _, send in sends.append(send) }
            case 2: .perform { _, send in await send { $0 += 1 } }.then(dispatch.next(3))
            case 4: .perform { _, _ in await dispatch(3) }
            default: .state
            }
        }
        #expect(
            causes(leaking) { runtime, executor in
                executor.settle(runtime.send(1))
                executor.task { for _ in 0..<3 { await sends.elements[0]({ $0 += 1 }) } }
            } == [.sent, .finish])
        #expect(causes(leaking) { runtime, _ in runtime.send(2) } == [.sent, .effect, .effect, .next, .finish])
        #expect(causes(leaking) { runtime, _ in runtime.send(4) } == [.sent, .fedBack, .finish])
        #expect(causes(leaking) { runtime, _ in runtime.send(3).cancel() } == [.finish])
        let shared = Shared(0)
        let observing = Interact<Int, Int>(initialValue: 0) { state, _ in
            state += 1
            return .state
        }.observing(shared)
        #expect(
            causes(observing) { runtime, executor in
                for _ in 1...2 { executor.settle(shared.update { $0 = 5 }) }
            } == [.shared, .finish])
        let (states, source) = AsyncStream<Int>.makeStream()
        #expect(
            causes(Source(states: states)) { _, _ in
                source.yield(1)
                source.finish()
            }.contains(.transformer))
    }

    @Test("A drain is told as draining, then drained; an empty observer compiles and changes nothing")
    func phases() {
        struct Empty: RuntimeObserver {}
        for isEmpty in [false, true] {
            let (log, executor) = (Log(), ControlledExecutor())
            let runtime = Runtime(Sum.digits(), executor: .on(executor), observer: isEmpty ? Empty() : log)
            runtime.send(1)
            let ended = executor.begin {
                await runtime.shutdown(.drain)
                return await runtime.state
            }
            #expect(ended.elements == [1])
            // Again, in any manner, is not told again.
            for manner in [Runtime<Int, Int>.Shutdown.drain, .cancel, .cancel] {
                executor.begin { await runtime.shutdown(manner) }
            }
            #expect(log.phases == (isEmpty ? [] : ["draining", "drained"]))
            executor.runFreely()
        }
    }

    @Test("A runtime that is cancelled, also while it drains and again when it is released, is told of it once")
    func cancelledOnce() {
        let (log, executor, work) = (Log(), ControlledExecutor(), DeafWork())
        do {
            let runtime = Runtime(Sum.working(on: work), executor: .on(executor), observer: log)
            executor.settle(runtime.send(1))
            for manner in [Runtime<Int, Int>.Shutdown.drain, .drain, .cancel, .cancel] {
                executor.begin { await runtime.shutdown(manner) }
            }
            executor.settle(work.release())
        }
        executor.runUntilIdle()
        #expect(log.phases == ["draining", "cancelled"])
        executor.runFreely()
    }

    @Test("The outputs that a middleware queues are no effects; its work is one")
    func middleware() {
        let (log, executor) = (Log(), ControlledExecutor())
        let runtime = Runtime(
            Store(
                initialValue: 0, reducer: Reducer<Int, Int> { action, state in state += action },
                middleware: AnyMiddleware<Int, Int, Int> { action, _, _ in
                    switch action {
                    case 1: .pure(10) <> .pure(20)
                    case 2: .run { _ in }
                    default: .none
                    }
                }),
            executor: .on(executor),
            observer: log)
        var place = 0
        func effects(of action: Int) -> [String] {
            executor.settle(runtime.send(action))
            return log.take(&place).filter { $0.hasPrefix("effect") }
        }
        #expect(effects(of: 1) == [])
        #expect(effects(of: 2).map { $0.split(separator: " ")[4] } == ["registered,", "began,", "ended,"])
        // The outputs are actions.
        #expect(runtime.counters.accepted == 4 && log.lines.elements.count { $0.hasPrefix("accepted") } == 4)
        executor.end(cancelling: runtime)
    }

    @Test("An observer is told of a subscriber that leaves, and of one that stalls", .misuse)
    func subscribers() async {
        let (log, executor, clock) = (Log(), ControlledExecutor(), TestClock())
        let runtime = Runtime(Sum.digits(), executor: .on(executor), clock: clock, observer: log)
        var states: AsyncStream<Int>? = runtime.states(.bounded(1, stalledFor: .seconds(1), then: .disconnect))
        executor.settle(runtime.send(1))
        executor.settle(clock.advance(by: .seconds(1)))
        states = nil
        let told = log.lines.elements.filter { $0.hasPrefix("subscriber") }
        #expect(told.map { $0.split(separator: " ").last } == ["came", "stalled", "went"])
        #expect(states == nil)
        executor.end(cancelling: runtime)
    }

    /// Two parts: each action starts an effect that waits its turn, and an observing one.
    struct Shop: Interactor {
        let work: DeafWork
        var body: some Interactor<Int, Int> {
            Interact(initialValue: 0) { state, action in
                state = action
                return .perform(id: "load", policy: .waitTurn) { _, _ in await work.run() }
            }
            Interact(initialValue: 0) { _, _ in .observe(id: 7) { _, _ in await work.run() } }
        }
    }

    @Test("A snapshot shows the mailbox, the effects, the subscribers and the held actions, as a table and as JSON")
    func snapshot() throws {
        let (work, clock, executor) = (DeafWork(), TestClock(), ControlledExecutor())
        let runtime = Runtime(Shop(work: work), executor: .on(executor), clock: clock, name: "shop")
        let states = runtime.states(.unbounded)
        func snapshot() throws -> RuntimeSnapshot {
            try #require(executor.begin { runtime.snapshot() }.elements.first)
        }
        let idle = try snapshot()
        #expect(idle.isIdle && idle.phase == .running && idle.effects.isEmpty && idle.mailbox.depth == 0)
        executor.settle(runtime.send(1))
        clock.advance(by: .seconds(3))
        executor.settle(runtime.send(2))
        clock.advance(by: .seconds(61))
        let busy = try snapshot()
        #expect(!busy.isIdle && busy.effects.map(\.id) == ["load", "7", "load", "7"])
        #expect(busy.effects.map(\.number) == [1, 2, 3, 4])
        #expect(busy.effects.map(\.status) == [.running, .running, .waiting, .running])
        #expect(busy.effects.map(\.isAwaited) == [true, false, true, false])
        #expect(busy.effects.map(\.age) == [.seconds(64), .seconds(64), .seconds(61), .seconds(61)])
        #expect(busy.subscribers.map(\.lag) == [3])
        let table = busy.description.split(separator: "\n").map(String.init)
        #expect(table[0] == "\(runtime.identity): running")
        #expect(table[1] == "  mailbox      0 of 1024")
        #expect(table[2].hasPrefix("  effect       load  running            1m 4s"))
        #expect(table[3].hasPrefix("  effect       7     running, observes  1m 4s"))
        #expect(table[6].hasPrefix("  subscriber   unbounded  3 behind"))
        let decoded = try JSONDecoder().decode(RuntimeSnapshot.self, from: JSONEncoder().encode(busy))
        #expect(decoded == busy)
        work.release()
        executor.begin { await runtime.shutdown(.cancel) }
        #expect(try snapshot().phase == .ended)
        withExtendedLifetime(states) {}
        executor.runFreely()
    }
}
