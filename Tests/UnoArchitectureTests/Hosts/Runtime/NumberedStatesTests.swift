import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("States with numbers")
final class NumberedStatesTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()
    private let runtime: Runtime<Int, Int>

    init() { runtime = Runtime(Sum.last, executor: .on(executor), clock: clock) }

    deinit { executor.end(cancelling: runtime) }

    private func send(_ numbers: ClosedRange<Int>) {
        for number in numbers { executor.settle(runtime.send(number)) }
    }

    @Test("have consecutive numbers, which all subscriptions agree on")
    func agree() {
        let first = runtime.numberedStates(.unbounded)
        send(1...3)
        let second = runtime.numberedStates(.unbounded)
        let latest = runtime.numberedStates(.latest)
        send(4...6)
        let all = first.pullReady(atMost: 100).states
        #expect(all.map(\.state) == Array(0...6))
        for (state, next) in zip(all, all.dropFirst()) { #expect(next.number == state.number + 1) }
        #expect(second.pullReady(atMost: 100).states == Array(all[3...]))
        #expect(latest.pullReady(atMost: 100).states == [all[6]] && first.epoch == runtime.epoch)
    }

    @Test("keep their numbers when the oldest are dropped, also while the consumer waits")
    func dropped() {
        let truth = runtime.numberedStates(.unbounded)
        let dropping = runtime.numberedStates(.droppingOldest(2))
        let seen = Record<NumberedState<Int>>()
        executor.begin {
            for _ in 0..<3 { for state in await dropping.pull(atMost: 1).states { seen.append(state) } }
        }
        // In one stretch, so that states are dropped between the handing over of one and its number being read.
        executor.act { for number in 1...9 { runtime.send(number) } }
        let numbers = Dictionary(
            uniqueKeysWithValues: truth.pullReady(atMost: 100).states.map { ($0.state, $0.number) })
        #expect(seen.elements.count == 3)
        for state in seen.elements { #expect(numbers[state.state] == state.number) }
    }

    @Test("skip a number when the runtime had no subscriber in between")
    func unattended() {
        var subscription: NumberedStates<Int>? = runtime.numberedStates(.unbounded)
        let before = subscription?.pullReady(atMost: 1).states.first?.number ?? .max
        subscription = nil
        send(1...3)
        let later = runtime.numberedStates(.unbounded)
        let present = later.pullReady(atMost: 10).states
        #expect(present.map(\.state) == [3] && present[0].number > before)
    }

    @Test("a pull ends at its limit, and a later one goes on")
    func limit() {
        let states = runtime.numberedStates(.bounded(4))
        let pulls = Record<[Int]>()
        executor.begin {
            for _ in 0..<3 { pulls.append(await states.pull(atMost: 8, within: .seconds(2)).states.map(\.state)) }
        }
        #expect(pulls.elements == [[0]])
        executor.settle(clock.advance(by: .seconds(2)))
        #expect(pulls.elements == [[0], []])
        send(7...7)
        #expect(pulls.elements == [[0], [], [7]])
    }

    @Test("a pull that gets a state leaves no timer behind")
    func timer() {
        let states = runtime.numberedStates(.unbounded)
        let pulled = Record<Int>()
        executor.task {
            for _ in 0...3 {
                for state in await states.pull(atMost: 1, within: .seconds(60)).states { pulled.append(state.state) }
            }
        }
        send(1...3)
        #expect(pulled.elements == [0, 1, 2, 3] && clock.sleeperCount == 0)
    }

    @Test("a pull that has waited returns the states that have come meanwhile, as many as it asks for")
    func cameMeanwhile() {
        let states = runtime.numberedStates(.unbounded)
        _ = states.pullReady(atMost: 1)
        let pulls = executor.begin { await states.pull(atMost: 3).states.map(\.state) }
        executor.act { for number in 1...5 { runtime.send(number) } }
        #expect(pulls.elements == [[1, 2, 3]])
        #expect(states.pullReady(atMost: 1).states.map(\.state) == [4])
        #expect(states.pullReady(atMost: 8).states.map(\.state) == [5])
    }

    @Test("a pull that is void when it begins to wait returns at once")
    func void() {
        let states = runtime.numberedStates(.unbounded)
        _ = states.pullReady(atMost: 1)
        let counts = executor.begin { await states.pull(atMost: 1, within: nil, clock: nil) { true }.states.count }
        #expect(counts.elements == [0])
    }

    @Test("an interrupted pull, and one whose task is cancelled, return; no state is lost")
    func interrupted() {
        let states = runtime.numberedStates(.bounded(4))
        let ends = Record<Int>()
        _ = states.pullReady(atMost: 1)
        for number in 1...2 {
            let task = executor.task { ends.append(await states.pull(atMost: 8).states.count) }
            executor.runUntilIdle()
            executor.act { if number == 1 { states.interrupt() } else { task.cancel() } }
        }
        #expect(ends.elements == [0, 0])
        send(5...6)
        #expect(states.pullReady(atMost: 8).states.map(\.state) == [5, 6])
    }

    @Test("what is not pulled keeps the runtime waiting; a pull that does not wait lets it go on")
    func demand() {
        let states = runtime.numberedStates(.bounded(2))
        executor.act { for number in 1...5 { runtime.send(number) } }
        var seen: [Int] = []
        for _ in 1...6 {
            seen += states.pullReady(atMost: 1).states.map(\.state)
            executor.runUntilIdle()
        }
        #expect(seen == Array(0...5) && states.pullReady(atMost: 1).states.isEmpty)
    }

    @Test("the end is told with its reason, after the last state", .misuse)
    func ends() {
        let cancelled = Record<NumberedStates<Int>.End?>()
        let states = runtime.numberedStates(.bounded(2))
        let stalled = runtime.numberedStates(.bounded(1, stalledFor: .seconds(1), then: .disconnect))
        let other = runtime.numberedStates(.latest)
        executor.task { cancelled.append(await other.pull(atMost: 1).end) }
        executor.begin {
            while case let pull = await states.pull(atMost: 1), pull.end == nil {}
            cancelled.append(states.pullReady(atMost: 1).end)
        }
        other.cancel()
        #expect(other.pullReady(atMost: 1).end == .cancelled)
        send(1...2)
        executor.settle(clock.advance(by: .seconds(1)))
        while !stalled.pullReady(atMost: 1).states.isEmpty {}
        #expect(stalled.pullReady(atMost: 1).end == .stalled)
        executor.begin { [runtime] in await runtime.shutdown(.drain) }
        #expect(cancelled.elements.last == .some(.finished))
    }

    @Test("epochs differ for any two runtimes and survive encoding")
    func epochs() {
        let second = Runtime(Sum.last, executor: .on(executor), clock: clock)
        #expect(runtime.epoch != second.epoch && runtime.epoch == runtime.epoch)
        executor.end(cancelling: second)
    }
}

@Suite("Waiting for an event without cancelling it")
struct WaitUntilOverTests {
    @Test("a cancelled wait leaves the event; a later wait sees its end")
    func leavesEvent() {
        let (executor, clock) = (ControlledExecutor(), TestClock())
        let feature = Interact<Int, Void>(initialValue: 0) { _, _ in
            .perform { _, send in
                try? await clock.sleep(for: .seconds(1))
                await send { $0 += 1 }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        let event = runtime.send(())
        let ends = Record<Bool>()
        let task = executor.task { ends.append(await event.waitUntilOver()) }
        executor.runUntilIdle()
        #expect(!event.isOver)
        executor.settle(task.cancel())
        #expect(ends.elements == [false])
        executor.begin { ends.append(await event.waitUntilOver()) }
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(ends.elements == [false, true])
        #expect(event.isOver && event.outcome == .accepted)
        executor.end(cancelling: runtime)
    }
}
