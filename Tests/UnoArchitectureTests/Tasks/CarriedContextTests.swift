import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoLifting
import UnoPresentation
import UnoTesting

/// Task-locals as a service has them: an identifier of the request, and its user.
enum Request {
    @TaskLocal static var id = 0
    @TaskLocal static var user = "nobody"
    /// A value that can be watched.
    @TaskLocal static var canary: Canary?

    static var text: String { "\(id) \(user)" }

    static func with(_ id: Int, _ user: String, _ body: () -> Void) {
        $id.withValue(id) { $user.withValue(user) { body() } }
    }
}

@Suite("Task-local values of the sender", .timeLimit(.hang))
struct CarriedContextTests {
    private let executor = ControlledExecutor()

    /// What each handler and each effect has seen.
    private let seen = Record<String>()

    private func runtime<State, Action>(
        _ feature: some Interactor<State, Action>, on executor: ControlledExecutor
    ) -> Runtime<State, Action> { Runtime(feature, executor: .on(executor), carrying: Request.$id, Request.$user) }

    private func note(_ place: String) { seen.append("\(place): \(Request.text)") }

    // MARK: Where they are set

    @Test("are set in the handler, the effect, its updates, and the actions that it feeds back, with their effects")
    func everywhere() {
        defer { executor.runFreely() }
        let feature = Interact<Int, Int>(initialValue: 0) { [self] state, action, dispatch in
            note("handler \(action)")
            guard action < 2 else { return .state }
            return .perform { [self] _, send in
                note("effect \(action)")
                await send { _ in note("update \(action)") }
                await dispatch(action + 1)
                await Task(executorPreference: executor) { [self] in note("task \(action)") }.value
            }
        }
        let runtime = runtime(feature, on: executor)
        Request.with(7, "eve") { _ = runtime.send(1) }
        executor.settle(runtime.send(2))
        let expected = ["handler 1", "effect 1", "update 1", "handler 2", "task 1"].map { "\($0): 7 eve" }
        #expect(seen.elements.filter { $0.hasSuffix("eve") }.sorted() == expected.sorted())
        #expect(seen.elements.filter { !$0.hasSuffix("eve") } == ["handler 2: 0 nobody"])
    }

    @Test("are set in the handlers of changes that end the step, in their effects, and for children that appear")
    func endOfStep() {
        let feature = Interact<Int, Int>(initialValue: 0) { state, action in
            state = action
            return action == 3 ? .perform { _, send in await send { $0 = 4 } } : .state
        }
        .onChange(of: \.self) { [self] _, _, new in
            note("change \(new)")
            return .perform { [self] _, _ in note("effect \(new)") }
        }
        let runtime = runtime(feature, on: executor)
        executor.settle(Request.with(7, "eve") { for action in [1, 3] { _ = runtime.send(action) } })
        let expected = ["change 1", "change 3", "change 4", "effect 1", "effect 3", "effect 4"].map { "\($0): 7 eve" }
        #expect(seen.elements.sorted() == expected)
        executor.end(cancelling: runtime)
    }

    @Test("are those of each sender, for bursts from many tasks", arguments: 0..<5 as Range<UInt64>)
    func bursts(seed: UInt64) {
        let executor = ControlledExecutor(seed: seed)
        defer { executor.runFreely() }
        let feature = Interact<Int, Int>(initialValue: 0) { [seen] _, action in
            if Request.id != action || Request.user != "\(action)" { seen.append("handler \(action): \(Request.text)") }
            return .perform { _, send in
                if Request.id != action { seen.append("effect \(action): \(Request.text)") }
                await send { $0 += 1 }
            }
        }
        let runtime = runtime(feature, on: executor)
        for number in 1...50 {
            Request.with(number, "\(number)") {
                executor.task {
                    for _ in 0..<4 { await runtime.deliver(number) }
                    for _ in 0..<4 { runtime.send(number) }
                }
            }
        }
        executor.runUntilIdle()
        #expect(seen.elements == [] && runtime.counters.handled == 400)
        #expect(runtime.stateAtOnce == 400)
    }

