import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 11: misuse is reported once per place, with the place, and the sender can tell what became of it.
@Suite(.timeLimit(.hang), .tags(.loudNotFatal))
struct LoudnessLawTests {
    let diagnostics = DiagnosticsRecorder()

    private func expectOneReport(_ kind: Diagnostic.Kind, line: UInt?) {
        let reports = diagnostics.reports.elements
        #expect(reports.map(\.kind) == [kind])
        #expect(reports.first?.line == line)
        #expect(reports.first?.fileID == (line == nil ? nil : #fileID))
    }

    @Test("Sending after the shutdown is rejected", arguments: [Runtime<Int, Int>.Shutdown.drain, .cancel])
    func shutDown(manner: Runtime<Int, Int>.Shutdown) async {
        let runtime = diagnostics { Runtime(Sum.digits()) }
        await runtime.shutdown(manner)
        var events: [EventTask] = []
        let line: UInt = #line + 1
        for number in 1...3 { events.append(runtime.send(number)) }
        #expect(events.map(\.outcome) == Array(repeating: .rejected(.shutDown), count: 3))
        await events[0].finish()
        expectOneReport(.shutDown, line: line)
        #expect(await runtime.deliver(9).outcome == .rejected(.shutDown))
        #expect(diagnostics.kinds == [.shutDown, .shutDown])
    }

    @Test(
        "A full mailbox rejects what cannot wait",
        arguments: [MailboxPolicy.suspend(capacity: 1), .dropNewest(capacity: 1)]
    )
    func full(policy: MailboxPolicy) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = diagnostics { Runtime(Sum.digits(), mailbox: policy, executor: .on(executor)) }
        let line: UInt = #line + 1
        let events = (1...3).map { runtime.send($0) }
        #expect(events.map(\.outcome) == [.accepted, .rejected(.mailboxFull), .rejected(.mailboxFull)])
        expectOneReport(.mailboxFull, line: line)
        executor.runUntilIdle()
        #expect(executor.isIdle)
    }

    @Test("A mailbox that drops the oldest action reports it to the action's sender, and no task waits for the action")
    func dropped() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.digits(), mailbox: .dropOldest(capacity: 1), executor: .on(executor))
        let events = (1...3).map { runtime.send($0) }
        let ended = executor.settle(executor.end { for event in events { await event.finish() } })
        #expect(events.map(\.outcome) == [.rejected(.dropped), .rejected(.dropped), .accepted])
        #expect(runtime.counters == RuntimeCounters(accepted: 3, handled: 1, dropped: 2))
        #expect(ended.count == 1)
    }

    @Test("A cancelled sender gets the result `.cancelled`, and its action is not handled") func cancelledSender() {
        let stage = Stage(Sum.digits())
        let runtime = stage.runtime
        let outcomes = Record<SendOutcome>()
        let sender = stage.executor.task { outcomes.append(await runtime.deliver(1).outcome) }
        stage.settle(sender.cancel())
        #expect(outcomes.elements == [.cancelled])
        #expect(stage.states == [0])
    }

    @Test("A negative debounce passes actions through") func negativeDebounce() {
        let line: UInt = #line + 1
        let feature = DebounceInteractor(for: .seconds(-1), clock: TestClock()) { Sum.digits() }
        let stage = diagnostics { Stage(feature) }
        #expect(stage.send(1, 2).states == [0, 1, 12])
        expectOneReport(.negativeDuration, line: line)
    }

    @Test("A capacity below one is one", arguments: [MailboxPolicy.suspend(capacity: 0), .dropNewest(capacity: -1)])
    func mailboxCapacity(policy: MailboxPolicy) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let line: UInt = #line + 1
        let runtime = diagnostics { Runtime(Sum.digits(), mailbox: policy, executor: .on(executor)) }
        #expect(runtime.send(1).outcome == .accepted)
        let usual = diagnostics { Runtime(Sum.digits(), mailbox: .suspend(capacity: 1), executor: .on(executor)) }
        #expect(usual.send(1).outcome == .accepted)
        expectOneReport(.invalidCapacity, line: line)
    }

    @Test("So is that of a subscription", arguments: [SubscriptionPolicy.bounded(0), .droppingOldest(-3)])
    func subscriptionCapacity(policy: SubscriptionPolicy) async {
        let runtime = diagnostics { Runtime(Sum.digits(from: 5)) }
        let line: UInt = #line + 1
        let states = runtime.states(policy)
        for await state in states {
            #expect(state == 5)
            break
        }
        expectOneReport(.invalidCapacity, line: line)
        await runtime.shutdown(.cancel)
    }

    @Test(
        "An ended child rejects its actions, with the place of its when; the parent goes on", arguments: Host.allCases)
    func endedChild(host: Host) {
        let parent = WhenRoutingTests.parent
        let line: UInt = #line + 1
        let feature = parent.when(stateIs: \.left, actionIs: \.left, stateAction: \.leftState) {
            EndingTransformer(count: 1)
        }
        let stage = diagnostics { Stage(feature, in: host) }
        #expect(stage.send(.left(1), .left(2), .own(1), .left(3)).last.log == ["leftState(1)", "own(1)"])
        expectOneReport(.childEnded, line: line)
        if host == .runtime {
            let event = stage.settle(stage.runtime.send(.left(4)))
            #expect(event.outcome == .rejected(.childEnded))
            #expect(stage.run { await event.finish() }.count == 1)
        }
        #expect(stage.finish().hasEnded)
    }

    struct SelfReferring: Interactor {
        typealias DomainState = Int
        typealias Action = Int
        var body: SelfReferring { self }
    }

    @Test("A body that is its own type, without interact(_:), emits nothing", arguments: Host.allCases)
    func selfReferringBody(host: Host) async {
        let states = await diagnostics.during { await host.states(of: SelfReferring(), [1, 2]) }
        #expect(states == [])
        #expect(diagnostics.kinds.first == .selfReferringBody)
        #expect(diagnostics.kinds.count { $0 == .selfReferringBody } == 1)
        #expect(diagnostics.reports.elements.first?.message.contains("SelfReferring") == true)
    }

    @Test("A report contains the place and the problem") func description() async {
        let runtime = diagnostics { Runtime(Sum.digits()) }
        await runtime.shutdown(.cancel)
        let line = #line + 1
        runtime.send(1)
        let text = diagnostics.reports.elements.first?.description ?? ""
        #expect(text.hasPrefix("\(#fileID):\(line): "))
        #expect(text.contains("Interact<Int, Int>"))
        let named = diagnostics { Runtime(Sum.digits(), name: "sums") }
        await named.shutdown(.cancel)
        named.send(1)
        #expect(diagnostics.reports.elements.map(\.runtime) == [nil, "\(named.identity)"])
    }
}
