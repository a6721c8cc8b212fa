import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A runtime's mailbox", .timeLimit(.hang))
struct MailboxPolicyTests {
    private func summing(_ handled: Record<Int>, send: @escaping @Sendable (Int) -> Void = { _ in }) -> Interact<
        Int, Int
    > {
        Interact(initialValue: 0) { state, number in
            handled.append(number)
            send(number)
            state += number
            return .state
        }
    }

    @Test("drops the oldest waiting action, also when a batch of them has been started")
    func dropOldest() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (handled, own, events) = (Record<Int>(), OwnRuntime<Int, Int>(), Record<EventTask>())
        let feature = summing(handled) { number in
            guard number == 1 else { return }
            for next in 5...7 { events.append(own.runtime!.send(next)) }
        }
        let runtime = Runtime(feature, mailbox: .dropOldest(capacity: 4), executor: .on(executor))
        own.set(runtime)
        executor.act { for number in 1...4 { events.append(runtime.send(number)) } }
        // While 1 is handled, 2, 3 and 4 wait; the three that come push them out, the oldest first.
        #expect(handled.elements.first == 1 && handled.elements.suffix(3) == [5, 6, 7])
        #expect(handled.elements == handled.elements.sorted())
        let dropped = events.elements.filter { $0.outcome == .rejected(.dropped) }
        #expect(dropped.count == runtime.counters.dropped)
        #expect(dropped.count + handled.elements.count == 7)
    }

    @Test("has room for its capacity, whatever has been handled before")
    func capacity() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (handled, own, events) = (Record<Int>(), OwnRuntime<Int, Int>(), Record<EventTask>())
        let feature = summing(handled) { number in
            // Three of four have been handled or are being handled: at most one waits.
            if number == 3 { events.append(own.runtime!.send(5)) }
        }
        let runtime = Runtime(feature, mailbox: .suspend(capacity: 4), executor: .on(executor))
        own.set(runtime)
        executor.act { for number in 1...4 { runtime.send(number) } }
        #expect(events.elements.map(\.outcome) == [.accepted])
        #expect(handled.elements == [1, 2, 3, 4, 5])
    }

    @Test("that is full when the runtime ends refuses the waiting actions, and does not report misuse")
    func endsWhileFull() {
        let (diagnostics, executor) = (DiagnosticsRecorder(), ControlledExecutor())
        defer { executor.runFreely() }
        let runtime = diagnostics {
            Runtime(summing(Record()), mailbox: .suspend(capacity: 1), executor: .on(executor))
        }
        let states = runtime.states(.bounded(1))
        let outcomes = Record<SendOutcome>()
        executor.begin { for number in 1...5 { outcomes.append(await runtime.deliver(number).outcome) } }
        executor.begin { await runtime.shutdown(.cancel) }
        #expect(outcomes.elements.contains(.rejected(.shutDown)))
        #expect(diagnostics.kinds.filter { $0 == .shutDown }.count <= 1)
        withExtendedLifetime(states) {}
    }

    @Test("does not carry the task-local values of one sender to another's effects")
    func taskLocals() async {
        let seen = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in seen.append(Request.id) } }
        let runtime = Runtime(feature)
        for id in 1...3 { await Request.$id.withValue(id) { await runtime.send(id).finish() } }
        #expect(seen.elements == [0, 0, 0])
    }

    @Test("An event that is over stays accepted when it is cancelled late")
    func cancelLate() async {
        let runtime = Runtime(summing(Record()))
        let event = runtime.send(1)
        await event.finish()
        event.cancel()
        #expect(event.outcome == .accepted && !event.isCancelled)
    }
}
