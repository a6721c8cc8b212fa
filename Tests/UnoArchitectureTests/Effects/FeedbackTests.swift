import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Law 6 for the feedback of effects: none of a cancelled effect arrives, and all of a running one.
@Suite("Feedback of an effect", .timeLimit(.hang), .tags(.cancellation))
struct FeedbackTests {
    let recorder = DiagnosticsRecorder()

    typealias Dispatch = Dispatcher<String>

    /// Appends each action to its state, emits, and does what `react` says.
    static func feature(
        _ react: @escaping @Sendable (String, Dispatch) -> Emission<[String]>
    ) -> Interact<[String], String> {
        Interact(initialValue: []) { state, action, dispatch in
            state.append(action)
            return react(action, dispatch)
        }
    }

    static let seeds: [UInt64?] = [nil] + (1...6).map { $0 }

    // MARK: Cancellation

    @Test("does not arrive from the moment the effect is cancelled by its id", arguments: Host.allCases, seeds)
    func cancelledByID(host: Host, seed: UInt64?) {
        let outcomes = Record<SendOutcome>()
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go":
                .perform(id: "x") { _, _ in for next in ["a", "b", "c"] { outcomes.append(await dispatch(next)) } }
            case "a": .cancel(id: "x")
            default: .state
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        #expect(stage.send("go").last == ["go", "a"])
        #expect(outcomes.elements.count == 3)
        #expect(stage.finish().hasEnded)
    }

