import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture
@testable import UnoOperation

@Suite("The end of a group of runtimes", .timeLimit(.hang))
struct RuntimeGroupEndTests {
    // MARK: Ending one

    @Test("end waits until no call uses the runtime, and saves; cancel does neither")
    func endOfOne() {
        let depot = Depot(passivating: false)
        depot.add([1], to: "a")
        depot.send(.work, to: "a")
        let draining = depot.end("a")
        let caller = depot.add([2], to: "a")
        #expect(!draining.hasReturned && !caller.hasReturned)
        depot.settle(depot.work.release())
        #expect(draining.hasReturned && caller.hasReturned)
        #expect(depot.state(of: "a").value == [1, 2] && depot.saved("a") == [1])

        depot.send(.work, to: "a")
        let cancelling = depot.end("a", .cancel)
        #expect(cancelling.hasReturned && depot.group.count == 0 && depot.saved("a") == [1])
        let nothing = depot.end("none")
        #expect(nothing.hasReturned)
    }

    @Test("A cancel cuts short the drain of a runtime that does not end")
    func cutShort() {
        let depot = Depot(passivating: false)
        depot.send(.work, to: "a")
        let draining = depot.end("a")
        let cancelling = depot.end("a", .cancel)
        #expect(draining.hasReturned && cancelling.hasReturned && depot.group.count == 0)
    }

    @Test("A runtime whose effect ignores its cancellation is waited for and reported once", arguments: [false, true])
    func deafEffectOfOne(isDraining: Bool) {
        let diagnostics = DiagnosticsRecorder()
        let depot = diagnostics { Depot(passivating: false) }
        depot.send(.deafWork, to: "a")
        let draining = isDraining ? depot.end("a") : nil
        let cancelling = depot.end("a", .cancel)
        depot.settle(depot.clock.advance(by: .seconds(4)))
        #expect(!cancelling.hasReturned && draining?.hasReturned != true && diagnostics.kinds == [])
        depot.settle(depot.clock.advance(by: .seconds(1)))
        #expect(cancelling.hasReturned && draining?.hasReturned != false && depot.group.count == 0)
        depot.settle(depot.clock.advance(by: .seconds(5)))
        #expect(diagnostics.kinds == [.tasksOutliveCancellation])
        depot.settle(depot.deafWork.release())
    }

    @Test("A group that does not passivate keeps nothing of a key whose runtime has ended, nor saves what is cancelled")
    func forgotten() {
        let depot = Depot(passivating: false)
        for key in 0..<20 {
            depot.add([1], to: "\(key)")
            #expect(depot.end("\(key)", key % 2 == 0 ? .drain : .cancel).hasReturned && depot.group.count == 0)
            #expect(depot.saves.elements.count == key / 2 + 1, "A runtime at rest that is cancelled is not saved")
        }
        let (slots, busy) = depot.group.storage.machine.withLock { ($0.slots.count, $0.busy.count) }
        #expect(slots == 0 && busy == 0)
    }