    @Test("are one set for an event: an effect that sets others changes those of new events only")
    func oneSet() {
        defer { executor.runFreely() }
        let own = OwnRuntime<Int, Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, action, dispatch in
            note("\(action)")
            guard action == 1 else { return .none }
            return .perform { _, send in
                await Request.$id.withValue(100) {
                    await send { [self] _ in note("update") }
                    await dispatch(2)
                    own.runtime?.send(3)
                }
            }
        }
        let runtime = runtime(feature, on: executor)
        own.set(runtime)
        executor.settle(Request.with(7, "eve") { _ = runtime.send(1) })
        #expect(seen.elements == ["1: 7 eve", "update: 7 eve", "2: 7 eve", "3: 100 eve"])
    }

    @Test("stay with the maker of a runtime that carries none")
    func notCarried() {
        defer { executor.runFreely() }
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, _ in
            note("handler")
            return .none
        }
        let runtime = Runtime(feature, executor: .on(executor))
        executor.settle(Request.with(7, "eve") { _ = runtime.send(1) })
        #expect(seen.elements == ["handler: 0 nobody"])
    }

    // MARK: Effects

    @Test(
        "are those of the effect's own sender, whatever the policy",
        arguments: [EffectPolicy.runBoth, .cancelPrevious, .dropNew, .waitTurn])
    func policies(policy: EffectPolicy) {
        defer { executor.runFreely() }
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, action in
            .perform(id: "x", policy: policy) { _, send in
                await work.run()
                note("\(action)")
                await send { [self] _ in note("update \(action)") }
            }
        }
        let runtime = runtime(feature, on: executor)
        executor.act { for number in 1...3 { Request.with(number, "u\(number)") { _ = runtime.send(number) } } }
        for _ in 1...3 { executor.settle(work.release()) }
        let all = (1...3).flatMap { ["\($0): \($0) u\($0)", "update \($0): \($0) u\($0)"] }
        switch policy.kind {
        case .runBoth, .waitTurn: #expect(seen.elements == all)
        // The others are cancelled before they begin.
        case .cancelPrevious: #expect(seen.elements == Array(all.suffix(2)))
        case .dropNew: #expect(seen.elements == Array(all.prefix(2)))
        }
    }

    @Test("are set in each part of a concatenation, whose parts start in other tasks")
    func concatenation() {
        defer { executor.runFreely() }
        let works = [HeldWork(), HeldWork()]
        let parent = Interact<Int, Int>(initialValue: 0) { [self] _, action in
            let parts = works.indices.map { index in
                Emission<Int>.perform { [self] _, _ in
                    await works[index].run()
                    note("part \(index) of \(action)")
                }
            }
            return .concatenate(parts + [.state])
        }
        let runtime = runtime(parent, on: executor)
        executor.act { for number in 1...2 { Request.with(number, "u\(number)") { _ = runtime.send(number) } } }
        for work in works {
            for _ in 1...2 { executor.settle(work.release()) }
        }
        #expect(seen.elements == ["part 0 of 1: 1 u1", "part 0 of 2: 2 u2", "part 1 of 1: 1 u1", "part 1 of 2: 2 u2"])
    }

    @Test("are set for what a middleware puts out")
    func middleware() {
        defer { executor.runFreely() }
        let handler: AnyMiddleware<Int, Int, Int>.Handler = { [self] action, _, _ in
            note("\(action)")
            return action == 1 ? .pure(2) <> .run { await $0(3) } : .none
        }
        let store = Store(
            initialValue: 0, reducer: Reducer { action, state in state += action }, middleware: AnyMiddleware(handler))
        let runtime = runtime(store, on: executor)
        executor.settle(Request.with(7, "eve") { _ = runtime.send(1) })
        #expect(seen.elements == ["1: 7 eve", "2: 7 eve", "3: 7 eve"])
    }

    // MARK: Other parts

    @Test("are those of the action that a Debounce holds, not of those that it supersedes")
    func debounce() {
        defer { executor.runFreely() }
        let clock = TestClock()
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<Int, Int>(initialValue: 0) { [self] _, action in
                note("\(action)")
                return .perform { [self] _, _ in note("effect \(action)") }
            }
        }
        let runtime = runtime(feature, on: executor)
        executor.act { for number in 1...3 { Request.with(number, "u\(number)") { _ = runtime.send(number) } } }
        #expect(seen.elements == [])
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(seen.elements == ["3: 3 u3", "effect 3: 3 u3"])
        // A due action is handled in the turn of another sender's.
        executor.settle(Request.with(4, "u4") { _ = runtime.send(4) })
        clock.advance(by: .seconds(1))
        executor.settle(Request.with(5, "u5") { _ = runtime.send(5) })
        #expect(seen.elements.suffix(2).contains("4: 4 u4"))
        #expect(!seen.elements.contains { $0.hasPrefix("5") })
    }

    @Test("are read by a nested runtime where it is called: in a handler and in an effect")
    func nested() {
        defer { executor.runFreely() }
        let inner = runtime(
            Interact<Int, Int>(initialValue: 0) { [self] _, action in
                note("inner \(action)")
                return .none
            },
            on: executor)
        let outer = runtime(
            Interact<Int, Int>(initialValue: 0) { _, action in
                inner.send(action * 10)
                return .perform { _, _ in await inner.deliver(action * 10 + 1) }
            },
            on: executor)
        executor.act { for number in 1...2 { Request.with(number, "u\(number)") { _ = outer.send(number) } } }
        #expect(seen.elements.sorted() == ["inner 10: 1 u1", "inner 11: 1 u1", "inner 20: 2 u2", "inner 21: 2 u2"])
    }

    @Test("are set in the parts behind a stream transformer, which itself has those of the runtime's maker")
    func transformer() {
        defer { executor.runFreely() }
        let feature = Interactors.Merge(
            MappingTransformer { [self] action in
                note("transformer")
                return action
            },
            Interact<Int, Int>(initialValue: 0) { [self] _, _ in
                note("behind")
                return .perform { [self] _, _ in note("effect") }
            })
        var runtime: Runtime<Int, Int>?
        executor.settle(Request.with(1, "maker") { runtime = self.runtime(feature, on: executor) })
        executor.settle(Request.with(7, "eve") { _ = runtime?.send(1) })
        #expect(seen.elements == ["transformer: 1 maker", "behind: 7 eve", "effect: 7 eve"])
    }

    @MainActor @Test("travel through a view model, too")
    func viewModel() async {
        let model = DirectViewModel(
            Interact<Int, Int>(initialValue: 0) { [self] _, action, dispatch in
                note("\(action)")
                return action == 1 ? .perform { _, _ in await dispatch(2) } : .none
            },
            carrying: Request.$id,
            Request.$user,
            instances: .many)
        var event: EventTask?
        Request.with(7, "eve") { event = model.sendViewEvent(1) }
        await event?.finish()
        #expect(seen.elements == ["1: 7 eve", "2: 7 eve"])
    }

    @MainActor
    @Test("are not those of who sends in place, where none are carried: an effect starts in the sender's task")
    func inPlace() async {
        let model = DirectViewModel(
            Interact<Int, Int>(initialValue: 0) { [self] _, _ in .perform { _, _ in note("effect") } },
            instances: .many)
        var event: EventTask?
        Request.with(7, "eve") { event = model.sendViewEvent(1) }
        await event?.finish()
        #expect(seen.elements == ["effect: 0 nobody"])
    }

    @Test("are those of its own event for each of the effects that one stretch of the loop starts")
    func eachInALoop() {
        defer { executor.runFreely() }
        let runtime = runtime(
            Interact<Int, Int>(initialValue: 0) { [self] _, number in
                .perform { state, send in
                    note("work \(number)")
                    await send { $0 += 1 }
                    note("end \(number)")
                }
            },
            on: executor)
        executor.act { for number in 1...3 { Request.with(number, "eve") { _ = runtime.send(number) } } }
        #expect(seen.elements.filter { $0.hasPrefix("work") } == ["work 1: 1 eve", "work 2: 2 eve", "work 3: 3 eve"])
        #expect(
            seen.elements.filter { $0.hasPrefix("end") }.sorted() == ["end 1: 1 eve", "end 2: 2 eve", "end 3: 3 eve"])
    }
}