    @Test(
        "arrives at a child in the step in which a part before the child cancels the effect", arguments: Host.allCases)
    func cancelledByAnEarlierPart(host: Host) {
        let handled = Record<Int>()
        let cancelling = Interact<Int, CancelLawTests.Route>(initialValue: 0) { _, action, dispatch in
            switch action {
            case .child(1): .perform(id: "x") { _, _ in await dispatch(.child(2)) }
            case .child: .cancel(id: "x")
            case .state: .none
            }
        }
        let parent = Interact<Int, CancelLawTests.Route>(initialValue: 0) { _, _ in .none }
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
                Interact<Int, Int>.changing(0, emitting: .none) { _, number in handled.append(number) }
            }
        let stage = Stage(Interactors.Merge(cancelling, parent), in: host)
        stage.send(.child(1))
        #expect(handled.elements == [1, 2])
        #expect(stage.finish().hasEnded)
    }

    @Test("is refused, and not reported, if a detached task of a cancelled effect sends it", arguments: Host.allCases)
    func detachedOfCancelled(host: Host) {
        let (executor, work, outcomes) = (ControlledExecutor(), HeldWork(), Record<SendOutcome>())
        recorder {
            let feature = Self.feature { action, dispatch in
                guard action == "go" else { return .cancel(id: "x") }
                return .perform(id: "x") { _, _ in
                    let detached = Task.detached(executorPreference: executor) {
                        await work.run()
                        outcomes.append(await dispatch("late"))
                    }
                    await detached.value
                }
            }
            let stage = Stage(feature, in: host, on: executor)
            stage.send("go", "stop")
            #expect(stage.release(work).last == ["go", "stop"])
            #expect(stage.finish().hasEnded)
        }
        #expect(outcomes.elements == [.cancelled] && recorder.kinds == [])
    }

    @Test("does not arrive from an effect that another one replaces", arguments: Host.allCases, seeds)
    func replaced(host: Host, seed: UInt64?) {
        let feature = Self.feature { action, dispatch in
            guard action.hasPrefix("type"), !action.contains(":") else { return .state }
            return .perform(id: "search", policy: .cancelPrevious) { _, _ in
                await dispatch("\(action): searching")
                await dispatch("\(action): found")
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        let keys = ["type a", "type ab", "type"]
        for key in keys { stage.hosted.send(key) }
        stage.executor.runUntilIdle()
        let last = stage.last
        // Whatever of the older searches got through came before the key that ended them.
        for (key, next) in zip(keys, keys.dropFirst()) {
            let late = last.drop { $0 != next }.filter { $0.hasPrefix("\(key):") }
            #expect(late == [])
        }
        #expect(last.suffix(2) == ["type: searching", "type: found"])
    }

    @Test("does not arrive from a view model's effect that its own action cancels") @MainActor func viewModel() async {
        let outcomes = Record<SendOutcome>()
        for _ in 0..<200 {
            let model = ViewModel(
                initialValue: [String](),
                Self.feature { action, dispatch in
                    switch action {
                    case "go":
                        .perform(id: "x") { _, _ in
                            await dispatch("a")
                            outcomes.append(await dispatch("b"))
                        }
                    case "a": .cancel(id: "x")
                    default: .state
                    }
                },
                BuildViewState { $1 = $0 }
            )
            await model.sendViewEvent("go").finish()
            #expect(model.viewState == ["go", "a"])
        }
    }

    @Test("does not arrive when its event is cancelled, queued actions included", arguments: seeds)
    func cancelledEvent(seed: UInt64?) {
        let own = Record<EventTask>()
        let feature = Self.feature { action, dispatch in
            switch action {
            case "go": .perform { _, _ in for next in ["a", "b"] { await dispatch(next) } }
            case "a":
                // The handler runs within the event that it takes back.
                {
                    own.elements[0].cancel()
                    return .state
                }()
            default: .state
            }
        }
        let stage = Stage(feature, seed: seed)
        stage.settle(own.append(stage.runtime.send("go")))
        #expect(stage.last == ["go", "a"])
        #expect(own.elements[0].outcome == .effectsCancelled && stage.runtime.tasks.liveCount == 0)
    }

    @Test("is dropped with a child that was removed, and not reported as misuse", arguments: Host.allCases, seeds)
    func childGone(host: Host, seed: UInt64?) {
        let stage = recorder { Stage(Guestbook(), in: host, seed: seed) }
        #expect(stage.send(.guest("enter"), .guest("talk")).last.guest == nil)
        #expect(stage.last.heard == ["enter", "talk", "one"])
        #expect(recorder.kinds == [])
        #expect(stage.finish().hasEnded)
    }

    // MARK: Mailboxes

    @Test(
        "is not dropped by a mailbox, whatever its policy",
        arguments: [
            MailboxPolicy.dropOldest(capacity: 1), .dropOldest(capacity: 3), .dropNewest(capacity: 1),
            .dropNewest(capacity: 3), .suspend(capacity: 1), .unbounded,
        ]
    )
    func lossyMailbox(policy: MailboxPolicy) {
        let executor = ControlledExecutor(seed: 3)
        defer { executor.runFreely() }
        let outcomes = Record<SendOutcome>()
        let handled = Record<Int>()
        let events = Record<EventTask>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, number, dispatch in
            handled.append(number)
            state += 1
            guard number == 1 else { return .state }
            return .perform { _, _ in for next in 1_000..<1_100 { outcomes.append(await dispatch(next)) } }
        }
        let runtime = DiagnosticsRecorder()({ Runtime(feature, mailbox: policy, executor: .on(executor)) })
        events.append(runtime.send(1))
        executor.task {
            for number in 2..<300 {
                events.append(runtime.send(number))
                await Task.yield()
            }
        }
        executor.runUntilIdle()
        #expect(outcomes.elements == Array(repeating: .accepted, count: 100))
        #expect(handled.elements.filter { $0 >= 1_000 } == Array(1_000..<1_100))
        let accepted = events.elements.count { $0.outcome == .accepted }
        #expect(handled.elements.count { $0 < 1_000 } == accepted)
    }

    // MARK: Lifetime

    @Test("after the effect's end is reported and rejected, with its file and line", arguments: [false, true])
    func kept(isCancelled: Bool) async {
        let kept = Record<Dispatch>()
        let work = HeldWork()
        let runtime = recorder {
            Runtime(
                Self.feature { action, dispatch in
                    guard action == "go" else { return .state }
                    return .perform { _, _ in
                        kept.append(dispatch)
                        await work.run()
                    }
                }
            )
        }
        let event = runtime.send("go")
        let dispatch = await kept.waitFor(1)[0]
        if isCancelled { event.cancel() } else { work.release() }
        await event.finish()
        #expect(await dispatch("late") == .rejected(.effectEnded))
        #expect(await dispatch("later") == .rejected(.effectEnded))
        #expect(recorder.kinds == [.effectEnded, .effectEnded])
        #expect(recorder.reports.elements.allSatisfy { $0.fileID?.hasSuffix("FeedbackTests.swift") == true })
        let state = await runtime.state
        #expect(state == ["go"])
        await runtime.shutdown(.drain)
    }

    @Test("arrives from detached and unstructured tasks while the effect runs", arguments: Host.allCases, seeds)
    func otherTasks(host: Host, seed: UInt64?) {
        let outcomes = Record<SendOutcome>()
        let executor = Record<ControlledExecutor>()
        let work = HeldWork()
        let feature = Self.feature { action, dispatch in
            guard action == "go" else { return .state }
            return .perform { _, _ in
                let executor = executor.elements[0]
                await Task(executorPreference: executor) { outcomes.append(await dispatch("unstructured")) }.value
                await Task.detached(executorPreference: executor) { outcomes.append(await dispatch("detached")) }.value
                await work.run()
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        executor.append(stage.executor)
        stage.send("go")
        #expect(outcomes.elements == [.accepted, .accepted])
        #expect(stage.last == ["go", "unstructured", "detached"])
        stage.release(work)
    }

    @Test(
        "by a dispatcher of another effect's handler call is rejected once that effect has ended",
        arguments: Host.allCases)
    func borrowed(host: Host) {
        let lent = Record<Dispatch>()
        let outcomes = Record<SendOutcome>()
        let stage = recorder {
            Stage(
                Self.feature { action, dispatch in
                    switch action {
                    case "lend": .perform { _, _ in lent.append(dispatch) }
                    case "borrow": .perform { _, _ in outcomes.append(await lent.elements[0]("never")) }
                    default: .state
                    }
                },
                in: host)
        }
        stage.send("lend", "borrow")
        #expect(outcomes.elements == [.rejected(.effectEnded)] && recorder.kinds == [.effectEnded])
        #expect(stage.last == ["lend", "borrow"])
    }
}

/// A parent whose guest leaves when its first word is heard, with the second one queued.
private struct Guestbook: Interactor {
    struct State: Sendable, Equatable {
        var guest: [String]? = []
        var heard: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case guest(String)
    }

    var body: some Interactor<State, Action> {
        Interact<State, Action>.changing(State(), for: \.guest) { state, word in
            state.heard.append(word)
            if word == "one" { state.guest = nil }
        }
        .ifLet(\.guest, action: \.guest) {
            Interact<[String], String>(initialValue: []) { _, word, dispatch in
                guard word == "talk" else { return .state }
                return .perform { _, _ in for word in ["one", "two"] { await dispatch(word) } }
            }
        }
    }
}
