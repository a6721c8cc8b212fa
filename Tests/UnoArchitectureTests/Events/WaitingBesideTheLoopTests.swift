import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Tasks that await an event while the mailbox loop is under way.
@Suite("Waiting beside the mailbox loop", .timeLimit(.hang))
struct WaitingBesideTheLoopTests {
    /// A runtime whose subscriber takes nothing, so that its loop waits with the action after the first in an open step.
    final class Case: Sendable {
        let executor = ControlledExecutor()
        let runtime: Runtime<Int, Int>
        let states: AsyncStream<Int>
        let ended = Record<Int>()
        init(mailbox: MailboxPolicy = .unbounded) {
            runtime = Runtime(Sum.digits(), mailbox: mailbox, executor: .on(executor))
            states = runtime.states(.bounded(1))
        }

        /// A task that awaits the event and notes `number` when the wait ends.
        @discardableResult
        func waiter(for event: EventTask, _ number: Int) -> Task<Void, Never> {
            executor.task { [ended] in
                await event.finish()
                ended.append(number)
            }
        }

        func await(_ event: EventTask, _ number: Int) { executor.settle(waiter(for: event, number)) }

        /// Makes the loop wait for the subscriber.
        func block() {
            for action in 1...3 { executor.settle(runtime.send(action)) }
        }

        func end() { executor.end(cancelling: runtime) }
    }

    @Test("Tasks that wait before the loop begins are resumed in the order of their events")
    func beforeTheLoop() {
        let test = Case()
        withExtendedLifetime(test.states) {
            let events = (1...3).map { test.runtime.send($0) }
            for (number, event) in events.enumerated().reversed() { test.waiter(for: event, number) }
            test.executor.take(test.states)
            #expect(test.ended.elements == [0, 1, 2])
        }
        test.end()
    }

    @Test("An action that a newer one displaces ends the wait for it although the loop waits for a subscriber")
    func displaced() {
        let test = Case(mailbox: .dropOldest(capacity: 1))
        test.block()
        let event = test.runtime.send(4)
        test.await(event, 4)
        #expect(test.ended.elements == [])
        test.executor.settle(test.runtime.send(5))
        #expect(test.ended.elements == [4] && event.outcome == .rejected(.dropped))
        test.end()
    }

    @Test("The end of the runtime ends the wait although the loop waits for a subscriber")
    func cutShort() {
        let test = Case()
        test.block()
        test.await(test.runtime.send(4), 4)
        test.await(test.runtime.send(5), 5)
        #expect(test.ended.elements == [])
        test.end()
        #expect(Set(test.ended.elements) == [4, 5])
    }

    @Test("Cancelling the waiting task ends its wait although the loop waits for a subscriber")
    func cancelled() {
        let test = Case()
        test.block()
        let event = test.runtime.send(4)
        let task = test.executor.settle(test.waiter(for: event, 4))
        test.executor.settle(task.cancel())
        #expect(test.ended.elements == [4] && event.outcome == .cancelled)
        test.end()
    }

    @Test("A task that waits for an action in the step that is open is resumed at its end")
    func openStep() {
        let test = Case()
        let events = (1...3).map { test.runtime.send($0) }
        test.executor.runUntilIdle()
        for (number, event) in events.enumerated() { test.await(event, number) }
        #expect(test.ended.elements.count < 3)
        test.executor.take(test.states)
        #expect(test.ended.elements == [0, 1, 2])
        test.end()
    }

    @Test("A task whose event is over is resumed although others have the turn before the loop goes on")
    func behindAnotherTurn() {
        let (executor, work, permits) = (ControlledExecutor(), HeldWork(), HeldWork())
        let read = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number in
            sum = Sum.appending(number, to: sum)
            guard number == 1 else { return .state }
            return .perform { _, send in
                await work.run()
                await send { $0 = Sum.appending(9, to: $0) }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let states = runtime.states(.bounded(1))
        let reader = executor.task {
            var iterator = states.makeAsyncIterator()
            while true {
                await permits.run()
                guard let state = await iterator.next() else { return }
                read.append(state)
            }
        }
        executor.settle(permits.release())
        runtime.send(1)
        let event = executor.settle(runtime.send(2))
        // The step of the second action waits for demand, and the effect of the first for a turn.
        executor.settle(work.release())
        let ended = executor.begin { await event.finish() }
        #expect(ended.count == 0)
        executor.settle(permits.release())
        #expect(read.elements == [0, 1] && ended.count == 1)
        executor.task { await runtime.shutdown(.cancel) }
        executor.settle(reader.cancel())
        executor.runFreely()
    }

    @Test("Very many tasks may wait beside one loop")
    func many() {
        let test = Case()
        test.block()
        let count = Scale.chosen(20_000)
        let event = test.runtime.send(4)
        test.executor.act { for number in 0..<count { test.waiter(for: event, number) } }
        #expect(test.ended.elements.isEmpty)
        test.end()
        #expect(test.ended.elements.count == count)
    }
}
