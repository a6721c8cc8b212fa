import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The rules of the Reactive Streams specification (1.0.4) that a stream of states can keep or break: asking for a state
/// is its `request(1)`, cancelling the consumer its `cancel()`, a state its `onNext`, nil its `onComplete`.
@Suite(.timeLimit(.hang), .tags(.demand))
struct ReactiveStreamsTests {
    /// A stream of a row's states, whose consumer asks only when the test requests it.
    private final class Subscription {
        let executor = ControlledExecutor()
        let source: AsyncStream<LawAction>.Continuation
        let answers = Record<Int?>()
        private let row: LawRow
        private var states: AsyncStream<Int>?
        private var asking: Task<Void, Never>?

        init(_ row: LawRow, _ leaf: LawLeaf) {
            self.row = row
            let (upstream, source) = AsyncStream<LawAction>.makeStream()
            self.source = source
            states = HostedStream.states(
                of: row.make(leaf, .on(executor)), upstream: upstream, executor: .on(executor), clock: TestClock())
        }

        deinit {
            asking?.cancel()
            source.finish()
            executor.runFreely()
        }

        func send(_ numbers: Int...) { for number in numbers { source.yield(row.action(number)) } }

        /// Asks the given number of times, each time after the previous state has arrived.
        func request(_ count: Int) {
            let (states, answers) = (states!, answers)
            asking = executor.task {
                var iterator = states.makeAsyncIterator()
                for _ in 0..<count { answers.append(await iterator.next()) }
            }
            executor.runUntilIdle()
        }

        /// Asks once, and cancels after so many jobs.
        func requestOne(into answers: Record<Int?>, jobs: Int) {
            let states = states!
            let asking = executor.task {
                var iterator = states.makeAsyncIterator()
                answers.append(await iterator.next())
            }
            executor.run(atMost: jobs)
            executor.settle(asking.cancel())
        }

        func cancel() { asking?.cancel() }
        func letGo() { (states, asking) = (nil, nil) }
    }

    @Test("1.1: no more states are signalled, or made, than were requested", arguments: LawRow.table)
    func demand(row: LawRow) {
        let handled = Record<Void>()
        let subscription = Subscription(
            row,
            LawLeaf { state, number, _ in
                handled.append()
                state = number
                return .state
            }
        )
        subscription.send(1, 2, 3, 4, 5, 6)
        for requested in 1...4 {
            subscription.request(1)
            #expect(subscription.answers.elements == (0..<requested).map { $0 })
            #expect(handled.count <= requested)
        }
    }

    @Test("1.3: states are signalled one after the other, however many effects send", arguments: LawRow.table)
    func serial(row: LawRow) {
        let subscription = Subscription(
            row, LawLeaf { _, _, _ in .merge((0..<5).map { _ in .perform { _, send in await send { $0 += 1 } } }) })
        subscription.send(1)
        subscription.request(7)
        #expect(subscription.answers.elements == [0, 0, 1, 2, 3, 4, 5])
    }

    @Test("1.5, 1.6, 1.7: the end is signalled, and nothing after it", arguments: LawRow.table) func end(row: LawRow) {
        let subscription = Subscription(row, .digits)
        subscription.send(1)
        subscription.source.finish()
        subscription.request(5)
        #expect(subscription.answers.elements == [0, 1, nil, nil, nil])
    }

    @Test("1.8, 3.12: a cancelled subscription stops being signalled, and stops the work", arguments: LawRow.table)
    func cancelled(row: LawRow) {
        let work = HeldWork()
        let subscription = Subscription(
            row,
            LawLeaf { _, _, _ in
                .perform { _, send in
                    await work.run()
                    await send { $0 += 1 }
                }
            }
        )
        subscription.send(1)
        subscription.request(10)
        subscription.executor.settle(subscription.cancel())
        #expect(work.endings.elements == [.cancelled])
        #expect(subscription.answers.elements.prefix(2) == [0, 0])
        #expect(subscription.answers.elements.dropFirst(2).allSatisfy { $0 == nil })
    }

    @Test(
        "2.8: whoever cancels while a state is on its way gets it or the end, and never waits", arguments: LawRow.table)
    func inFlight(row: LawRow) {
        for jobs in stride(from: 0, to: 40, by: Scale.isWhole ? 1 : 3) {
            let subscription = Subscription(row, .digits)
            subscription.request(1)
            let answers = Record<Int?>()
            subscription.send(1)
            subscription.requestOne(into: answers, jobs: jobs)
            #expect(answers.elements == [1] || answers.elements == [nil], "after \(jobs) jobs")
        }
    }

    @Test("2.9: the end is signalled without a state before it", arguments: Host.allCases)
    func endOnly(host: Host) async {
        #expect(await host.states(of: EmptyInteractor<Int, Int>(), [1, 2]) == [])
    }

    @Test("3.3: asking and signalling do not recurse: 20,000 states that are there already", arguments: LawRow.table)
    func recursion(row: LawRow) {
        let count = row.testDescription.contains("transformer") ? Scale.chosen(2_000) : Scale.chosen(20_000)
        let leaf = LawLeaf(emitting: count) { state, _, _ in
            state += 1
            return .state
        }
        let subscription = Subscription(row, leaf)
        subscription.send(1)
        subscription.request(count + 1)
        #expect(subscription.answers.elements.count == count + 1)
        #expect(subscription.answers.elements.last == 1)
    }

    @Test(
        "3.5, 3.6, 3.7: cancelling returns at once; afterwards asking and cancelling do nothing",
        arguments: LawRow.table)
    func afterCancelling(row: LawRow) {
        let subscription = Subscription(row, .digits)
        subscription.request(2)
        // No job runs in these calls, so none of them waits for one.
        subscription.cancel()
        subscription.executor.settle(subscription.cancel())
        subscription.send(1)
        subscription.request(2)
        #expect(subscription.answers.elements == [0, nil, nil, nil])
    }

    @Test("3.13: a cancelled subscription releases everything", arguments: LawRow.table) func released(row: LawRow) {
        weak var canary: Canary?
        do {
            let kept = Canary()
            canary = kept
            let leaf = LawLeaf { state, number, _ in
                kept.sing()
                state = number
                return .state
            }
            let subscription = Subscription(row, leaf)
            subscription.send(1)
            subscription.request(5)
            subscription.executor.settle(subscription.cancel())
            subscription.executor.settle(subscription.letGo())
        }
        #expect(canary == nil)
    }

    @Test(
        "4.1: a transformer keeps both sides: it asks when it is asked, and ends and cancels through",
        arguments: LawRow.table)
    func processor(row: LawRow) {
        let subscription = Subscription(row, .digits)
        subscription.send(1, 2)
        subscription.request(2)
        #expect(subscription.answers.elements == [0, 1])
        let terminated = Record<Void>()
        subscription.source.onTermination = { _ in terminated.append() }
        subscription.cancel()
        subscription.request(1)
        subscription.cancel()
        subscription.executor.settle(subscription.letGo())
        #expect(terminated.count == 1)
    }
}
