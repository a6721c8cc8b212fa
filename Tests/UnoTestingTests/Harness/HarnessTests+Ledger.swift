import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

extension HarnessTests {
    @Test func `reports a change that no step of a sequence emits, and a sequence that comes after the end`() async {
        let harness = harness()
        let found = await failures {
            await harness.sendSequentially(.increment, .quietly, line: 10) { $0.count = 2 }
            await harness.sendSequentially(.increment, .increment, line: 20) { $0.count = 4 }
            await harness.send(.load) { $0.phase = .loading(since: 4) }
            loader.work.release()
            await harness.sendSequentially(.increment, .increment, line: 25) { $0.count = 6 }
            await harness.finish()
            await harness.sendSequentially(.increment, line: 30) { $0.count = 7 }
        }
        #expect(found.map(\.line) == [10, 25, 30])
        #expect(found.first?.text.contains("the change was not emitted") == true)
        let early = "Before .increment, .increment was sent, this had come and was not received:\n"
        #expect(found.dropFirst().first?.text.hasPrefix(early) == true)
        #expect(found.last?.text == ".increment was sent after the harness had finished")
    }

    @Test func `demands nothing that came before it became exhaustive, and lets a test receive it`() async {
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

    @Test func `waits no longer for an action when another step has come that an exhaustive test has to receive`() {
        var ledger = ReceiveLedger<Int, Int>(.off, of: "state")
        ledger.note(step(1))
        #expect(ledger.canReceive { $0.isFeedback { $0 == 1 } })
        ledger.exhaustivity = .on
        // The test need not receive this one.
        #expect(!ledger.canReceive { _ in false })
        ledger.note(step(2))
        #expect(ledger.canReceive { _ in false })
        ledger.exhaustivity = .off
        #expect(!ledger.canReceive { _ in false })
    }

    private func step<Action: Sendable>(
        _ action: Action, of event: UInt64? = nil, at time: Duration = .zero
    ) -> LedgerStep<Int, Action> {
        LedgerStep(
            cause: .fedBack(action), event: event, before: 0, after: 0, shown: 0, emitted: [], hasEffects: false,
            isDismissed: false, time: time)
    }

    @Test func `asks for no time of a step that had come when the call began that moved the clock`() {
        var ledger = ReceiveLedger<Int, Int>(.on, of: "state")
        for time in [2, 3] { ledger.note(step(time, at: .seconds(time))) }
        ledger.moved(from: .seconds(2), to: .seconds(9))
        for _ in 1...2 {
            guard case .step(let check) = ledger.receive(matching: { _ in true }) else {
                Issue.record("Nothing was received")
                return
            }
            #expect(check.timeFailure(nil, "it") == nil)
        }
    }

    private enum Fed: Sendable {
        case number(Int)
        case end
    }

    @Test func `lists twenty lines of steps, and folds those of one event and one case only`() {
        let ledger = ReceiveLedger<Int, Int>(.on, of: "state")
        for (count, expected) in [(20, 20), (25, 21)] {
            let lines = ledger.list((0..<count).map { step($0, of: UInt64($0 % 2)) }).split(separator: "\n")
            #expect(lines.count == expected)
            #expect(lines.last?.hasSuffix("… 5 more") == (count == 25))
        }
        #expect(ledger.list((0..<8).map { step($0) }).split(separator: "\n").count == 3)
        let cases = (0..<4).map { Fed.number($0) } + Array(repeating: Fed.end, count: 4)
        let fed = ReceiveLedger<Int, Fed>(.on, of: "state").list(cases.map { step($0) }).split(separator: "\n")
        #expect(fed.count == 6)
        #expect(fed.filter { $0.hasSuffix("… 2 more like it, and the last:") }.count == 2)
    }

    @Test func `tells apart equal states by what led to them, and by their times`() async {
        let harness = numbers(.off) { _, state, _, _ in
            state = 1
            return .state
        }
        for action in [1, 1, 2] { await harness.send(action) }
        await harness.advance(by: .seconds(1))
        await harness.send(2)
        let records = await harness.stateHistory
        #expect(records.map(\.state) == [0, 1, 1, 1, 1])
        #expect(zip(records, records.dropFirst()).map { $0 == $1 } == [false, true, false, false])
        await harness.finish()
    }

    @Test func `waits until the feature rests before it says what there is, or passes over it`() async {
        let work = HeldWork()
        let harness = numbers(.off) { _, _, _, _ in
            .perform { _, send in
                await work.run()
                for _ in 0..<100 { await Task.yield() }
                await send { $0 += 1 }
            }
        }
        for _ in 1...4 { await harness.send(1) }
        work.release()
        #expect(await harness.state == 1)
        work.release()
        #expect(await harness.latestState == 2)
        work.release()
        #expect(await harness.states.last == 3)
        work.release()
        // Nor does it cancel what the test has let go on.
        await harness.cancelEffects()
        #expect(await harness.state == 4)
        await harness.send(1)
        harness.exhaustivity = .on
        work.release()
        await harness.skipReceived()
        await harness.finish()
        #expect(await harness.state == 5)
    }

    @Test func `rests before it says that its clock cannot go back`() async {
        let (work, ends) = (HeldWork(), Record<Void>())
        let harness = numbers(.off) { _, _, _, _ in
            .perform { _, _ in
                await work.run()
                for _ in 0..<100 { await Task.yield() }
                ends.append()
            }
        }
        await harness.send(1, 2)
        let found = await failures {
            work.release()
            await harness.advance(by: .seconds(-1), line: 10)
            #expect(ends.count == 1)
            work.release()
            await harness.advance(to: TestClock.Instant(offset: .seconds(-1)), line: 20)
            #expect(ends.count == 2)
        }
        #expect(found.map(\.line) == [10, 20])
        await harness.finish()
    }

    @Test("tells what the feature has reported at the next call, or at the last", arguments: 0..<4)
    func reports(call: Int) async {
        let kept = Record<Dispatcher<Int>>()
        var harness: InteractorTestHarness<Int, Int>? = numbers { _, _, number, dispatch in
            number == 1 ? .perform { _, _ in kept.append(dispatch) } : .none
        }
        await harness?.send(1, line: 10)
        // Its effect has ended.
        await kept.elements.first?(2)
        let found = await failures {
            switch call {
            case 0: await harness?.receive(timeout: .zero, line: 20)
            case 1: await harness?.sendSequentially(3, line: 20)
            case 2: await harness?.finish(line: 20)
            default: harness = nil
            }
        }
        #expect(found.filter { $0.text.contains("dispatched") }.map(\.line) == [call < 3 ? 20 : 10])
        if call < 2 { await harness?.finish() }
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

    @Test func `lets what matches an action use the harness`() async {
        let harness = harness()
        await harness.send(.load) { $0.phase = .loading(since: 0) }
        loader.work.release()
        let isWanted = { (_: Loader.Action) in harness.exhaustivity == .on }
        await harness.receive(where: isWanted) { $0.phase = .loaded([Loader.Row(id: 1, name: "one")]) }
        await harness.finish()
    }

    @CasePathable
    enum WholeAction: Sendable, Equatable {
        case sheet(Int)
    }

    @Test func `awaits and cancels what other parts do with an action that a missing part refuses`() async {
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
