import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

extension HarnessTests {
    @Test("reports a change that no step of a sequence emits, and a sequence that comes after the end")
    func sequences() async {
        let harness = harness()
        let found = await failures {
            await harness.sendSequentially(.increment, .quietly, line: 10) { $0.count = 2 }
            await harness.sendSequentially(.increment, .increment, line: 20) { $0.count = 4 }
            await harness.finish()
            await harness.sendSequentially(.increment, line: 30) { $0.count = 5 }
        }
        #expect(found.map(\.line) == [10, 30])
        #expect(found.first?.text.contains("the change was not emitted") == true)
        #expect(found.last?.text == ".increment was sent after the harness had finished")
    }

    @Test("demands nothing that came before it became exhaustive, and lets a test receive it")
    func exhaustiveFromNowOn() async {
        for receives in [false, true] {
            let loader = Loader(clock: TestClock())
            let harness = InteractorTestHarness(loader, clock: loader.clock, exhaustivity: .off)
            await harness.send(.watch)
            await harness.send(.load)
            loader.work.release()
            await harness.advance(by: .seconds(1))
            harness.exhaustivity = .on
            if receives {
                let rows = [Loader.Row(id: 1, name: "one")]
                await harness.receive(.loaded(rows)) { $0.phase = .loaded(rows) }
            }
            await harness.send(.unwatch)
            await harness.send(.increment) { $0.count = 1 }
            await harness.send(.load) { $0.phase = .loading(since: 1) }
            let found = await failures {
                loader.work.release()
                await harness.finish(line: 10)
            }
            #expect(found.map(\.line) == [10])
            #expect(found.first?.text.contains("was not received") == true)
        }
    }

    @Test("waits no longer for an action when another step has come that an exhaustive test has to receive")
    func otherStep() {
        var ledger = ReceiveLedger<Int, Int>(.off, of: "state")
        ledger.note(step(1))
        ledger.exhaustivity = .on
        // The test need not receive this one.
        #expect(!ledger.canReceive { _ in false })
        ledger.note(step(2))
        #expect(ledger.canReceive { _ in false })
    }

    private func step(_ action: Int) -> LedgerStep<Int, Int> {
        LedgerStep(
            cause: .fedBack(action), event: nil, before: 0, after: 0, shown: 0, emitted: [], hasEffects: false,
            isDismissed: false, time: .zero)
    }

    @Test("takes what a copy has taken, once, and keeps what has come meanwhile", arguments: [false, true])
    func copied(isTakenHere: Bool) {
        var ledger = ReceiveLedger<Int, Int>(.on, of: "state")
        for action in 1...3 { ledger.note(step(action)) }
        var copy = ledger
        for action in 1...2 {
            guard case .step = copy.receive(matching: { $0.isFeedback { $0 == action } }) else {
                Issue.record("Step \(action) was not received")
                continue
            }
        }
        // What looks at the steps may send.
        if isTakenHere { ledger.takeAll() }
        ledger.note(step(4))
        ledger.take(like: copy)
        ledger.take(like: copy)
        let left = ledger.takeAll().map { step in
            if case .fedBack(let action) = step.cause { action } else { 0 }
        }
        #expect(left == (isTakenHere ? [4] : [3, 4]))
    }

    @Test("lets what matches an action use the harness")
    func matching() async {
        let harness = harness()
        await harness.send(.load) { $0.phase = .loading(since: 0) }
        loader.work.release()
        let isWanted = { (_: Loader.Action) in harness.exhaustivity == .on }
        await harness.receive(where: isWanted) {
            $0.phase = .loaded([Loader.Row(id: 1, name: "one")])
        }
        await harness.finish()
    }

    @CasePathable
    enum WholeAction: Sendable, Equatable {
        case sheet(Int)
    }

    @Test("awaits and cancels what other parts do with an action that a missing part refuses")
    func refused() async {
        let (work, log) = (HeldWork(), Record<String>())
        let feature = Interact<Int?, WholeAction>(initialValue: nil) { _, _ in
            .perform { _, _ in
                log.append("begun")
                await work.run()
                log.append("ended")
            }
        }
        .ifLet(\.self, action: \.sheet) { Interact<Int, Int>(initialValue: 0) { _, _ in .none } }
        let found = await failures {
            let harness = InteractorTestHarness(feature)
            let event = await harness.send(.sheet(1), emitting: 1)
            #expect(event.outcome == .rejected(.childEnded) && work.waitingCount == 1)
            await harness.cancelEffects()
            #expect(work.waitingCount == 0)
            async let isOver: Void = {
                await harness.sendAndAwait(.sheet(2), emitting: 1)
                log.append("returned")
            }()
            await log.waitFor(3)
            work.release()
            await isOver
            #expect(log.elements == ["begun", "ended", "begun", "ended", "returned"])
            await harness.finish()
        }
        #expect(
            !found.isEmpty && found.allSatisfy { $0.text.contains("An action was sent to") }, "\(found.map(\.text))")
    }
}
