import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A handler that returns nothing: what it has changed is emitted.
@Suite("Update", .timeLimit(.hang))
struct UpdateTests {
    struct Feature: Interactor {
        var body: some Interactor<Int, Int> {
            Update(initialValue: 0) { count, action, _ in
                switch action {
                case 0: break
                case 9: count = 9
                default: count += action
                }
            }
        }
    }

    @Test("emits each changed state, and no other one, in a burst as well as one by one") func emits() async {
        for isBurst in [false, true] {
            let harness = InteractorTestHarness(Feature())
            if isBurst {
                await harness.send(1, 0, 9, 9, 1, 0) { $0 = 10 }
            } else {
                await harness.send(1) { $0 = 1 }
                await harness.send(0)
                await harness.send(9) { $0 = 9 }
                await harness.send(9)
                await harness.send(1) { $0 = 10 }
                await harness.send(0)
            }
            #expect(await harness.states == [0, 1, 9, 10])
            await harness.finish()
        }
    }

    @Test("emits in each host", arguments: Host.allCases) func hosts(host: Host) async {
        #expect(await host.states(of: Feature(), [1, 0, 2, 0]) == [0, 1, 3])
    }

    @Test("works on the state of another part, whose change it does not emit again") func withoutState() async {
        struct Pair: Interactor {
            var body: some Interactor<[Int], Int> {
                Interact(initialValue: []) { state, action in
                    state.append(action)
                    return .state
                }
                Update { state, action, _ in if action == 2 { state.append(20) } }
            }
        }
        let harness = InteractorTestHarness(Pair())
        await harness.send(1, emitting: 1) { $0 = [1] }
        await harness.send(2, emitting: 2) { $0 = [1, 2, 20] }
        await harness.finish()
    }

    @Interactor
    struct Office {
        struct State: Sendable, Equatable {
            var letters: [String] = []
            var count = 0
        }

