import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 2 for the feedback of effects: the order of an effect's updates and actions, and what comes after them.
@Suite("Order of an effect's feedback", .timeLimit(.hang), .tags(.order))
struct FeedbackOrderTests {
    static let seeds = FeedbackTests.seeds

    @Test("is handled in the order in which the effect dispatched and sent it", arguments: Host.allCases, seeds)
    func order(host: Host, seed: UInt64?) {
        let feature = FeedbackTests.feature { action, dispatch in
            guard action == "go" else { return .state }
            return .perform { _, send in
                await dispatch("a")
                await send { $0.append("update") }
                await dispatch("b")
                await dispatch("c")
                await send { $0.append("last") }
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        #expect(stage.send("go").last == ["go", "a", "update", "b", "c", "last"])
    }

    @Test("is handled before what follows the effect", arguments: Host.allCases, seeds)
    func beforeWhatFollows(host: Host, seed: UInt64?) {
        let feature = FeedbackTests.feature { action, dispatch in
            guard action == "go" else { return .state }
            return .concatenate([
                .perform { _, _ in for next in ["a", "b"] { await dispatch(next) } },
                .perform { _, send in await send { $0.append("next") } }, .perform { _, _ in await dispatch("c") },
                .state, .state,
            ])
        }
        let stage = Stage(feature, in: host, seed: seed)
        #expect(stage.send("go").last == ["go", "a", "b", "next", "c"])
        let all = [["go"], ["go", "a"], ["go", "a", "b"], ["go", "a", "b", "next"], ["go", "a", "b", "next", "c"]]
        #expect(stage.states == [[]] + all + [all[4], all[4]])
    }

    @Test("is handled to the last action before what follows the effect, although a turn is free between two of them")
    func allBeforeWhatFollows() {
        let work = HeldWork()
        let feature = FeedbackTests.feature { action, dispatch in
            guard action == "go" else { return .state }
            return .concatenate([
                .perform { _, _ in
                    await work.run()
                    for next in ["a", "b", "c", "d"] { await dispatch(next) }
                },
                .perform { _, send in await send { $0.append("next") } },
            ])
        }
        let stage = Stage(feature)
        stage.send("go")
        // A subscriber without room holds the turn of the next action, so the others wait when the effect returns.
        let slow = stage.runtime.states(.bounded(1))
        stage.send("held")
        stage.release(work)
        stage.settle(stage.executor.task { for await _ in slow {} })
        #expect(stage.last == ["go", "held", "a", "b", "c", "d", "next"])
    }

    @Test(
        "while earlier actions are queued: an update ends with a cancellation, and nothing is accepted after the effect"
    )
    func whileActionsAreQueued() {
        let (work, late) = (HeldWork(), HeldWork())
        let outcomes = Record<SendOutcome>()
        let executors = Record<ControlledExecutor>()
        let stage = DiagnosticsRecorder()(
            {
                Stage(
                    FeedbackTests.feature { action, dispatch in
                        guard action == "update" || action == "leave" else { return .state }
                        return .perform { _, send in
                            await work.run()
                            await dispatch("a")
                            // Not cancelled with the effect, nor known to belong to it.
                            let task = Task.detached(executorPreference: executors.elements[0]) {
                                if action == "update" { return outcomes.append(await send { $0.append("never") }) }
                                await late.run()
                                outcomes.append(await dispatch("late"))
                            }
                            if action == "update" { await task.value }
                        }
                    }
                )
            }
        )
        executors.append(stage.executor)
        let event = stage.runtime.send("update")
        stage.send("leave")
        // A subscriber without room holds the turn of the next action, so the dispatched ones wait.
        let slow = stage.runtime.states(.bounded(1))
        stage.send("held")
        stage.release(work)
        stage.release(work)
        stage.release(late)
        #expect(outcomes.elements == [.rejected(.effectEnded)])
        event.cancel()
        stage.settle(stage.executor.task { for await _ in slow {} })
        #expect(outcomes.elements == [.rejected(.effectEnded), .cancelled])
        #expect(stage.last == ["update", "leave", "held", "a"])
    }

    @Test("is handled while the effect still counts as running", arguments: Host.allCases, seeds)
    func countsAsRunning(host: Host, seed: UInt64?) {
        let feature = FeedbackTests.feature { action, dispatch in
            guard action == "go" || action == "again" else { return .state }
            return .perform(id: "x", policy: .dropNew) { _, _ in await dispatch(action == "go" ? "again" : "never")
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        #expect(stage.send("go").last == ["go", "again"])
        #expect(stage.send("again").last == ["go", "again", "again", "never"])
    }

    @Test("by child tasks does not wait for the others' actions without end", arguments: Host.allCases)
    func childTasks(host: Host) {
        let sent = Record<Void>()
        let feature = FeedbackTests.feature { action, dispatch in
            guard action == "go" else { return .state }
            return .perform(id: "x") { _, send in
                await withTaskGroup { group in
                    group.addTask {
                        for number in 0..<1_000 where sent.elements.isEmpty { await dispatch("\(number)") }
                    }
                    group.addTask {
                        await send { $0.append("update") }
                        sent.append()
                    }
                }
            }
        }
        let stage = Stage(feature, in: host, seed: 7)
        #expect(stage.send("go").last.contains("update"))
        #expect(stage.last.count < 900, "the update came before the flood was over")
    }

    @Test(
        "at a cancellation: what follows the effects that it ends follows in their order", arguments: Host.allCases,
        seeds)
    func cancelledTogether(host: Host, seed: UInt64?) {
        let work = HeldWork()
        let feature = FeedbackTests.feature { action, dispatch in
            switch action {
            case "go": .perform(id: "line") { _, _ in await work.run() }
            case "cancel": .cancel(id: "line")
            case let name where name.hasPrefix("next"): .state
            case let name:
                .concatenate([.perform(id: "line", policy: .waitTurn) { _, _ in }, dispatch.next("next \(name)")])
            }
        }
        let stage = Stage(feature, in: host, seed: seed)
        stage.send("go")
        for name in ["a", "b", "c", "d"] { stage.send(name) }
        stage.send("cancel")
        #expect(stage.last == ["go", "a", "b", "c", "d", "cancel", "next a", "next b", "next c", "next d"])
        #expect(stage.finish().hasEnded)
    }

    @Test(
        "at the finish: what follows cancelled effects follows in the order of registration",
        arguments: Host.allCases,
        seeds)
    func successors(host: Host, seed: UInt64?) {
        let work = HeldWork()
        let feature = Interact<[Int], Int>(initialValue: []) { _, number in
            .concatenate([
                // Every other one waits for its turn.
                .observe(id: number / 2, policy: .waitTurn) { _, _ in await work.run() },
                .cancel(id: "none"),
                .observe { _, send in await send { $0.append(-1) } },
                .perform(id: "line", policy: .waitTurn) { _, send in await send { $0.append(number) } },
            ])
        }
        let stage = Stage(feature, in: host, seed: seed)
        for number in 0..<6 { stage.send(number) }
        #expect(work.starts.count == 3)
        #expect(stage.finish().hasEnded)
        #expect(stage.last == [0, 1, 2, 3, 4, 5])
        #expect(work.starts.count == 3, "one that waited for its turn never starts")
    }
}
