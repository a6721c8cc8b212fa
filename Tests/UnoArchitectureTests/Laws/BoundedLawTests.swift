import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 10: neither the stack nor the memory grows with the actions.
@Suite(.timeLimit(.hang), .tags(.boundedStackAndMemory))
struct BoundedLawTests {
    @Test("Self-feeding actions do not grow the stack", arguments: Host.allCases) func selfFeeding(host: Host) async {
        let count = Scale.chosen(debug: 100_000, release: 1_000_000)
        let done = Record<Void>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum = number
            guard number < count else {
                done.append()
                return .state
            }
            return .perform { _, _ in await dispatch(number + 1) }
        }
        let hosted = Hosted(Interactors.Merge(feature, EmptyInteractor()), in: host)
        hosted.send(1)
        await done.waitFor(1)
        await hosted.finish().value
        await hosted.ended()
        #expect(hosted.states.elements.last == count)
        #expect(hosted.states.elements.count == count + 1)
    }

    @Test("A graph at rest has no task") func atRest() async {
        let runtime = Runtime(Sum.constant(0))
        for _ in 0..<1_000 { await runtime.deliver(1) }
        await runtime.send(1).finish()
        let stage = Stage(Sum.digits())
        stage.send(1, 2, 3)
        #expect(stage.runtime.tasks.liveCount == 0 && stage.executor.isIdle)
        await runtime.shutdown(.drain)
        #expect(runtime.tasks.liveCount == 0)
    }

    // MARK: Many effects

    enum Arrangement: CaseIterable, Sendable {
        /// All but the first wait for their turn.
        case waiting
        case merged, concatenated
        /// Merged by `merging(with:)`, from the left and from the right.
        case mergedOneByOne

        func emission(of effects: Int, waiting: Bool) -> Emission<Int> {
            func effect(_ number: Int) -> Emission<Int> {
                .perform(id: self == .waiting ? 0 : number, policy: .waitTurn) { _, _ in
                    guard waiting else { return }
                    // Ends with its task.
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
            let all = (0..<effects).map(effect)
            switch self {
            case .waiting, .merged: return .merge(all)
            case .concatenated: return .concatenate(all)
            case .mergedOneByOne:
                let half = effects / 2
                let left = all[..<half].reduce(Emission<Int>.none) { $0.merging(with: $1) }
                let right = all[half...].reversed().reduce(Emission<Int>.none) { $1.merging(with: $0) }
                return left.merging(with: right)
            }
        }
    }

    enum End: CaseIterable, Sendable { case shutDown, drop, cancelEvent, cancelID, drain }

    /// Runs `body` on a thread with a stack of 512 KB, as threads have on Apple's systems.
    private static func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            let thread = Thread {
                body()
                done.resume()
            }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }

    @Test(
        "An event is cancelled on a small stack although its effects' actions are queued and other effects wait behind them"
    )
    func cancelledBehindItsActions() async {
        let count = Scale.chosen(debug: 1_000, release: 20_000)
        await Self.onSmallStack {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let own = Record<EventTask>()
            let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                if action == count / 2 { own.elements[0].cancel() }
                guard action == 0 else { return .none }
                return .merge(
                    (1...count).flatMap { id -> [Emission<Int>] in
                        [
                            .perform(id: id, policy: .waitTurn) { _, _ in await dispatch(id) },
                            .perform(id: id, policy: .waitTurn) { _, _ in },
                        ]
                    }
                )
            }
            let runtime = Runtime(feature, mailbox: .suspend(capacity: 2 * count), executor: .on(executor))
            executor.settle(own.append(runtime.send(0)))
            #expect(own.elements[0].isOver)
            #expect(runtime.tasks.liveCount == 0)
        }
    }

    @Test("Any number of effects ends on a small stack", arguments: Arrangement.allCases, End.allCases)
    func manyEffects(arrangement: Arrangement, end: End) async {
        let count = Scale.chosen(debug: 2_000, release: 100_000)
        await Self.onSmallStack {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let feature = Interact<Int, Int>(initialValue: 0) { _, action in
                action < 0 ? .cancel(id: 0) : arrangement.emission(of: action, waiting: end != .drain)
            }
            var runtime: Runtime<Int, Int>? = Runtime(feature, executor: .on(executor))
            let tasks = runtime!.tasks
            let event = runtime!.send(count)
            executor.runUntilIdle()
            switch end {
            case .shutDown: executor.task { [runtime] in await runtime!.shutdown(.cancel) }
            case .drop: break
            case .cancelEvent: event.cancel()
            case .cancelID: runtime!.send(-1)
            case .drain: executor.task { [runtime] in await runtime!.shutdown(.drain) }
            }
            executor.runUntilIdle()
            runtime = nil
            executor.runUntilIdle()
            #expect(tasks.liveCount == 0 && executor.isIdle)
        }
    }

    // MARK: Nested emissions

    /// How a loop makes an emission of the one before and another one.
    enum Nesting: CaseIterable, Sendable {
        case concatenatedFirst, concatenatedLast, mergedFirst, mergedLast, followed, joined, debounced

        func level(around emission: Emission<Int>, with other: Emission<Int>) -> Emission<Int> {
            switch self {
            case .concatenatedFirst: .concatenate([emission, other])
            case .concatenatedLast: .concatenate([other, emission])
            case .mergedFirst: .merge([emission, other])
            case .mergedLast: .merge([other, emission])
            case .followed: emission.then(other)
            case .joined: emission.merging(with: other)
            case .debounced: .concatenate([.merge([emission, other])])
            }
        }
    }

    @Test(
        "Emissions that a loop has nested are mapped, carried out and released on a small stack",
        arguments: Nesting.allCases)
    func nested(nesting: Nesting) {
        let levels = Scale.chosen(debug: 20_000, release: 200_000)
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            let hanging = Emission<Int>.perform { _, _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
            let counting = Emission<Int>.perform { _, send in await send { $0 += 1 } }
            let nested = (0..<levels).reduce(action == 0 ? .state : hanging) { emission, level in
                nesting.level(around: emission, with: level % 100 == 0 ? counting : .state)
            }
            let mapped = nested.map(\Int.self)
            return nesting == .debounced ? mapped.debounce(id: 0, for: .seconds(1), clock: ImmediateClock()) : mapped
        }
        for action in [0, 1] {
            let (count, tasks) = onStack(ofBytes: 512 << 10) {
                let stage = Stage(feature)
                let event = stage.settle(stage.runtime.send(action))
                let count = stage.last
                stage.settle(event.cancel())
                return (count, stage.runtime.tasks.liveCount)
            }
            let isHeldUp = action == 1 && [.concatenatedFirst, .followed].contains(nesting)
            #expect(count == (isHeldUp ? 0 : levels / 100))
            #expect(tasks == 0)
        }
    }
}