    @Test("A caller that is cancelled before it asks is told so at once, and its action is not handled")
    func cancelledEarly() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        depot.add([1], to: "a")
        let outcomes = Record<SendOutcome?>()
        let caller = depot.executor.task { [group = depot.group] in
            outcomes.append(try? await group.deliver(.add(2), to: "a").outcome)
        }
        depot.settle(caller.cancel())
        #expect(outcomes.elements == [.cancelled])
        depot.settle(gate.release())
        #expect(depot.state(of: "a").value == [1])
    }

    @Test("A runtime ends when its last user leaves, whoever leaves an earlier runtime of the key meanwhile")
    func users() throws {
        typealias Machine = RuntimeGroupStateMachine<String, Int, Int>
        var machine = Machine()
        func leave(_ stay: Machine.Stay) -> Int? {
            if case .ends(let hosted) = machine.leave("a", after: stay) { hosted } else { nil }
        }
        let first = try machine.makeLive(1, for: "a", isPassivating: false)
        guard case .ends(1) = machine.requestEnd(of: "a", atOnce: true, AwaitedEnd()) else {
            return #expect(Bool(false), "It ends at once")
        }
        _ = machine.ended("a")
        let second = try machine.makeLive(2, for: "a", isPassivating: false)
        guard case .awaited = machine.requestEnd(of: "a", atOnce: false, AwaitedEnd()) else {
            return #expect(Bool(false), "It is in use")
        }
        let late = machine.tryEnter("a")?.hosted
        #expect(late == nil)
        let ended = [first, second].map { leave($0) }
        #expect(ended == [nil, 2])
    }

    // MARK: Shutdown

    @Test("shutdown drains all runtimes at the same time, saves them, and rejects what comes later")
    func drain() async {
        let diagnostics = DiagnosticsRecorder()
        let depot = diagnostics { Depot() }
        for key in ["a", "b", "c"] {
            depot.add([1], to: key)
            depot.send(.work, to: key)
        }
        let shutdown = depot.shutdown()
        #expect(!shutdown.hasReturned && depot.add([2], to: "a").value == [.rejected(.shutDown)])
        #expect(depot.add([2], to: "new").value == [.rejected(.shutDown)])
        #expect(depot.state(of: "a").value == .some(nil))
        depot.act { for _ in 0..<3 { depot.work.release() } }
        let report = shutdown.value
        #expect(report?.isComplete == true)
        #expect(report.map { Set($0.reports.keys) } == ["a", "b", "c"])
        #expect(["a", "b", "c"].map(depot.saved) == [[1], [1], [1]])
        #expect(depot.group.count == 0 && depot.clock.sleeperCount == 0)
        #expect(diagnostics.kinds == [.shutDown, .shutDown], "One report for each place of a call")
        #expect(depot.shutdown().value?.reports.isEmpty == true, "Again is harmless")
    }

    @Test("shutdown returns at the deadline although an effect ignores its cancellation, and names the runtime")
    func deafEffect() {
        let depot = Depot()
        depot.add([1], to: "a")
        depot.add([1], to: "b")
        depot.send(.deafWork, to: "b")
        depot.send(.work, to: "c")
        let shutdown = depot.shutdown(within: .seconds(5))
        depot.settle(depot.clock.advance(by: .seconds(4)))
        #expect(!shutdown.hasReturned)
        depot.settle(depot.clock.advance(by: .seconds(1)))
        let report = shutdown.value
        #expect(report?.isComplete == false)
        #expect(report.map { Set($0.incomplete.keys) } == ["b", "c"])
        #expect(depot.work.waitingCount == 0, "What listens to its cancellation has ended")
        #expect(report.map { "\($0)".contains("3 runtimes have ended, 2 of them cut short") } == true)
        depot.deafWork.release()
        depot.executor.runFreely()
    }

    @Test("shutdown is not complete if only a runtime was not made by the deadline", .misuse)
    func deafMake() {
        let make = DeafWork()
        let depot = Depot(making: { _ in await make.run() })
        depot.add([1], to: "a")
        let shutdown = depot.shutdown(within: .seconds(5))
        depot.settle(depot.clock.advance(by: .seconds(5)))
        #expect(shutdown.value?.unmade == ["a"] && shutdown.value?.unsaved == [])
        #expect(shutdown.value?.reports.isEmpty == true && shutdown.value?.isComplete == false)
        make.release()
        depot.executor.runFreely()
    }

    @Test("shutdown reports what is not made or not saved by the deadline", .misuse)
    func deafClosures() {
        let (make, save, made) = (DeafWork(), DeafWork(), Record<Runtime<[Int], Depot.Action>>())
        let depot = Depot(
            making: { if $0 == 2 { await make.run() } }, made: { made.append($0) }, saving: { await save.run() })
        depot.add([1], to: "a")
        let caller = depot.add([1], to: "b")
        let shutdown = depot.shutdown(within: .seconds(5))
        #expect(caller.value == [.rejected(.shutDown)] && !shutdown.hasReturned)
        depot.settle(depot.clock.advance(by: .seconds(5)))
        #expect(shutdown.value?.unsaved == ["a"] && shutdown.value?.unmade == ["b"])
        #expect(shutdown.value?.isComplete == false)
        let again = depot.shutdown(within: .seconds(5))
        depot.settle(depot.clock.advance(by: .seconds(5)))
        #expect(again.hasReturned, "A later shutdown ends too, although the group starts no tasks any more")
        #expect(again.value?.unsaved == ["a"] && again.value?.unmade == ["b"])
        make.release()
        depot.settle(save.release())
        #expect(depot.group.count == 0)
        #expect(made.elements.count == 2 && made.elements.allSatisfy { $0.snapshot().phase == .ended })
    }

    @Test("The report of a shutdown names what was not saved and not made, in order, and is not complete then")
    func report() {
        var report = RuntimeGroupReport<String>()
        let none = "0 runtimes have ended, 0 of them cut short"
        #expect(report.isComplete && "\(report)" == none)
        report.unsaved = ["b", "a"]
        #expect(!report.isComplete && "\(report)" == none + "\na: not saved\nb: not saved")
        (report.unsaved, report.unmade) = ([], ["d", "c"])
        #expect(!report.isComplete && "\(report)" == none + "\nc: still being made\nd: still being made")
    }

    @Test("shutdown cancels a make that runs, and does not wait for it", .misuse)
    func cancelledMake() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in
            if await gate.run() == .cancelled { throw CancellationError() }
        })
        let caller = depot.add([1], to: "a")
        let shutdown = depot.shutdown()
        #expect(caller.value == [.rejected(.shutDown)])
        #expect(shutdown.value?.isComplete == true && depot.group.count == 0)
    }

    @Test("A cancel cuts a drain short; a waiting task that is cancelled returns, and the shutdown goes on")
    func cancelAfterDrain() {
        let depot = Depot()
        depot.send(.work, to: "a")
        let draining = depot.shutdown(within: .seconds(100))
        depot.settle(draining.task.cancel())
        #expect(draining.hasReturned && depot.group.count == 1)
        let waiting = depot.shutdown(within: .seconds(100))
        #expect(!waiting.hasReturned)
        let cancelling = depot.shutdown(.cancel, within: .seconds(100))
        #expect(cancelling.hasReturned && waiting.hasReturned && depot.group.count == 0)
        #expect(depot.saves.elements.isEmpty, "It was cut short")
    }

    @Test("Releasing the group cancels its runtimes and frees everything")
    func release() async {
        let canary = Canary()
        let watch = canary.watch
        let executor = ControlledExecutor()
        do {
            let group = RuntimeGroup<Int, Int, Int>(passivateAfter: .seconds(1), clock: TestClock(), executor: executor)
            {
                [canary] key in
                Runtime(
                    Interact(initialValue: key) { _, _ in
                        canary.sing()
                        return .perform { _, _ in await HeldWork().run() }
                    },
                    executor: .on(executor))
            }
            executor.begin { for key in 0..<10 { _ = try? await group.deliver(1, to: key) } }
            #expect(group.count == 10)
        }
        executor.runUntilIdle()
        _ = consume canary
        await watch.freed()
    }

    @Test("A shutdown has one deadline for all runtimes, and those at rest end without tasks of their own")
    func economy() {
        /// The number of sleepers during the shutdown, and of the jobs that it takes.
        func shutdown(resting: Int, busy: Int) -> (sleepers: Int, jobs: Int) {
            let (executor, clock, work) = (ControlledExecutor(), TestClock(), HeldWork())
            let group = RuntimeGroup<Int, [Int], Depot.Action>(clock: clock, executor: executor) { _ in
                Runtime(Depot.list([], work, DeafWork()), executor: .on(executor))
            }
            executor.begin {
                for key in 0..<resting + busy { try! await group.send(key < resting ? .add(1) : .work, to: key) }
            }
            let reports = Record<RuntimeGroupReport<Int>>()
            executor.task { reports.append(await group.shutdown(within: .seconds(5))) }
            let jobs = executor.runUntilIdle()
            let sleepers = clock.sleeperCount
            executor.act { for _ in 0..<busy { work.release() } }
            #expect(reports.elements.first?.isComplete == true)
            #expect(reports.elements.first?.reports.count == resting + busy && group.count == 0)
            executor.runFreely()
            return (sleepers, jobs)
        }
        /// The number of jobs of one task that visits so many runtimes.
        func visits(_ count: Int) -> Int {
            let executor = ControlledExecutor()
            let runtimes = (0..<count).map { _ in Runtime(Sum.digits(), executor: .on(executor)) }
            executor.runUntilIdle()
            executor.task { for runtime in runtimes { _ = await runtime.core.state() } }
            defer { executor.runFreely() }
            return executor.runUntilIdle()
        }
        #expect(shutdown(resting: 0, busy: 40).sleepers == 1)
        let jobs = shutdown(resting: 200, busy: 0).jobs - shutdown(resting: 100, busy: 0).jobs
        // A visit to each, and back.
        #expect(jobs <= 200 && jobs <= visits(200) - visits(100))
    }

    @Test("A group has one timer, whatever it does for its keys", .misuse)
    func timer() {
        let gate = HeldWork()
        let depot = Depot(atMost: 400, then: .passivateLongestUnused, saving: { await gate.run() })
        for key in 0..<400 { depot.send(key < 200 ? .work : .add(key), to: "\(key)") }
        let readers = (0..<100).map { key in
            depot.task { [group = depot.group] in for await _ in try await group.states(of: "\(key)") {} }
        }
        // Some are passivated for room, some by time, and some are ended; none of their saves returns.
        let new = (0..<40).map { depot.add([1], to: "new \($0)") }
        let ends = (0..<40).map { depot.end("\(399 - $0)") }
        depot.pass(5)
        #expect(gate.waitingCount == 40 + 40 + 16 && depot.clock.sleeperCount == 1)
        #expect((new.map(\.hasReturned) + ends.map(\.hasReturned)).allSatisfy { !$0 })
        let shutdown = depot.shutdown(within: .seconds(5))
        #expect(depot.clock.sleeperCount == 1)
        depot.settle(depot.clock.advance(by: .seconds(5)))
        #expect(shutdown.hasReturned && depot.clock.sleeperCount == 0)
        #expect(gate.waitingCount == 0, "The saves are cancelled")
        withExtendedLifetime(readers) {}
    }

    @Test("snapshots looks at 400 runtimes at work without running a job in any of them")
    func snapshots() {
        func run(looks: Int) -> Int {
            let made = Record<Runtime<[Int], Depot.Action>>()
            let depot = Depot(passivating: false, made: { made.append($0) })
            for key in 0..<400 { depot.send(.work, to: "\(key)") }
            // Their executor does not run: they wait with an action in the mailbox.
            for runtime in made.elements { runtime.send(.add(1)) }
            for _ in 0..<looks {
                let snapshots = depot.group.snapshots()
                #expect(snapshots.count == 400)
                #expect(snapshots.values.allSatisfy { $0.mailbox.depth == 1 && $0.effects.count == 1 && !$0.isIdle })
            }
            return depot.executor.runUntilIdle()
        }
        #expect(run(looks: 3) == run(looks: 0))
    }

    @Test("A runtime that comes to rest while the shutdown begins ends, too")
    func comingToRest() async {
        for round in 0..<Scale.chosen(200) {
            let manner: Runtime<Int, Int>.Shutdown = round % 2 == 0 ? .cancel : .drain
            let saved = Locked(0)
            // Time does not pass, so a runtime that is forgotten is waited for without end.
            let group = RuntimeGroup<Int, Int, Int>(
                clock: TestClock(), save: { _, sum in saved.withLock { $0 += sum } },
                make: { _ in Runtime(Sum.adding) })
            // The last ones are still at work, on another thread.
            for call in 0..<200 { _ = try? await group.send(1, to: call % 100) }
            let report = await group.shutdown(manner, within: .seconds(1))
            #expect(report.reports.count == 100 && report.unsaved.isEmpty && group.count == 0)
            #expect(saved.withLock { $0 } == (manner == .drain ? 200 : 0))
        }
    }

    // MARK: Size

    @Test("Very many keys: each is served, passivated by one task for all, and made again")
    func manyKeys() {
        let depot = Depot()
        let count = Scale.chosen(10_000)
        depot.task { [group = depot.group] in
            for key in 0..<count { try await group.send(.add(1), to: "\(key)") }
        }
        #expect(depot.group.count == count && depot.clock.sleeperCount == 1)
        depot.pass(6)
        #expect(depot.group.count == 0 && depot.clock.sleeperCount == 0)
        depot.task { [group = depot.group] in
            for key in 0..<count { try await group.send(.add(2), to: "\(key)") }
        }
        let report = depot.shutdown().value
        #expect(report?.isComplete == true && report?.reports.count == count)
        let saved = depot.store.withLock { $0 }
        #expect(saved.count == count && saved.values.allSatisfy { $0 == [1, 2] })
    }
}
