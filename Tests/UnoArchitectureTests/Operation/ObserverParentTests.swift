import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What a trace needs: which effect has caused a step, and the sender's context.
@Suite("What causes a step", .timeLimit(.hang))
struct ObserverParentTests {
    enum Request {
        @TaskLocal static var current: String?
    }

    /// Writes down each step, and the effects that it registers.
    struct Log: RuntimeObserver {
        let lines = Record<String>()
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
            append(step, "\(Request.current ?? "no request")")
        }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { append(step, "ended") }
        func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            if change == .registered { lines.append("registers \(effect.number)") }
        }

        private func append(_ step: StepRecord, _ text: String) {
            let effect = step.effect.map { " by effect \($0)" } ?? ""
            lines.append("\(step.cause)\(effect), \(text)")
        }
    }

    enum Action: Sendable { case load, loaded, shown, held }

    /// Starts an effect that feeds an action back and changes the state; that action starts another one, and names a next one.
    struct Loading: Interactor {
        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { count, action, dispatch in
                switch action {
                case .load:
                    return .perform { _, send in
                        await dispatch(.loaded)
                        await send { $0 += 10 }
                    }
                case .loaded:
                    return .concatenate([.perform { _, _ in }, .perform { _, _ in }])
                case .shown, .held:
                    count += 1
                    return .state
                }
            }
        }
    }

    @Test("A step names the effect that has caused it, and begins with the values of its event")
    func parents() {
        let (log, executor) = (Log(), ControlledExecutor())
        let runtime = Runtime(
            Loading(), executor: .on(executor), observer: log, carrying: Request.$current)
        executor.runUntilIdle()
        Request.$current.withValue("request 7") { _ = runtime.send(.load) }
        executor.runUntilIdle()
        executor.settle(runtime.send(.shown))
        #expect(
            log.lines.elements == [
                "start, no request", "start, ended",
                "sent, request 7", "registers 1", "sent, ended",
                "fedBack by effect 1, request 7", "registers 2", "fedBack by effect 1, ended",
                "effect by effect 1, request 7", "effect by effect 1, ended",
                "effect by effect 2, request 7", "registers 3", "effect by effect 2, ended",
                "sent, no request", "sent, ended",
            ])
        executor.end(cancelling: runtime)
    }

    @Test("A held action names the effect that has fed it back, and begins with the values of its event")
    func heldAction() {
        let (log, executor, clock) = (Log(), ControlledExecutor(), TestClock())
        let runtime = Runtime(
            Interactors.Merge(
                Interact<Int, Action>(initialValue: 0) { _, action, dispatch in
                    guard action == .load else { return .none }
                    return .perform { _, _ in await dispatch(.held) }
                },
                Interactors.Debounce(for: .seconds(1), clock: clock) {
                    Interact<Int, Action>(initialValue: 0) { count, _ in
                        count += 1
                        return .state
                    }
                }),
            executor: .on(executor), clock: clock, observer: log, carrying: Request.$current)
        executor.runUntilIdle()
        Request.$current.withValue("request 8") { _ = runtime.send(.load) }
        executor.runUntilIdle()
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(log.lines.elements.contains("held by effect 1, request 8"))
        #expect(log.lines.elements.contains("held by effect 1, ended"))
        executor.end(cancelling: runtime)
    }

    /// Counts the changes of effects.
    struct Tally: RuntimeObserver {
        let changes = Record<EffectRecord.Change>()
        func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            changes.append(change)
        }

        func count(of change: EffectRecord.Change) -> Int { changes.elements.count { $0 == change } }
    }

    @Test(
        "Each effect that was registered ends, whatever becomes of it",
        arguments: [
            .runBoth, .cancelPrevious, .dropNew, .waitTurn, .waitTurn(atMost: 2, then: .dropNew),
            .waitTurn(atMost: 2, then: .dropOldest),
        ] as [EffectPolicy])
    func everyEffectEnds(policy: EffectPolicy) {
        let (tally, executor, work) = (Tally(), ControlledExecutor(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            number == 9 ? .cancel(id: "work") : .perform(id: "work", policy: policy) { _, _ in await work.run() }
        }
        let runtime = Runtime(feature, executor: .on(executor), observer: tally)
        executor.act { for number in 0..<25 { runtime.send(number % 10) } }
        executor.settle(work.release())
        executor.begin { await runtime.shutdown(.cancel) }
        #expect(tally.count(of: .registered) > 0)
        #expect(tally.count(of: .registered) == tally.count(of: .ended))
        executor.runFreely()
    }
}
