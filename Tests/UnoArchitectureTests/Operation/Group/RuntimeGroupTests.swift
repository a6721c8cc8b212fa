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
        #expect(depot.makes.elements == ["a", "b"] && depot.state(of: "a").value == [1, 2, 3])
        #expect(depot.state(of: "b").value == [10, 20, 30] && Set(depot.group.keys) == ["a", "b"])
    }

    @Test("lets callers that wait for a slow make in, in the order in which they came")
    func slowMake() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let callers = (1...50).map { depot.add([$0, 100 + $0], to: "a") }
        #expect(depot.makes.elements == ["a"] && callers.allSatisfy { !$0.hasReturned })
        depot.settle(gate.release())
        #expect(callers.allSatisfy { $0.value == [.accepted, .accepted] })
        let numbers = depot.state(of: "a").value.flatMap { $0 } ?? []
        #expect(numbers.filter { $0 <= 50 } == Array(1...50))
        #expect(numbers.count == 100)
        for number in 1...50 { #expect(numbers.firstIndex(of: number)! < numbers.firstIndex(of: 100 + number)!) }
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
        depot.settle(gate.release())
        #expect(callers.allSatisfy { $0.error is Depot.Failure } && reader.error is Depot.Failure)
        #expect(depot.group.count == 0)
        gate.release()
        #expect(depot.add([3], to: "a").value == [.accepted] && depot.state(of: "a").value == [3])
    }

    @Test("A cancelled caller returns at once, its action is not handled, and the others are served")
    func cancelledCaller() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let callers = (1...3).map { depot.add([$0], to: "a") }
        depot.settle(callers[1].task.cancel())
        #expect(callers.map(\.hasReturned) == [false, true, false])
        #expect(callers[1].value == [.cancelled])
        depot.settle(gate.release())
        #expect(depot.state(of: "a").value == [1, 3])
    }

    @Test("A make whose callers have all been cancelled goes on, and its runtime is passivated in time")
    func abandonedMake() {
        let gate = HeldWork()
        let depot = Depot(making: { _ in await gate.run() })
        let caller = depot.add([1], to: "a")
        caller.task.cancel()
        depot.settle(gate.release())
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
        depot.settle(waiting[0].task.cancel())
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
        #expect(depot.group.count == 0 && depot.saved("a") == [1, 2])
        depot.pass(1)
        #expect(depot.clock.sleeperCount == 0, "Nothing is left to watch")
        depot.add([3], to: "a")
        #expect(depot.makes.elements == ["a", "a"] && depot.state(of: "a").value == [1, 2, 3])
        depot.pass(5)
        #expect(depot.group.count == 0 && depot.saved("a") == [1, 2, 3])
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
        let occupied = depot.task { [group = depot.group] in
            switch occupation {
            case .work: try await group.deliver(.work, to: "a").finish()
            case .watch: try await group.deliver(.watch, to: "a").finish()
            case .subscriber: for await _ in try await group.states(of: "a") {}
            }
        }
        depot.pass(30)
        #expect(depot.group.count == 1)
        // An event that is cancelled with its waiter ends its effects.
        depot.settle(occupied.task.cancel())
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

    @Test("counts a runtime as at work for a subscriber that waits for the end of a step")
    func awaited() {
        let executor = ControlledExecutor()
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none }, executor: .on(executor))
        executor.runUntilIdle()
        #expect(runtime.isAtRest)
        // As a step does that has no task of the runtime.
        runtime.core.broadcast.beginWork()
        let states = runtime.states()
        #expect(!runtime.isAtRest)
        runtime.core.broadcast.rest(at: 0, unpublished: 0)
        #expect(!runtime.isAtRest)
        withExtendedLifetime(states) {}
        executor.end(cancelling: runtime)
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
        depot.settle(gate.release())
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
            depot.settle(gate.release())
            #expect(gate.waitingCount == 16 && depot.group.count == 40 - count)
        }
        depot.act { for _ in 0..<30 { gate.release() } }
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
        depot.pass(4)
        #expect(depot.group.count == 20)
        depot.pass(1)
        #expect(gate.waitingCount == 16 && depot.group.count == 16 && depot.saves.elements.count == 4)
        depot.act { for _ in 0..<16 { gate.release() } }
        #expect(depot.group.count == 0)
    }

    @Test("Passivation keeps up with any rate: the runtimes are those of the idle time, and those that hang")
    func rate() throws {
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
                let stay = try machine.makeLive(count, for: count)
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

    @Test("A runtime that is at work when its idle time is over is looked at in the next tick again")
    func dueAtWork() throws {
        var machine = RuntimeGroupStateMachine<Int, Int, Int>()
        let stay = try machine.makeLive(1, for: 1)
        _ = machine.leave(1, after: stay)
        machine.noteAtRest(machine.beginTick())
        let looks = machine.beginTick()
        let due = machine.takeDue(after: 1, atMost: 16) { _ in false }
        let next = machine.beginTick()
        #expect(looks.isEmpty && due.isEmpty && next.map(\.key) == [1])
    }

    @Test("A runtime in use keeps no other one from being found at rest")
    func inUse() throws {
        var machine = RuntimeGroupStateMachine<Int, Int, Int>()
        let stays = [try machine.makeLive(1, for: 1), try machine.makeLive(2, for: 2)]
        _ = machine.leave(2, after: stays[1])
        let found = machine.beginTick().map(\.key)
        _ = machine.leave(1, after: stays[0])
        let later = machine.beginTick().map(\.key)
        #expect(found == [2] && later == [1])
    }

    @Test(
        "A runtime that is used again and again while none may be passivated leaves no trail, and is passivated later")
    func trail() throws {
        var machine = RuntimeGroupStateMachine<Int, Int, Int>()
        for key in 1...2 {
            let stay = try machine.makeLive(key, for: key)
            _ = machine.leave(key, after: stay)
        }
        for _ in 0..<1_000 {
            machine.noteAtRest(machine.beginTick())
            guard let stay = machine.tryEnter(2) else { return #expect(Bool(false), "It is live") }
            _ = machine.leave(2, after: stay)
        }
        machine.noteAtRest(machine.beginTick())
        let (count, due) = (machine.resting.count, machine.takeDue(after: 0, atMost: 16).map(\.key))
        #expect(count <= 100 && due.sorted() == [1, 2])
    }

    @Test("rejects an action for a runtime that has ended by itself, and reports no misuse")
    func endedByItself() throws {
        let (diagnostics, made) = (DiagnosticsRecorder(), Slot<Runtime<[Int], Depot.Action>>())
        let depot = diagnostics { Depot(made: { made.value = $0 }) }
        depot.add([1], to: "a")
        let runtime = try #require(made.value)
        depot.task { await runtime.shutdown(.drain) }
        #expect(depot.send(.add(2), to: "a").value == .rejected(.shutDown) && diagnostics.kinds == [])
        made.value = nil
    }

    @Test("tears a runtime at rest down when it is shut down, although it saves nothing")
    func tornDown() {
        let (executor, made) = (ControlledExecutor(), Slot<Runtime<Int, Int>>())
        let isGone = Slot<@Sendable () -> Bool>()
        let group = RuntimeGroup<Int, Int, Int>(clock: TestClock(), executor: executor) { _ in
            let canary = Canary()
            isGone.value = { [weak canary] in canary == nil }
            let sum = Interact<Int, Int>(initialValue: 0) { state, action in
                canary.sing()
                state += action
                return .state
            }
            let runtime = Runtime(sum, executor: .on(executor))
            made.value = runtime
            return runtime
        }
        executor.begin { _ = try? await group.send(1, to: 0) }
        #expect(isGone.value?() == false)
        executor.begin { _ = await group.shutdown(within: .seconds(1)) }
        #expect(isGone.value?() == true && made.value != nil && group.count == 0)
        made.value = nil
        executor.runFreely()
    }

    // MARK: States

    @Test("shows the state at the end of a step, and every state to who asks for them")
    func states() async throws {
        let group = RuntimeGroup<String, Int, Int> { _ in
            Runtime(Interactors.MergeMany(interactors: [Sum.adding, Sum.adding, Sum.adding]))
        }
        let steps = try await group.states(of: "a", .unbounded)
        let all = try await group.states(of: "a", .unbounded, of: .everyState)
        try await group.send(1, to: "a")
        try await group.send(10, to: "a")
        await group.shutdown(within: .seconds(60))
        #expect(await steps.reduce(into: []) { $0.append($1) } == [0, 3, 33])
        #expect(await all.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3, 13, 23, 33])
    }
}

extension Record where Element == String {
    func count(of element: String) -> Int { elements.count { $0 == element } }
}