        @CasePathable enum Action: Sendable, Equatable {
            case load, stop, look, count, hide, nothing, both, noWork
            case loaded(String)
        }

        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, effects in
                switch action {
                case .load: effects.run(\.loaded, id: "load") { "a" }
                case .stop: effects.cancel(id: "load")
                case .look: effects.add(.none)
                case .count: state.count += 1
                case .hide:
                    state.count += 10
                    effects.add(.unshown)
                case .nothing: break
                case .both:
                    effects.next(.loaded("b"))
                    state.count += 100
                    effects.perform { _, send in await send { $0.letters.append("c") } }
                case .noWork:
                    state.count += 1_000
                    effects.add(.merge([]))
                case .loaded(let letter): state.letters.append(letter)
                }
            }
        }
    }

    @Test("an effect emits the state once, changed or not; a change emits it without one") func effects() async {
        let harness = InteractorTestHarness(Office())
        await harness.send(.nothing, emitting: 0)
        await harness.send(.look, emitting: 0)
        await harness.send(.stop, emitting: 1)
        await harness.send(.count, emitting: 1) { $0.count = 1 }
        await harness.send(.noWork, emitting: 1) { $0.count = 1_001 }
        await harness.send(.load, emitting: 1)
        await harness.receive(.loaded("a")) { $0.letters = ["a"] }
        await harness.send(.hide, emitting: 0) { $0.count = 1_011 }
        await harness.send(.count, emitting: 1) { $0.count = 1_012 }
        await harness.finish()
    }

    @Test("effects begin in the order added, when the step has ended") func order() async {
        let harness = InteractorTestHarness(Office())
        await harness.send(.both) { $0.count = 100 }
        await harness.receive(.loaded("b")) { $0.letters = ["b"] }
        await harness.receive { $0.letters = ["b", "c"] }
        await harness.finish()
    }

    @Test("a handler that adds effects does so in each host", arguments: Host.allCases)
    func effectsInHosts(host: Host) async {
        struct Feature: Interactor {
            var body: some Interactor<Int, Int> {
                Update(initialValue: 0) { count, action, effects in
                    if action < 3 { count += action }
                    if action == 3 { effects.cancel(id: "none") }
                }
            }
        }
        #expect(await host.states(of: Feature(), [1, 0, 3, 5, 2]) == [0, 1, 1, 3])
    }

    @Test("a handler with effects works on the state of another part") func effectsWithoutState() async {
        struct Pair: Interactor {
            var body: some Interactor<[Int], Int> {
                Update(initialValue: []) { state, action, _ in state.append(action) }
                Update { state, action, effects in
                    if action == 2 { effects.perform { _, send in await send { $0.append(20) } } }
                }
                Update { state, action, effects in if action == 3 { effects.next(1) } }
            }
        }
        let harness = InteractorTestHarness(Pair())
        await harness.send(2, emitting: 2) { $0 = [2] }
        await harness.receive { $0 = [2, 20] }
        await harness.send(3) { $0 = [2, 20, 3] }
        await harness.receive(1) { $0 = [2, 20, 3, 1] }
        await harness.finish()
    }

    struct Refusal: Error, Equatable {}

    @Interactor
    struct Every {
        struct State: Sendable, Equatable { var log: [String] = [] }

        @CasePathable enum Action: Sendable {
            case perform, fail, observe, observeAndFail, value, result, feedBack, leave
            case text(String)
            case answer(Result<String, any Error>)
        }

        let ticks: AsyncStream<String>

        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, effects in
                switch action {
                case .perform: effects.perform(id: "a") { _, send in await send { $0.log.append("done") } }
                case .fail:
                    effects.perform { _, _ in
                        throw Refusal()
                    } catch: {
                        $0.log.append("\($1)")
                    }
                case .observe:
                    effects.observe(id: "o") { [ticks] _, send in
                        for await tick in ticks { await send { $0.log.append(tick) } }
                    }
                case .observeAndFail:
                    effects.observe(id: "o", policy: .cancelPrevious) { _, _ in
                        throw Refusal()
                    } catch: { state, error in
                        state.log.append("observed \(error)")
                    }
                case .value: effects.run(\.text) { "value" }
                case .result: effects.run(\.answer) { throw Refusal() }
                case .feedBack:
                    effects.perform { [dispatch = effects.dispatch] _, _ in await dispatch(.text("dispatched")) }
                case .leave: effects.dismiss()
                case .text(let text): state.log.append(text)
                case .answer(.success(let text)): state.log.append(text)
                case .answer(.failure(let error)): state.log.append("answer \(error)")
                }
            }
        }
    }

    @Test("each function starts what the one of an emission does") func functions() async {
        let (ticks, source) = AsyncStream<String>.makeStream()
        let harness = InteractorTestHarness(Every(ticks: ticks))
        await harness.send(.perform)
        await harness.receive { $0.log = ["done"] }
        await harness.send(.fail)
        await harness.receive { $0.log.append("Refusal()") }
        await harness.send(.observe)
        source.yield("tick")
        await harness.receive { $0.log.append("tick") }
        // The policy is passed on: the first one ends.
        await harness.send(.observeAndFail)
        await harness.receive { $0.log.append("observed Refusal()") }
        source.yield("late")
        await harness.send(.value)
        await harness.receive(\.text) { $0.log.append("value") }
        await harness.send(.result)
        await harness.receive(\.answer.failure) { $0.log.append("answer Refusal()") }
        await harness.send(.feedBack)
        await harness.receive(\.text) { $0.log.append("dispatched") }
        #expect(await !harness.isDismissed)
        await harness.send(.leave)
        #expect(await harness.isDismissed)
        await harness.finish()
    }

    @Interactor
    struct Child {
        struct State: Sendable, Equatable { var text = "" }
        enum Action: Sendable { case done }
        var body: some InteractorOf<Self> {
            Update { state, action, effects in
                state.text = "changed"
                effects.dismiss()
            }
        }
    }
    @Interactor
    struct Parent {
        struct State: Sendable, Equatable { var child: Child.State? = Child.State() }
        enum Action: Sendable { case child(PresentationAction<Child.Action>) }
        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { _, _, _ in }.presents(\.child, action: \.child) { Child() }
        }
    }

    @Test("a change and a dismissal are one state, that of the parent without the child") func dismissal() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(\.child.done, emitting: 1) { $0.child = nil }
        await harness.finish()
    }

    @Test("a change is emitted beside what emits nothing by itself", arguments: 0..<5)
    func besideNothing(number: Int) async {
        let feature = Update<Int, Int>(initialValue: 0) { count, action, effects in
            count += action
            switch number {
            case 0: effects.add(.merge([.none, .none]))
            case 1: effects.add(.concatenate([.merge([]), .none]))
            case 2: effects.add(.none.shown(with: ViewTransaction { $0() }))
            case 3: effects.add(.none)
            default:
                effects.add(.merge([.none]))
                effects.add(.none)
            }
        }
        let harness = InteractorTestHarness(feature)
        await harness.send(1, emitting: 1) { $0 = 1 }
        await harness.send(0, emitting: 0)
        await harness.finish()
    }
}
