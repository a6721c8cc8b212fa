import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Law 2: who watches a feature sees one state a step, the last that the step has emitted.
@Suite("One state a step", .timeLimit(.hang), .tags(.order))
struct StatesOfAStepTests {
    /// Two parts change one half each; between two steps both are equal.
    struct Pair: Sendable, Equatable {
        var first = 0
        var second = 0

        var isWhole: Bool { first == second }
    }

    enum Feature: CaseIterable, CustomTestStringConvertible, Sendable {
        case merge, many, child, next, erased

        var testDescription: String { "\(self)" }

        /// Adds the action to both halves.
        @InteractorBuilder<Pair, Int>
        var interactor: some Interactor<Pair, Int> {
            switch self {
            case .merge:
                StatesOfAStepTests.adding(\.first)
                StatesOfAStepTests.adding(\.second)
            case .many:
                Interactors.MergeMany(interactors: [
                    StatesOfAStepTests.adding(\.first), StatesOfAStepTests.adding(\.second),
                ])
            case .child:
                Scope(state: \.first) { Interact<Int, Int>.changing(0) { count, number in count += number } }
                StatesOfAStepTests.adding(\.second)
            case .next:
                StatesOfAStepTests.adding(\.first)
                Interact<Pair, Int>(initialValue: Pair()) { pair, number, dispatch in
                    pair.second += number
                    // A step of its own, which changes nothing.
                    return number > 0 ? .concatenate([.state, dispatch.next(0)]) : .state
                }
            case .erased:
                Interactors.Merge(StatesOfAStepTests.adding(\.first), StatesOfAStepTests.adding(\.second))
                    .eraseToAnyInteractor()
            }
        }
    }

    static func adding(_ half: any WritableKeyPath<Pair, Int> & Sendable) -> Interact<Pair, Int> {
        Interact(initialValue: Pair()) { pair, number in
            pair[keyPath: half] += number
            return .state
        }
    }

    private let executor = ControlledExecutor()
    private let clock = TestClock()

    /// The states that a stream gives, as they come.
    private func take<State: Sendable>(_ states: AsyncStream<State>) -> Record<State> {
        let seen = Record<State>()
        executor.settle(executor.task { for await state in states { seen.append(state) } })
        return seen
    }

    private func end<State: Sendable, Action: Sendable>(_ runtime: Runtime<State, Action>) {
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        executor.runFreely()
    }

    static let policies: [SubscriptionPolicy] = [
        .latest, .bounded(1), .bounded(3), .droppingOldest(1), .droppingOldest(50), .unbounded,
    ]

    // MARK: Runtimes

