import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture
@testable import UnoOperation

@Suite("A group of runtimes", .timeLimit(.hang))
struct RuntimeGroupTests {
    // MARK: Making

    @Test("makes a runtime for each key when it is first needed, and only one")
    func onDemand() {
        let depot = Depot()
        #expect(depot.group.count == 0)
        for number in 1...3 {
            depot.add([number], to: "a")
            depot.add([10 * number], to: "b")
        }
        #expect(depot.makes.elements == ["a", "b"])
        #expect(depot.state(of: "a").value == [1, 2, 3])
        #expect(depot.state(of: "b").value == [10, 20, 30])
        #expect(Set(depot.group.keys) == ["a", "b"])
    }

    @Test("lets callers that wait for a slow make in, in the order in which they came")
    func slowMake() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let callers = (1...50).map { depot.add([$0, 100 + $0], to: "a") }
        #expect(depot.makes.elements == ["a"] && callers.allSatisfy { !$0.hasReturned })
        gate.release()
        depot.run()
        #expect(callers.allSatisfy { $0.value == [.accepted, .accepted] })
        let numbers = depot.state(of: "a").value.flatMap { $0 } ?? []
        #expect(numbers.filter { $0 <= 50 } == Array(1...50))
        #expect(numbers.count == 100)
        for number in 1...50 {
            #expect(numbers.firstIndex(of: number)! < numbers.firstIndex(of: 100 + number)!)
        }
    }

    @Test("throws the error of make to every caller that waits, and makes anew for the next")
    func failingMake() {
        let gate = HeldWork()
        let depot = Depot(making: { attempt in
            await gate.run()
            if attempt == 1 { throw Depot.Failure() }
        })
        let callers = [depot.add([1], to: "a"), depot.add([2], to: "a")]
        let reader = depot.state(of: "a")
        gate.release()
        depot.run()
        #expect(callers.allSatisfy { $0.error is Depot.Failure } && reader.error is Depot.Failure)
        #expect(depot.group.count == 0)
        gate.release()
        #expect(depot.add([3], to: "a").value == [.accepted])
        #expect(depot.state(of: "a").value == [3])
    }

    @Test("A cancelled caller returns at once, its action is not handled, and the others are served")
    func cancelledCaller() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let callers = (1...3).map { depot.add([$0], to: "a") }
        callers[1].task.cancel()
        depot.run()
        #expect(callers.map(\.hasReturned) == [false, true, false])
        #expect(callers[1].value == [.cancelled])
        gate.release()
        depot.run()
        #expect(depot.state(of: "a").value == [1, 3])
    }

    @Test("A make whose callers have all been cancelled goes on, and its runtime is passivated in time")
    func abandonedMake() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let caller = depot.add([1], to: "a")
        caller.task.cancel()
        gate.release()
        depot.run()
        #expect(caller.value == [.cancelled] && depot.group.count == 1)
        depot.pass(5)
        #expect(depot.group.count == 0 && depot.saves.elements == ["a"])
    }

    @Test("send rejects an action for which there is no room; deliver waits, until it is cancelled", .misuse)
    func fullMailbox() {
        let depot = Depot(mailbox: .suspend(capacity: 2))
        // A subscriber that does not read: the runtime handles one action, and two wait.
        let stalled = depot.task { [group = depot.group] in try await group.states(of: "a", .bounded(1)) }
        let sent = (1...9).map { depot.send(.add($0), to: "a") }
        let accepted = sent.prefix { $0.value == .accepted }.count
        #expect((3...5).contains(accepted))
        #expect(sent.dropFirst(accepted).allSatisfy { $0.value == .rejected(.mailboxFull) })
        let waiting = [depot.add([10], to: "a"), depot.add([11], to: "a")]
        #expect(waiting.allSatisfy { !$0.hasReturned })
        waiting[0].task.cancel()
        depot.run()
        #expect(waiting.map(\.value) == [[.cancelled], nil])
        depot.task { for await _ in stalled.value! {} }
        #expect(waiting[1].value == [.accepted])
        #expect(depot.state(of: "a").value == Array(1...accepted) + [11])
        #expect(depot.shutdown().value?.isComplete == true)
    }

    // MARK: Passivation

    @Test("passivates an idle runtime within a quarter more than the time, and continues from its state")
    func passivation() {
        let depot = Depot()
        depot.add([1, 2], to: "a")
        depot.pass(4)
        #expect(depot.group.count == 1)
        depot.pass(1)
        #expect(depot.group.count == 0)
        #expect(depot.saved("a") == [1, 2])
        depot.pass(1)
        #expect(depot.clock.sleeperCount == 0, "Nothing is left to watch")
        depot.add([3], to: "a")
        #expect(depot.makes.elements == ["a", "a"])
        #expect(depot.state(of: "a").value == [1, 2, 3])
    }

    @Test("does not passivate what is used again in time")
    func usedInTime() {
        let depot = Depot()
        for number in 1...10 {
            depot.add([number], to: "a")
            depot.add([number], to: number % 2 == 0 ? "b" : "c")
            depot.pass(4)
        }
        #expect(depot.makes.elements.filter { $0 == "a" }.count == 1)
        #expect(depot.makes.elements.filter { $0 == "b" }.count == 5)
    }

    /// What keeps a runtime from being idle.
    enum Occupation: CaseIterable, Sendable { case work, watch, subscriber }

    @Test("does not passivate a runtime with an effect or a subscriber", arguments: Occupation.allCases)
    func occupied(_ occupation: Occupation) {
        let depot = Depot()
        let occupied: Pending<Void>
        switch occupation {
        case .work:
            occupied = depot.task { [group = depot.group] in try await group.deliver(.work, to: "a").finish() }
        case .watch:
            occupied = depot.task { [group = depot.group] in try await group.deliver(.watch, to: "a").finish() }
        case .subscriber:
            occupied = depot.task { [group = depot.group] in for await _ in try await group.states(of: "a") {} }
        }
        depot.pass(30)
        #expect(depot.group.count == 1)
        // An event that is cancelled with its waiter ends its effects.
        occupied.task.cancel()
        depot.run()
        depot.pass(4)
        #expect(depot.group.count == 1, "It has not been idle for the whole time")
        depot.pass(1)
        #expect(depot.group.count == 0)
    }

    @Test("does not passivate a runtime that was at rest when the watch looked and is not any more")
    func busyAgain() throws {
        let made = Slot<Runtime<[Int], Depot.Action>>()
        let depot = Depot(made: { made.value = $0 })
        depot.add([1], to: "a")
        depot.pass(4)
        // Not through the group, which does not hear of it.
        let states = try #require(made.value).states()
        depot.pass(10)
        #expect(depot.group.count == 1)
        withExtendedLifetime(states) {}
        made.value = nil
    }

    @Test("An action that arrives while its runtime is passivated waits, and goes to the next one")
    func arrivalDuringPassivation() {
        let gate = HeldWork()
        let depot = Depot(saving: { await gate.run() })
        depot.add([1], to: "a")
        depot.pass(5)
        #expect(gate.waitingCount == 1)
        let callers = [depot.add([2, 3], to: "a"), depot.add([4], to: "a")]
        #expect(callers.allSatisfy { !$0.hasReturned } && depot.makes.count(of: "a") == 1)
        gate.release()
        depot.run()
        #expect(callers[0].value == [.accepted, .accepted] && callers[1].value == [.accepted])
        let numbers = depot.state(of: "a").value.flatMap { $0 }
        #expect(numbers.map { $0.filter { $0 != 4 } } == [1, 2, 3] && numbers?.count == 4)
        #expect(depot.makes.count(of: "a") == 2)
    }

    @Test("passivates 16 runtimes at a time, so that a slow store is not flooded")
    func width() {
        let gate = HeldWork()
        let depot = Depot(saving: { await gate.run() })
        for key in 0..<40 { depot.add([key], to: "\(key)") }
        depot.pass(5)
        #expect(gate.waitingCount == 16)
        // Whenever one has ended the next one follows, without a tick.
        for count in 1...10 {
            gate.release()
            depot.run()
            #expect(gate.waitingCount == 16 && depot.group.count == 40 - count)
        }
        for _ in 0..<30 { gate.release() }
        depot.run()
        #expect(depot.group.count == 0 && depot.saves.elements.count == 40)
    }

    @Test("Saves that do not return give their places up after the idle time")
    func hangingSaves() {
        let (gate, key) = (HeldWork(), Slot<Int>())
        let depot = Depot(saving: { if key.value == nil { await gate.run() } })
        for key in 0..<20 { depot.add([key], to: "\(key)") }
        depot.pass(5)
        #expect(gate.waitingCount == 16)
        key.value = 1
        depot.pass(5)
        #expect(gate.waitingCount == 16 && depot.group.count == 16 && depot.saves.elements.count == 4)
        for _ in 0..<16 { gate.release() }
        depot.run()
        #expect(depot.group.count == 0)
    }

    @Test("Passivation keeps up with any rate: the runtimes are those of the idle time, and those that hang")
    func rate() {
        var machine = RuntimeGroupStateMachine<Int, Int, Int>()
        let (rate, ticks, hanging) = (200, UInt64(4), 16)
        var (count, ending) = (0, [Int]())
        func end(_ candidates: [RuntimeGroupStateMachine<Int, Int, Int>.Candidate]) {
            ending += candidates.map(\.key)
            while let key = ending.first(where: { $0 >= hanging }) {
                ending.removeAll { $0 == key }
                _ = machine.ended(key)
                ending += machine.takeDue(after: ticks, atMost: 16).map(\.key)
            }
        }
        for _ in 0..<60 {
            for _ in 0..<rate {
                guard case .waitsForNew = machine.arrive(count, at: count),
                    case .isLive(.letsIn(_, let stay), _) = machine.made(count, for: count, isPassivating: true)
                else { return #expect(Bool(false), "A key is made anew") }
                _ = machine.leave(count, after: stay)
                count += 1
            }
            machine.noteAtRest(machine.beginTick())
            end(machine.takeDue(after: ticks, atMost: 16))
            // The hanging ones keep their places for the idle time.
            #expect(machine.slots.count <= rate * 11 + hanging)
        }
        #expect(machine.slots.count <= rate * 5 + hanging)
    }

    // MARK: Ending one

    @Test("end waits until no call uses the runtime, and saves; cancel does neither")
    func endOfOne() {
        let depot = Depot(passivating: false)
        depot.add([1], to: "a")
        depot.send(.work, to: "a")
        let draining = depot.task { [group = depot.group] in await group.end("a") }
        let caller = depot.add([2], to: "a")
        #expect(!draining.hasReturned && !caller.hasReturned)
        depot.work.release()
        depot.run()
        #expect(draining.hasReturned && caller.hasReturned)
        #expect(depot.state(of: "a").value == [1, 2] && depot.saved("a") == [1])

        depot.send(.work, to: "a")
        let cancelling = depot.task { [group = depot.group] in await group.end("a", .cancel) }
        #expect(cancelling.hasReturned && depot.group.count == 0 && depot.saved("a") == [1])
        let nothing = depot.task { [group = depot.group] in await group.end("none") }
        #expect(nothing.hasReturned)
    }

    @Test("A cancel cuts short the drain of a runtime that does not end")
    func cutShort() {
        let depot = Depot(passivating: false)
        depot.send(.work, to: "a")
        let draining = depot.task { [group = depot.group] in await group.end("a") }
        let cancelling = depot.task { [group = depot.group] in await group.end("a", .cancel) }
        #expect(draining.hasReturned && cancelling.hasReturned && depot.group.count == 0)
    }

    @Test("A runtime that is cancelled is not saved, not even at rest")
    func cancelledAtRest() {
        let depot = Depot(passivating: false)
        depot.add([1], to: "a")
        let end = depot.task { [group = depot.group] in await group.end("a", .cancel) }
        #expect(end.hasReturned && depot.group.count == 0 && depot.saves.elements.isEmpty)
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
        caller.cancel()
        depot.run()
        #expect(outcomes.elements == [.cancelled])
        gate.release()
        depot.run()
        #expect(depot.state(of: "a").value == [1])
    }

    @Test("A runtime ends when its last user leaves, whoever leaves an earlier runtime of the key meanwhile")
    func users() {
        typealias Machine = RuntimeGroupStateMachine<String, Int, Int>
        var machine = Machine()
        func make(_ number: Int) -> Machine.Stay? {
            guard case .waitsForNew = machine.arrive(number, at: "a"),
                case .isLive(.letsIn(_, let stay), _) = machine.made(number, for: "a", isPassivating: false)
            else { return nil }
            return stay
        }
        func leave(_ stay: Machine.Stay) -> Int? {
            if case .ends(let hosted) = machine.leave("a", after: stay) { hosted } else { nil }
        }
        guard let first = make(1) else { return }
        guard case .ends(1) = machine.requestEnd(of: "a", atOnce: true, AwaitedEnd()) else {
            return #expect(Bool(false), "It ends at once")
        }
        _ = machine.ended("a")
        guard let second = make(2) else { return #expect(Bool(false), "The next runtime is there") }
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
        #expect(!shutdown.hasReturned)
        #expect(depot.add([2], to: "a").value == [.rejected(.shutDown)])
        #expect(depot.add([2], to: "new").value == [.rejected(.shutDown)])
        #expect(depot.state(of: "a").value == .some(nil))
        for _ in 0..<3 { depot.work.release() }
        depot.run()
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
        depot.clock.advance(by: .seconds(4))
        depot.run()
        #expect(!shutdown.hasReturned)
        depot.clock.advance(by: .seconds(1))
        depot.run()
        let report = shutdown.value
        #expect(report?.isComplete == false)
        #expect(report.map { Set($0.incomplete.keys) } == ["b", "c"])
        #expect(depot.work.waitingCount == 0, "What listens to its cancellation has ended")
        #expect(report.map { "\($0)".contains("3 runtimes have ended, 2 of them cut short") } == true)
        depot.deafWork.release()
        depot.executor.runFreely()
    }

    @Test("shutdown reports what is not made or not saved by the deadline", .misuse)
    func deafClosures() {
        let (make, save) = (DeafWork(), DeafWork())
        let depot = Depot(making: { if $0 == 2 { await make.run() } }, saving: { await save.run() })
        depot.add([1], to: "a")
        let caller = depot.add([1], to: "b")
        let shutdown = depot.shutdown(within: .seconds(5))
        #expect(caller.value == [.rejected(.shutDown)] && !shutdown.hasReturned)
        depot.clock.advance(by: .seconds(5))
        depot.run()
        #expect(shutdown.value?.unsaved == ["a"] && shutdown.value?.unmade == ["b"])
        #expect(shutdown.value?.isComplete == false)
        let again = depot.shutdown(within: .seconds(5))
        depot.clock.advance(by: .seconds(5))
        depot.run()
        #expect(again.hasReturned, "A later shutdown ends too, although the group starts no tasks any more")
        make.release()
        save.release()
        depot.run()
        #expect(depot.group.count == 0)
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
        draining.task.cancel()
        depot.run()
        #expect(draining.hasReturned && depot.group.count == 1)
        let waiting = depot.shutdown(within: .seconds(100))
        #expect(!waiting.hasReturned)
        let cancelling = depot.shutdown(.cancel, within: .seconds(100))
        #expect(cancelling.hasReturned && waiting.hasReturned && depot.group.count == 0)
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
                    executor: .on(executor)
                )
            }
            executor.task { for key in 0..<10 { _ = try? await group.deliver(1, to: key) } }
            executor.runUntilIdle()
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
            executor.task {
                for key in 0..<resting + busy { try! await group.send(key < resting ? .add(1) : .work, to: key) }
            }
            executor.runUntilIdle()
            let reports = Record<RuntimeGroupReport<Int>>()
            executor.task { reports.append(await group.shutdown(within: .seconds(5))) }
            let jobs = executor.runUntilIdle()
            let sleepers = clock.sleeperCount
            for _ in 0..<busy { work.release() }
            executor.runUntilIdle()
            #expect(reports.elements.first?.isComplete == true)
            #expect(reports.elements.first?.reports.count == resting + busy && group.count == 0)
            executor.runFreely()
            return (sleepers, jobs)
        }
        #expect(shutdown(resting: 0, busy: 40).sleepers == 1)
        let (some, twice) = (shutdown(resting: 100, busy: 0), shutdown(resting: 200, busy: 0))
        // A visit to each, and back.
        #expect(twice.jobs - some.jobs <= 200)
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

extension Record where Element == String {
    fileprivate func count(of element: String) -> Int { elements.count { $0 == element } }
}
