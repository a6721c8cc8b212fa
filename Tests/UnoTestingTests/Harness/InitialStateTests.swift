import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

@Suite("The initial state of a test", .timeLimit(.hang))
struct InitialStateTests {
    /// A part that works on the state of another one.
    struct Adding: SynchronousInteractor {
        func interact(state: inout Int, action: Int) -> Emission<Int> {
            state += action
            return .state
        }
    }

    @Test func `is emitted first, and the state is there after each step`() async {
        let clock = TestClock()
        let harness = InteractorTestHarness(
            Editor(clock: clock),
            initialState: .init(text: "x"), clock: clock)
        #expect(await harness.state == Editor.State(text: "x"))
        await harness.send(.type("y")) { $0.text = "xy" }
        #expect(await harness.state?.text == "xy")
        await harness.send(.dictate)
        await harness.advance(by: .seconds(1))
        await harness.receive { $0.text = "xya" }
        #expect(await harness.state?.text == "xya")
        #expect(await harness.states.map(\.text) == ["x", "xy", "xy", "xya"])
        await harness.cancelEffects()
        await harness.finish()
    }

    @Test("is a parameter of a harness that makes its feature, too; without it, the feature's own is used")
    func withClock() async {
        let given = InteractorTestHarness(initialState: .init(text: "x")) { clock in Editor(clock: clock) }
        #expect(await given.state?.text == "x")
        await given.finish()
        let own = InteractorTestHarness { clock in Editor(clock: clock) }
        #expect(await own.state?.text == "")
        await own.finish()
    }

    @Test func `makes a part without one testable`() async {
        let harness = InteractorTestHarness(Adding(), initialState: 5)
        await harness.send(2) { $0 = 7 }
        await harness.finish()
        let reducer = InteractorTestHarness(Reducer<Int, Int> { action, state in state *= action }, initialState: 5)
        await reducer.send(2) { $0 = 10 }
        await reducer.finish()
    }

    @Test func `replaces the initial values of several parts, which may differ then`() async {
        let parts = Interactors.Merge(
            Interact<Int, Int>(initialValue: 1) { _, _ in .none }, Interact<Int, Int>(initialValue: 2) { _, _ in .none }
        )
        let harness = InteractorTestHarness(parts, initialState: 3)
        #expect(await harness.states == [3])
        await harness.finish()
    }

    @Test func `may be nil, which is a state like any other`() async {
        let feature = Interact<Int?, Int>(initialValue: 1) { state, action in
            state = action
            return .state
        }
        let harness = InteractorTestHarness(feature, initialState: .some(nil))
        #expect(await harness.states == [nil])
        await harness.send(2) { $0 = 2 }
        await harness.finish()
        let own = InteractorTestHarness(feature)
        #expect(await own.states == [1])
        await own.finish()
    }

    // MARK: View models

    struct Shout: ViewStateReducer {
        func reduce(_ domainState: Editor.State, into viewState: inout String) { viewState = domainState.text + "!" }
    }

    @Test @MainActor func `of a view model`() async {
        let harness = ViewModelTestHarness(initialState: Editor.State(text: "x")) { clock in
            ViewModel(initialValue: "", Editor(clock: clock), Shout(), instances: .many)
        }
        #expect(harness.viewStates == ["x!"])
        harness.send(.type("y")) { $0 = "xy!" }
        await harness.finish()

        let direct = ViewModelTestHarness(initialState: 5) { _ in DirectViewModel(Adding(), instances: .many) }
        direct.send(2) { $0 = 7 }
        #expect(direct.viewStates == [5, 7])
        await direct.finish()
    }

    @Test @MainActor func `of a view model that was made elsewhere, or shows a shared runtime, is a mistake`() async {
        let elsewhere = DirectViewModel(Interact<Int, Int>(initialValue: 0) { _, _ in .none }, instances: .many)
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let found = await failures {
            let first = ViewModelTestHarness(elsewhere, initialState: 1, line: 10)
            await first.finish()
            let second = ViewModelTestHarness(
                DirectViewModel(initialValue: 0, runtime, instances: .many),
                initialState: 1, line: 20)
            await second.finish()
        }
        #expect(found.map(\.line) == [10, 20])
        #expect(found.allSatisfy { $0.text.contains("does not start with the initial state of its harness") })
        await runtime.shutdown(.drain)
    }

    @Test @MainActor func `is not that of the view models that the feature's effects make`() async {
        let made = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, _ in
                await MainActor.run {
                    let other = DirectViewModel(Interact<Int, Int>(initialValue: 9) { _, _ in .none }, instances: .many)
                    made.append(other.viewState)
                }
            }
        }
        let harness = ViewModelTestHarness(initialState: 1) { _ in DirectViewModel(feature, instances: .many) }
        await harness.send(1).finish()
        #expect(made.elements == [9])
        await harness.finish()
    }
}