    @Test("Of a runtime, whatever the policy, in bursts and one by one", arguments: Feature.allCases, policies)
    func runtime(feature: Feature, policy: SubscriptionPolicy) {
        let runtime = Runtime(feature.interactor, executor: .on(executor))
        let seen = take(runtime.states(policy))
        let part = take(runtime.projection(action: { $0 }, state: { $0 }, emitting: .removeDuplicates).states(policy))
        for number in 1...3 { runtime.send(number) }
        executor.runUntilIdle()
        for number in 4...6 { executor.settle(runtime.send(number)) }
        let late = take(runtime.states(policy))
        executor.settle(runtime.send(7))
        let all = seen.elements + part.elements + late.elements
        #expect(!all.contains { !$0.isWhole }, "\(all.filter { !$0.isWhole })")
        #expect([seen, part, late].map(\.elements.last?.first) == [28, 28, 28])
        switch policy {
        case .bounded, .unbounded:
            let sums = [0, 1, 3, 6, 10, 15, 21, 28]
            #expect(part.elements.map(\.first) == sums)
            #expect(
                seen.elements.map(\.first) == (feature == .next ? [0] + sums.dropFirst().flatMap { [$0, $0] } : sums))
        default: break
        }
        end(runtime)
    }

    @Test("Those in between come to who asks for them, and change nothing for the others") func everyState() {
        let runtime = Runtime(
            Interactors.MergeMany(interactors: [Sum.digits(), Sum.digits(), Sum.digits()]), executor: .on(executor))
        let numbers = runtime.numberedStates(.unbounded)
        let all = Self.policies.map { take(runtime.states($0, of: .everyState)) }
        let steps = Self.policies.map { take(runtime.states($0)) }
        let projection = runtime.projection(action: { $0 }, state: { -$0 }, emitting: .always)
        let part = take(projection.states(.unbounded, of: .everyState))
        executor.settle(runtime.send(1))
        executor.settle(runtime.send(2))
        let (every, shown) = ([0, 1, 11, 111, 1112, 11122, 111_222], [0, 111, 111_222])
        for (policy, seen) in zip(Self.policies, all) { #expect(seen.elements == (policy == .latest ? shown : every)) }
        for seen in steps { #expect(seen.elements == shown) }
        #expect(part.elements == every.map { -$0 })
        let numbered = numbers.pullReady(atMost: 9).states
        #expect(numbered.map(\.state) == shown)
        for (state, next) in zip(numbered, numbered.dropFirst()) { #expect(next.number == state.number + 1) }
        end(runtime)
    }

    @Test("A slow reader of every state keeps the runtime waiting within the step; the others see its end only")
    func slowReader() {
        let runtime = Runtime(
            Interactors.MergeMany(interactors: [Sum.digits(), Sum.digits(), Sum.digits()]), executor: .on(executor))
        let slow = runtime.states(.bounded(1), of: .everyState)
        let quick = take(runtime.states(.unbounded))
        runtime.send(1)
        executor.settle(runtime.send(2))
        #expect(quick.elements == [0])
        let late = take(runtime.states(.unbounded, of: .everyState))
        #expect(late.elements == [111], "it begins with the state at which the step waits")
        #expect(take(slow).elements == [0, 1, 11, 111, 1112, 11122, 111_222])
        #expect(quick.elements == [0, 111, 111_222])
        #expect(late.elements == [111, 1112, 11122, 111_222])
        end(runtime)
    }

    @Test(
        "A reader of every state that leaves, or is given up, in the middle of a step holds nothing up",
        arguments: [true, false])
    func leaving(isGivenUp: Bool) {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics {
            Runtime(
                Interactors.MergeMany(interactors: [Sum.digits(), Sum.digits()]), executor: .on(executor), clock: clock)
        }
        var slow: AsyncStream<Int>? = runtime.states(
            .bounded(1, stalledFor: .seconds(1), then: .latest), of: .everyState)
        let steps = take(runtime.states(.unbounded))
        executor.settle(runtime.send(1))
        #expect(steps.elements == [0])
        if isGivenUp { clock.advance(by: .seconds(1)) } else { slow = nil }
        executor.runUntilIdle()
        executor.settle(runtime.send(2))
        #expect(steps.elements == [0, 11, 1122])
        if let slow {
            let rest = take(slow)
            #expect(rest.elements.last == 1122)
            executor.settle(runtime.send(3))
            #expect(rest.elements.last == 112_233 && !rest.elements.contains(11_223), "one state a step from now on")
        }
        end(runtime)
    }

    @Test("A drain gives a slow reader all of them; a cancellation ends it at once", arguments: [true, false])
    func ending(isDrained: Bool) {
        let runtime = Runtime(Interactors.Merge(Sum.digits(), Sum.digits()), executor: .on(executor))
        let slow = runtime.states(.bounded(1), of: .everyState)
        executor.settle(runtime.send(1))
        let ended = executor.settle(executor.end { await runtime.shutdown(isDrained ? .drain : .cancel) })
        #expect(take(slow).elements == (isDrained ? [0, 1, 11] : [0]))
        #expect(ended.count == 1)
        executor.runFreely()
    }

    @Test("A step that waits for a transformer shows where it waits, and its end") func waiting() {
        let work = HeldWork()
        let adding = Interact<Int, Int>.changing(0) { state, _ in state += 1 }
        let before = Interactors.Merge(adding, adding)
        let behind = Interactors.Merge(adding, adding)
        let runtime = Runtime(
            Interactors.Merge(Interactors.Merge(before, TenfoldTransformer(work: work)), behind),
            executor: .on(executor))
        let (all, steps) = (take(runtime.states(.unbounded, of: .everyState)), take(runtime.states(.unbounded)))
        executor.settle(runtime.send(7))
        #expect(steps.elements == [0, 2])
        executor.settle(work.release())
        #expect(all.elements == [0, 1, 2, 70, 71, 72])
        #expect(steps.elements == [0, 2, 70, 72])
        end(runtime)
    }

    @Test("What a handler keeps unshown behind an emission of the same step stays unshown", arguments: policies)
    func unshown(policy: SubscriptionPolicy) {
        let hiding = Interact<Pair, Int>(initialValue: Pair()) { pair, number in
            pair.second += number
            return .unshown
        }
        let runtime = Runtime(Interactors.Merge(Self.adding(\.first), hiding), executor: .on(executor))
        let seen = take(runtime.states(policy))
        executor.settle(runtime.send(1))
        executor.settle(runtime.send(2))
        #expect(seen.elements == [Pair(), Pair(first: 1, second: 0), Pair(first: 3, second: 1)])
        end(runtime)
    }

    @Test("Under every schedule, with several senders and readers that come in between") func everySchedule() {
        explore(schedules: Scale.chosen(debug: 1_000, release: 10_000)) { scenario in
            let runtime = scenario.runtime("the runtime", Feature.merge.interactor)
            func read(_ name: String, _ policy: SubscriptionPolicy, _ selection: StateSelection) {
                scenario.task(name) {
                    await scenario.checkpoint()
                    var last = Pair()
                    for await state in runtime.states(policy, of: selection) {
                        scenario.note("gets \(state)")
                        scenario.expect(state.isWhole || selection == .everyState, "\(name): \(state)")
                        scenario.expect(state.first >= last.first && state.second >= last.second, "\(name) goes back")
                        last = state
                    }
                    scenario.expect(last == Pair(first: 4, second: 4), "\(name) ends with \(last)")
                }
            }
            read("steps", .bounded(1), .steps)
            read("every state", .bounded(1), .everyState)
            read("the latest", .latest, .steps)
            for name in ["one", "two"] {
                scenario.task(name) {
                    for _ in 0..<2 {
                        await runtime.deliver(1)
                        await scenario.checkpoint()
                    }
                }
            }
            scenario.task("the end") {
                for await state in runtime.states() where state == Pair(first: 4, second: 4) { break }
                await runtime.shutdown(.drain)
            }
        }
    }

    // MARK: Other hosts

    @Test("Of a harness, which lists those in between to who asks", arguments: Feature.allCases)
    func harness(feature: Feature) async {
        let harness = InteractorTestHarness(feature.interactor, exhaustivity: feature == .next ? .off : .on)
        await harness.send(1) { $0 = Pair(first: 1, second: 1) }
        await harness.send(3, 4) { $0 = Pair(first: 8, second: 8) }
        #expect(await harness.states.allSatisfy(\.isWhole))
        #expect(await harness.stateHistory.map(\.state) == harness.states)
        #expect(await harness.stateHistory(of: .everyState).map(\.state) == harness.states(of: .everyState))
        let halves = await harness.states(of: .everyState).filter { !$0.isWhole }
        #expect(halves == [Pair(first: 1, second: 0), Pair(first: 4, second: 1), Pair(first: 8, second: 4)])
        await harness.waitForStates(count: feature == .next ? 7 : 4)
        if feature != .next {
            await harness.assertStates([0, 1, 4, 8].map { Pair(first: $0, second: $0) })
            await harness.send(1, emitting: 2) { $0 = Pair(first: 9, second: 9) }
        }
        await harness.finish()
    }

    @Test("Of random sequences", arguments: Feature.allCases) func invariant(feature: Feature) async {
        let failing = await checkAlways(of: .values(1...9) { $0 }, sequences: 5) { _ in
            feature.interactor
        } holds: {
            $0.isWhole
        }
        #expect(failing == nil)
    }

    @Test("Of a view model, whose reducer is called once a step", arguments: Feature.allCases)
    @MainActor
    func viewModel(feature: Feature) async {
        let model = ViewModel(
            initialValue: [Pair](), feature.interactor, BuildViewState { pair, shown in shown.append(pair) },
            instances: .many)
        for number in 1...3 { model.sendViewEvent(number) }
        await model.finish()
        let sums = feature == .next ? [0, 1, 1, 3, 3, 6, 6] : [0, 1, 3, 6]
        #expect(model.viewState == sums.map { Pair(first: $0, second: $0) })
    }
}
