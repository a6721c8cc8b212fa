import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A subscriber gets the present state first, then every emission, regardless of other subscribers.
@Suite(.timeLimit(.hang))
final class SubscriptionTests {
    private let executor = ControlledExecutor()

    deinit { executor.runFreely() }

    enum Act: Sendable {
        /// Changes the state and emits it.
        case loudly(Int)
        /// Changes the state.
        case silently(Int)
        /// Subscribes in the handler, with this policy, and emits.
        case subscribing(Int, SubscriptionPolicy)
    }

    struct Feature: Interactor {
        let own = OwnRuntime<Int, Act>()
        let subscriptions = Record<AsyncStream<Int>>()
        var body: some Interactor<Int, Act> {
            Interact(initialValue: 0) { [own, subscriptions] state, act in
                switch act {
                case .loudly(let number):
                    state = number
                    return .state
                case .silently(let number):
                    state = number
                    return .unshown
                case .subscribing(let number, let policy):
                    subscriptions.append(own.runtime!.states(policy))
                    state = number
                    return .state
                }
            }
        }
    }

    /// A runtime and its subscribers, on one controlled executor.
    struct Studio: Sendable {
        let executor: ControlledExecutor
        let feature = Feature()
        let runtime: Runtime<Int, Act>
        init(on executor: ControlledExecutor) {
            self.executor = executor
            runtime = Runtime(feature, executor: .on(executor))
            feature.own.set(runtime)
        }

        func send(_ acts: Act...) { executor.act { for act in acts { runtime.send(act) } } }

        /// Subscribes with the policy, if there is one.
        func watch(_ policy: SubscriptionPolicy?) -> Record<Int>? { policy.map { executor.take(runtime.states($0)) } }

        func state() -> Int { executor.begin { [runtime] in await runtime.state! }.elements[0] }
    }

    /// The other subscriber, if any.
    static let neighbours: [SubscriptionPolicy?] = [nil, .latest, .bounded(8), .droppingOldest(8), .unbounded]
    static let policies: [SubscriptionPolicy] = [.latest, .bounded(8), .droppingOldest(8), .unbounded]

    // MARK: The first state

    @Test("A subscription begins with the present state, with or without others", arguments: neighbours, policies)
    func beginsWithThePresent(neighbour: SubscriptionPolicy?, policy: SubscriptionPolicy) {
        let studio = Studio(on: executor)
        _ = studio.watch(neighbour)
        studio.send(.loudly(1), .silently(2))
        let seen = executor.take(studio.runtime.states(policy))
        #expect(seen.elements == [2] && studio.state() == 2)
        studio.send(.silently(3))
        studio.send(.loudly(4))
        studio.send(.loudly(5))
        #expect(seen.elements == [2, 4, 5])
    }

    @Test("A subscription begins with the present state and gets no state twice while another one blocks the runtime")
    func besideAFullOne() {
        let studio = Studio(on: executor)
        let slow = studio.runtime.states(.bounded(1))
        studio.send(.loudly(1), .loudly(2), .loudly(3))
        // The initial state fills the slow subscription's only place, and 1 waits for room.
        let records = Self.policies.map { executor.take(studio.runtime.states($0)) }
        #expect(studio.state() == 1)
        #expect(records.map(\.elements) == Array(repeating: [1], count: records.count))
        #expect(executor.take(slow).elements == [0, 1, 2, 3])
        #expect(records.map(\.elements) == Array(repeating: [1, 2, 3], count: records.count))
    }

    @Test("A subscriber that lags under .latest gets the newest state, not the one that it began with")
    func lagging() {
        let studio = Studio(on: executor)
        let states = studio.runtime.states(.latest)
        studio.send(.loudly(1), .loudly(2), .silently(3))
        #expect(executor.take(states).elements == [2])
    }

    @Test("The states of actions sent after subscribing follow the first state")
    func sendingAfterwards() {
        let studio = Studio(on: executor)
        studio.runtime.send(.silently(1))
        let states = studio.runtime.states(.unbounded)
        studio.runtime.send(.loudly(2))
        studio.runtime.send(.loudly(3))
        let seen = executor.take(states)
        #expect(seen.elements.suffix(2) == [2, 3])
        #expect([[0], [1]].contains(Array(seen.elements.dropLast(2))))
    }

    @Test("A subscription that comes after the end gets the present state and the end", arguments: neighbours)
    func afterTheEnd(neighbour: SubscriptionPolicy?) {
        let studio = Studio(on: executor)
        _ = studio.watch(neighbour)
        studio.send(.loudly(1), .silently(2))
        executor.begin { [runtime = studio.runtime] in await runtime.shutdown(.drain) }
        for policy in Self.policies {
            let states = studio.runtime.states(policy)
            let seen = Record<Int?>()
            executor.begin {
                for await state in states { seen.append(state) }
                seen.append(nil)
            }
            #expect(seen.elements == [2, nil])
        }
    }

    @Test("A subscription in the middle of a step that never ends gets the present state and the end")
    func cutOff() {
        let studio = Studio(on: executor)
        let slow = studio.runtime.states(.bounded(1))
        studio.send(.subscribing(1, .unbounded), .loudly(2))
        executor.begin { [runtime = studio.runtime] in await runtime.shutdown(.cancel) }
        #expect(executor.take(studio.feature.subscriptions.elements[0]).elements == [1])
        #expect(executor.take(slow).elements == [0])
    }

    @Test("A subscription to a graph of transformers that has emitted nothing has no first state")
    func withoutState() {
        let runtime = Runtime(PullingTransformer(), executor: .on(executor))
        let seen = executor.take(runtime.states(.unbounded))
        #expect(seen.elements == [])
        executor.settle(runtime.send(1))
        #expect(seen.elements == [1])
        executor.end(cancelling: runtime)
    }

