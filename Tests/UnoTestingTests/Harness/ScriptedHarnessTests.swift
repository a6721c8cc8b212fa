import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite(.timeLimit(.hang))
struct ScriptedHarnessTests {
    enum Action: Sendable {
        case add(Int)
        case load
        case loaded(Int)
        case chain
    }

    private var feature: some Interactor<Int, Action> {
        Interact<Int, Action>(initialValue: 0) { count, action, dispatch in
            switch action {
            case .add(let number), .loaded(let number):
                count += number
                return .state
            case .load: return .perform { _, _ in Issue.record("An effect has run") }
            case .chain: return .merge([.state, dispatch.next(.add(10))])
            }
        }
    }

    @Test func `A test says what effects do, and passes if it says all`() async {
        let harness = ScriptedHarness(feature)
        await harness.start(with: 0)
        await harness.send(.add(2)) { $0 = 2 }
        await harness.send(.load)
        await harness.receive(.loaded(5), from: 1) { $0 = 7 }
        await harness.receive(state: 1, from: 1) { $0 = 1 }
        await harness.endEffect(1)
        await harness.send(.load)
        await harness.endEffect(2)
        await harness.send(.chain)
        await harness.receiveNext { $0 = 11 }
        await harness.finish()
        await harness.end()
    }

    @Test func `What the test says otherwise is recorded`() async {
        let found = await failures {
            let harness = ScriptedHarness(feature, initialState: 1)
            await harness.start(with: 2)
            await harness.send(.add(2))
            await harness.send(.add(2)) { $0 += 3 }
            await harness.send(.add(0), isRefused: true)
            await harness.end()
        }
        #expect(found.count == 4)
        #expect(found.first?.text.contains("After start") == true)
        #expect(found.last?.text.contains("a part that the action addresses is there") == true)
    }

    private struct Page: Sendable, Equatable {
        var count = 0
        var ratio = Double.nan
    }

    @Test func `A field is named as other tests name it, and one that does not equal itself is no difference`() async {
        let fields = await failures {
            let harness = ScriptedHarness(
                Interact<Page, Int>(initialValue: Page()) { page, number in
                    page.count += number
                    return .state
                })
            await harness.start(with: Page())
            await harness.send(1)
            await harness.end()
        }
        let text = "After 1, the state is not what the test says:\n"
        #expect(fields.map(\.text) == ["\(text)    count\n        expected: 0\n        actual:   1"])
        let whole = await failures {
            let harness = ScriptedHarness(
                Interact<Int, Int>(initialValue: 0) { state, number in
                    state += number
                    return .state
                })
            await harness.start(with: nil)
            await harness.send(1) { $0 = 2 }
            await harness.end()
        }
        #expect(whole.first?.text.hasSuffix("    the state\n        expected: nil\n        actual:   0") == true)
        #expect(whole.last?.text == "\(text)    the state\n        expected: 2\n        actual:   1")
    }

    @Test func `What cannot come, and what is left at the end, is recorded`() async {
        let found = await failures {
            let harness = ScriptedHarness(feature)
            await harness.start(with: 0)
            await harness.receive(.loaded(1), from: 1)
            await harness.receiveHeld()
            await harness.receiveNext()
            await harness.endEffect(1)
            await harness.send(.load)
            await harness.end()
        }
        #expect(found.count == 5)
        #expect(found.dropLast().allSatisfy { $0.text.contains("cannot") })
        #expect(found.last?.text.contains("still under way: effect 1. Let it end") == true)
    }

    @Test func `A cancelled event takes its effects with it, and so does a cancelled end`() async {
        let harness = ScriptedHarness(feature)
        await harness.start(with: 0)
        await harness.send(.load)
        await harness.cancelEvent(1)
        await harness.endEffect(1)
        await harness.send(.load)
        await harness.end(cancelling: true)
    }

    @Test(arguments: 1...3) func `A test without an end is recorded at its last call`(calls: Int) async {
        let found = await failures {
            let harness = ScriptedHarness(feature)
            await harness.start(with: 0)
            await harness.send(.load, line: 1)
            if calls > 1 { await harness.endEffect(1, line: 2) }
            if calls > 2 { await harness.cancelEvent(1, line: 3) }
        }
        #expect(found.map { $0.text.contains("end()") } == [true] && found.map(\.line) == [calls])
    }

    @Test func `An action that the test has not sent cannot be cancelled`() async {
        let harness = ScriptedHarness(feature)
        await harness.start(with: 0)
        await harness.send(.load)
        let found = await failures {
            for number in [-1, 0, 2, 1] { await harness.cancelEvent(number, line: 10) }
        }
        #expect(found.map(\.text) == [-1, 0, 2].map { "Action \($0) cannot be cancelled: the test has sent 1" })
        #expect(found.allSatisfy { $0.line == 10 })
        await harness.end(cancelling: true)
    }

    @Test func `A next action that is left at the end is recorded`() async {
        let found = await failures {
            let harness = ScriptedHarness(feature)
            await harness.start(with: 0)
            await harness.send(.chain)
            await harness.end()
        }
        #expect(found.map { $0.text.contains("still under way: a held or a next action") } == [true])
    }
}
