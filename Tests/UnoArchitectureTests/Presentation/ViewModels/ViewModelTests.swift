import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("A view model", .timeLimit(.hang)) struct ViewModelTests {
    /// A counter whose effects the test holds in its hand.
    enum Action: Sendable {
        case add(Int)
        case addTwice(Int)
        case load, watch, loadBoth
        case follow(Int)
        case stop
    }

    struct CounterView: Equatable { var title = "-", reductions = 0 }

    struct Titles: ViewStateReducer {
        func reduce(_ domainState: Int, into viewState: inout CounterView) {
            viewState.title = "\(domainState)"
            viewState.reductions += 1
        }
    }

    let work = HeldWork()

    private func counter(_ canary: Canary? = nil, from initial: Int = 0) -> Interact<Int, Action> {
        Interact(initialValue: initial) { [work] count, action, dispatch in
            canary?.sing()
            switch action {
            case .add(let summand):
                count += summand
                return .state
            case .addTwice(let summand):
                return .perform { _, _ in
                    await dispatch(.add(summand))
                    await dispatch(.add(summand))
                }
            case .load:
                count += 1
                return .perform(id: "load") { _, send in
                    canary?.sing()
                    await work.run()
                    await send { $0 += 100 }
                }
            case .watch:
                return .observe(id: "watch") { _, send in
                    while await work.run() == .released { await send { $0 += 10 } }
                }
            case .loadBoth:
                return .merge([
                    .perform { _, send in
                        await work.run()
                        await send { $0 += 100 }
                    },
                    .perform { _, send in
                        await work.run()
                        await send { $0 += 1_000 }
                    },
                ])
            case .follow(let number):
                count += number
                guard number > 0 else { return .state }
                return .perform { _, _ in
                    await work.run()
                    await dispatch(.follow(number - 1))
                }
            case .stop: return .cancel(id: "load")
            }
        }
    }

    private func model() -> ViewModel<Action, Int, CounterView> {
        ViewModel(initialValue: CounterView(), counter(), Titles(), instances: .many)
    }

    @Test func `has its state with the initialiser`() {
        let model = ViewModel(initialValue: CounterView(), counter(from: 7), Titles(), instances: .many)
        #expect(model.viewState == CounterView(title: "7", reductions: 1))
        let direct = DirectViewModel(counter(from: 7), instances: .many)
        #expect(direct.viewState == 7)
    }

    @Test func `is up to date when an event has been sent`() {
        let model = model()
        let event = model.sendViewEvent(.add(5))
        #expect(model.title == "5")
        #expect(event.outcome == .accepted)
        #expect(!event.hasEffects)
        model.sendViewEvent(.add(6))
        #expect(model.title == "11")
    }

    @Test func `reduces and shows one state a step, the last`() {
        let states = Record<Int>()
        let model = ViewModel(
            initialValue: CounterView(),
            Interactors.MergeMany(interactors: [Sum.constant(1), Sum.constant(2), Sum.constant(3)]),
            BuildViewState { domainState, viewState in
                states.append(domainState)
                viewState.title = "\(domainState)"
                viewState.reductions += 1
            }, instances: .many)
        var recorded: [String] = []
        model.record { recorded.append($0.title) }
        let watch = Watch()
        watch("title") { model.title }
        watch("reductions") { model.reductions }
        model.sendViewEvent(0)
        #expect(states.elements == [0, 123])
        #expect(recorded == ["123"])
        #expect(watch.changes.sorted() == ["reductions", "title"])
        #expect(model.viewState == CounterView(title: "123", reductions: 2))
    }

    @Test func `handles an observer's actions after the current action, in order`() {
        let seen = Record<Int>()
        let model = DirectViewModel<Int, [Int]>(
            Interact<[Int], Int>.showing([]) { state, action in
                seen.append(action)
                state.append(action)
            }, instances: .many)
        beforeNextChange(of: model.count) {
            for action in [2, 3] {
                model.sendViewEvent(action)
                // Not during the step: the notified step is not over.
                #expect(model.viewState.isEmpty)
            }
        }
        model.sendViewEvent(1)
        #expect(model.viewState == [1, 2, 3])
        #expect(seen.elements == [1, 2, 3])
    }

    @Test func `accepts the action of an observer of an effect's state before actions that are sent later`() async {
        let model = DirectViewModel(counter(), instances: .many)
        let told = Record<Void>()
        let event = model.sendViewEvent(.load)
        beforeNextChange(of: model.viewState) {
            model.sendViewEvent(.add(1_000))
            told.append()
        }
        work.release()
        await told.waitFor(1)
        // Whether or not the queue has been seen to by now, it is before this event.
        var recorded: [Int] = []
        model.record { recorded.append($0) }
        model.sendViewEvent(.add(1))
        #expect(model.viewState == 1_102)
        #expect(recorded.last == 1_102)
        await event.finish()
    }

    @Test func `does not interrupt a step for the actions of an endless observer`() {
        let count = Scale.chosen(debug: 20_000, release: 1_000_000)
        let model = DirectViewModel(counter(), instances: .many)
        Self.answerEachChange(of: model, upTo: count)
        model.sendViewEvent(.add(1))
        #expect(model.viewState >= count)
    }

    private static func answerEachChange(of model: DirectViewModel<Action, Int>, upTo count: Int) {
        beforeNextChange(of: model.viewState) {
            guard model.viewState < count else { return }
            answerEachChange(of: model, upTo: count)
            model.sendViewEvent(.add(1))
        }
    }

    // MARK: Effects

    @Test("shows the states that effects send; the end of the event waits for the effects, as a refresh does")
    func refresh() async {
        let model = model()
        let event = model.sendViewEvent(.load)
        #expect(model.title == "1")
        #expect(event.hasEffects)
        work.release()
        await event.finish()
        #expect(model.title == "101")
        #expect(!event.hasEffects)
    }

    @Test func `awaits all effects of a merge and the actions that effects feed back`() async {
        let model = model()
        let both = model.sendViewEvent(.loadBoth)
        await work.starts.waitFor(2)
        work.release()
        work.release()
        await both.finish()
        #expect(model.title == "1100")
        await model.sendViewEvent(.addTwice(3)).finish()
        #expect(model.title == "1106")
    }

    @Test func `cancels an event's effects and the actions that they would feed back`() async {
        let model = model()
        let event = model.sendViewEvent(.follow(3))
        await work.starts.waitFor(1)
        work.release()
        await work.starts.waitFor(2)
        #expect(model.title == "5")
        event.cancel()
        #expect(event.isCancelled)
        await event.finish()
        #expect(work.endings.elements == [.released, .cancelled])
        #expect(model.title == "5")
        #expect(!event.hasEffects)
        model.sendViewEvent(.add(1))
        #expect(model.title == "6")
    }

    @Test func `cancels the event when the task that awaits its end is cancelled`() async {
        let model = model()
        let refresh = Task { await model.sendViewEvent(.load).finish() }
        await work.starts.waitFor(1)
        refresh.cancel()
        await refresh.value
        // The wait ends at once, the effect with its task.
        #expect(await work.endings.waitFor(1) == [.cancelled])
        #expect(model.title == "1")
    }

    @Test func `cancels effects by their id`() async {
        let model = model()
        let event = model.sendViewEvent(.load)
        await work.starts.waitFor(1)
        model.sendViewEvent(.stop)
        await event.finish()
        #expect(model.title == "1")
        #expect(!event.isCancelled)
    }

    @Test func `is up to date after each event, whatever effects do meanwhile`() async {
        let effects = 4
        let rounds = Scale.chosen(debug: 200, release: 2_000)
        let begun = Record<Void>()
        let model = DirectViewModel<Int?, [Int]>(
            Interact(initialValue: [0, 0]) { state, action, dispatch in
                if let number = action {
                    state[number] += 1
                    return .state
                }
                return .merge(
                    (0..<effects).map { _ in
                        .perform { _, send in
                            begun.append()
                            for _ in 0..<rounds {
                                await send { $0[1] += 1 }
                                await dispatch(1)
                            }
                        }
                    })
            }, instances: .many)
        let event = model.sendViewEvent(nil)
        await begun.waitFor(effects)
        for round in 1...rounds {
            model.sendViewEvent(0)
            #expect(model.viewState[0] == round)
            // Gives the effects a chance to run.
            if round % 8 == 0 { await Elsewhere.visit() }
        }
        await event.finish()
        #expect(model.viewState == [rounds, 2 * effects * rounds])
    }

    private enum Elsewhere {
        @concurrent
        static func visit() async {}
    }
}