    @Test("A projection begins with the present part, with or without others", arguments: neighbours)
    func projection(neighbour: SubscriptionPolicy?) {
        let studio = Studio(on: executor)
        _ = studio.watch(neighbour)
        let tens = studio.runtime.projection(
            action: { Act.loudly($0) }, state: { $0 / 10 }, emitting: .removeDuplicates)
        studio.send(.loudly(10), .silently(21))
        let seen = executor.take(tens.states(.unbounded))
        #expect(seen.elements == [2])
        studio.send(.loudly(22))
        studio.send(.loudly(30))
        #expect(seen.elements == [2, 3])
    }

    @Test("A handler that subscribes and ends its runtime leaves a subscription with its state and the end")
    func endedByItself() {
        let (own, subscriptions) = (OwnRuntime<Int, Int>(), Record<AsyncStream<Int>>())
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            subscriptions.append(own.runtime!.states(.unbounded))
            state = number
            own.letGo()
            return .state
        }
        own.keep(Runtime(feature, executor: .on(executor)))
        executor.settle(own.runtime!.send(1))
        let seen = Record<Int?>()
        for states in subscriptions.elements {
            executor.task {
                for await state in states { seen.append(state) }
                seen.append(nil)
            }
        }
        executor.runUntilIdle()
        #expect(seen.elements == [1, nil])
    }

    @Test("A subscription after an effect's state begins with that state")
    func afterAnEffect() {
        let stage = Stage(
            Interact<Int, Int>(initialValue: 0) { _, number in .perform { _, send in await send { $0 = number } } })
        stage.send(7)
        #expect(stage.runtime.stateAtOnce == 7)
    }

    @Test("A subscription gets none of the states of a step that another subscription blocks")
    func besideSeveral() {
        let runtime = Runtime(
            Interactors.Merge(Sum.digits(), Interactors.Merge(Sum.digits(), Sum.digits())), executor: .on(executor))
        let slow = runtime.states(.bounded(1), of: .everyState)
        executor.settle(runtime.send(1))
        let records = Self.policies.map { executor.take(runtime.states($0, of: .everyState)) }
        #expect(executor.take(slow).elements == [0, 1, 11, 111])
        #expect(records.map(\.elements) == Array(repeating: [111], count: records.count))
        executor.settle(runtime.send(2))
        #expect(records.map(\.elements.last) == Array(repeating: 111_222, count: records.count))
        #expect(records.last!.elements == [111, 1112, 11122, 111_222])
    }

    // MARK: In a step that waits

    @Test("A subscription in the middle of a step that a transformer holds begins with the present state")
    func besideATransformer() {
        let work = HeldWork()
        let runtime = Runtime(Interactors.Merge(Sum.last, TenfoldTransformer(work: work)), executor: .on(executor))
        executor.settle(runtime.send(1))
        let records = Self.policies.map { executor.take(runtime.states($0)) }
        #expect(records.map(\.elements) == Array(repeating: [1], count: records.count))
        executor.settle(work.release())
        #expect(records.map(\.elements) == Array(repeating: [1, 10], count: records.count))
        executor.end(cancelling: runtime)
    }

    @Test("A handler that subscribes when a transformer's state reaches it begins with the state after that")
    func inTheRestOfAStep() {
        let (work, own) = (HeldWork(), OwnRuntime<WhenRoutingTests.Page, WhenRoutingTests.Action>())
        let subscriptions = Record<AsyncStream<WhenRoutingTests.Page>>()
        let feature = Interact<WhenRoutingTests.Page, WhenRoutingTests.Action>(initialValue: .init()) { page, action in
            guard case .leftState(let number) = action else { return .none }
            subscriptions.append(own.runtime!.states(.unbounded))
            page.left = number
            return .state
        }
        .when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) { TenfoldTransformer(work: work) }
        let runtime = Runtime(feature, executor: .on(executor))
        own.set(runtime)
        executor.settle(runtime.send(.left(1)))
        executor.settle(work.release())
        #expect(subscriptions.elements.flatMap { executor.take($0).elements.map(\.left) } == [10])
        executor.begin { await runtime.shutdown(.cancel) }
    }

    @Test(
        "A handler that subscribes after a transformer's part of a step begins with the state after the step",
        arguments: [false, true])
    func afterATransformer(besideAFullOne: Bool) {
        let (work, own, subscriptions) = (HeldWork(), OwnRuntime<Int, Int>(), Record<AsyncStream<Int>>())
        let subscribing = Interact<Int, Int>(initialValue: 0) { state, _ in
            subscriptions.append(own.runtime!.states(.unbounded, of: .everyState))
            state += 1
            return .state
        }
        let adding = Interact<Int, Int>(initialValue: 0) { state, _ in
            state += 100
            return .state
        }
        let feature = Interactors.Merge(Interactors.Merge(TenfoldTransformer(work: work), subscribing), adding)
        let runtime = Runtime(feature, executor: .on(executor))
        own.set(runtime)
        // It has room for the initial state and the transformer's.
        let slow = besideAFullOne ? runtime.states(.bounded(2), of: .everyState) : nil
        executor.settle(runtime.send(1))
        executor.settle(work.release())
        if let slow { #expect(executor.take(slow).elements == [0, 10, 11, 111]) }
        #expect(subscriptions.elements.map { executor.take($0).elements } == [[111]])
        executor.end(cancelling: runtime)
    }
}

extension Sum {
    /// Counts and emits.
    static let counting = Interact<Int, Void>(initialValue: 0) { count, _ in
        count += 1
        return .state
    }
}
