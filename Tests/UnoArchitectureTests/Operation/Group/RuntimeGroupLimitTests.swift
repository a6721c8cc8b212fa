import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@Suite("A group with a limit", .timeLimit(.hang))
struct RuntimeGroupLimitTests {
    private static let full = SendOutcome.rejected(.groupFull)

    /// A group that has no place left for another key than these, one after the other, and whose saves wait for the gate.
    private static func taken(by keys: String...) -> (Depot, gate: HeldWork) {
        let gate = HeldWork()
        let depot = Depot(
            atMost: keys.count, then: .passivateLongestUnused, passivating: false, saving: { await gate.run() })
        for key in keys { depot.add([1], to: key) }
        return (depot, gate)
    }

    // MARK: Refusing

    @Test("refuses new keys at the limit, says so through each call, and serves the keys that it has")
    func refusing() throws {
        let diagnostics = DiagnosticsRecorder()
        let depot = diagnostics { Depot(atMost: 3, passivating: false) }
        let burst = (0..<100).map { depot.add([1], to: "\($0)") }
        #expect(burst.prefix(3).allSatisfy { $0.value == [.accepted] })
        #expect(burst.dropFirst(3).allSatisfy { $0.value == [Self.full] })
        #expect(depot.group.count == 3 && depot.makes.elements.count == 3)

        let report = try #require(diagnostics.reports.elements.first)
        #expect(diagnostics.kinds == [.groupFull], "Once for each place of a call")
        #expect(report.message.contains("has 3 keys") && report.fileID?.hasSuffix("Depot.swift") == true)
        #expect(report.line != nil)

        #expect(depot.send(.add(2), to: "new").value == Self.full)
        #expect(depot.state(of: "new").value == .some(nil))
        let states = depot.task { [group = depot.group] in
            var states: [[Int]] = []
            for await state in try await group.states(of: "new") { states.append(state) }
            return states
        }
        #expect(states.value == [] && diagnostics.kinds == Array(repeating: .groupFull, count: 4))

        #expect(depot.add([2], to: "0").value == [.accepted] && depot.end("1").hasReturned)
        #expect(depot.add([2], to: "new").value == [.accepted])
        #expect(depot.add([2], to: "1").value == [Self.full])
    }

    @Test("A key whose runtime is ending keeps its place for its next runtime", .misuse)
    func placeOfAnEndingKey() {
        let gate = HeldWork()
        let depot = Depot(atMost: 1, saving: { await gate.run() })
        depot.add([1], to: "a")
        let end = depot.end("a")
        let caller = depot.add([2], to: "a")
        #expect(depot.add([1], to: "b").value == [Self.full])
        #expect(!end.hasReturned && !caller.hasReturned)
        depot.settle(gate.release())
        #expect(end.hasReturned && caller.value == [.accepted] && depot.state(of: "a").value == [1, 2])
    }

    @Test("A make that throws gives its place back")
    func placeOfAFailedMake() {
        let depot = Depot(atMost: 1, making: { if $0 == 1 { throw Depot.Failure() } })
        #expect(depot.add([1], to: "a").error is Depot.Failure)
        #expect(depot.add([1], to: "b").value == [.accepted])
    }

    @Test("A limit that no group reaches keeps nobody out, while runtimes end, too")
    func endlessLimit() {
        let gate = HeldWork()
        let depot = Depot(atMost: .max, then: .passivateLongestUnused, saving: { await gate.run() })
        depot.add([1], to: "a")
        let end = depot.end("a")
        #expect(!end.hasReturned && depot.add([1], to: "b").value == [.accepted])
        depot.settle(gate.release())
        #expect(end.hasReturned)
    }

    @Test("A limit below one is reported, and counts as one", .misuse)
    func uselessLimit() {
        let diagnostics = DiagnosticsRecorder()
        let depot = diagnostics { Depot(atMost: -1) }
        #expect(diagnostics.kinds == [.invalidCapacity])
        #expect(diagnostics.reports.elements.first?.message.contains("-1") == true)
        #expect(depot.add([1], to: "a").value == [.accepted] && depot.add([1], to: "b").value == [Self.full])
    }

    // MARK: Making room

    @Test("passivates the runtime that has been unused for the longest time, and continues from its state")
    func longestUnused() {
        let depot = Depot(atMost: 3, then: .passivateLongestUnused, passivating: false)
        for key in ["a", "b", "c", "a"] { depot.add([1], to: key) }
        #expect(depot.add([1], to: "d").value == [.accepted])
        #expect(depot.saves.elements == ["b"] && Set(depot.group.keys) == ["a", "c", "d"])
        #expect(depot.add([2], to: "b").value == [.accepted] && depot.saves.elements == ["b", "c"])
        #expect(depot.state(of: "b").value == [1, 2] && depot.group.count == 3)
    }

    @Test("A new key waits until the state of the old one is saved, and takes no place before")
    func waitingForASave() {
        let (depot, gate) = Self.taken(by: "a")
        let callers = [depot.add([1], to: "b"), depot.add([2], to: "b")]
        let reader = depot.state(of: "b")
        #expect(callers.allSatisfy { !$0.hasReturned } && depot.makes.elements == ["a"])
        #expect(depot.group.count == 1 && depot.group.keys == ["a"] && Array(depot.group.snapshots().keys) == ["a"])
        depot.settle(gate.release())
        #expect(callers.allSatisfy { $0.value == [.accepted] } && reader.value == [1, 2])
        #expect(depot.makes.elements == ["a", "b"] && depot.saved("a") == [1])
    }

    /// What keeps a runtime at work.
    enum Occupation: CaseIterable, Sendable { case work, watch, subscriber, making }

    @Test("refuses a new key if no runtime is at rest", arguments: Occupation.allCases)
    func allAtWork(_ occupation: Occupation) {
        let (diagnostics, gate) = (DiagnosticsRecorder(), HeldWork())
        let depot = diagnostics {
            Depot(
                atMost: 2, then: .passivateLongestUnused, passivating: false,
                making: { _ in if occupation == .making { await gate.run() } })
        }
        let occupied = ["a", "b"].map { key in
            depot.task { [group = depot.group] in
                switch occupation {
                case .work: try await group.deliver(.work, to: key).finish()
                case .watch: try await group.deliver(.watch, to: key).finish()
                case .subscriber: for await _ in try await group.states(of: key) {}
                case .making: try await group.deliver(.add(1), to: key)
                }
            }
        }
        #expect(depot.add([1], to: "c").value == [Self.full] && diagnostics.kinds == [.groupFull])
        #expect(depot.group.count == 2)
        // An event that is cancelled with its waiter ends its effects.
        occupied[1].task.cancel()
        depot.act { for _ in 0..<3 { gate.release() } }
        #expect(depot.add([1], to: "c").value == [.accepted] && depot.saves.elements == ["b"])
    }

    @Test("finds the runtime at rest behind very many at work")
    func behindManyAtWork() {
        let depot = Depot(atMost: 300, then: .passivateLongestUnused, passivating: false)
        for key in 0..<300 { depot.send(key == 250 ? .add(1) : .watch, to: "\(key)") }
        #expect(depot.add([1], to: "new").value == [.accepted] && depot.saves.elements == ["250"])
    }

    @Test("An effect that calls its group with a new key is refused rather than waiting for its own runtime", .misuse)
    func callOfAnEffect() {
        let executor = ControlledExecutor()
        let (outcomes, own) = (Record<SendOutcome?>(), Slot<RuntimeGroup<Int, Int, Int>>())
        let group = RuntimeGroup<Int, Int, Int>(
            atMost: 1, then: .passivateLongestUnused, clock: TestClock(), executor: executor
        ) { key in
            Runtime(
                Interact(initialValue: 0) { _, _ in
                    .perform { _, _ in outcomes.append(try? await own.value?.deliver(1, to: key + 1).outcome) }
                },
                executor: .on(executor))
        }
        own.value = group
        executor.begin { _ = try? await group.send(1, to: 0) }
        #expect(outcomes.elements == [Self.full])
        own.value = nil
        executor.begin { await group.shutdown(.cancel, within: .seconds(1)) }
        executor.runFreely()
    }

    @Test(
        "Strangers' keys in a burst: never more runtimes than allowed, nor more waiting keys, and nothing is lost",
        .misuse)
    func burst() {
        let gate = HeldWork()
        let depot = Depot(atMost: 10, then: .passivateLongestUnused, passivating: false, saving: { await gate.run() })
        for key in 0..<10 { depot.add([key], to: "\(key)") }
        let strangers = (0..<1_000).map { depot.add([$0], to: "stranger \($0)") }
        #expect(strangers.prefix(10).allSatisfy { !$0.hasReturned })
        #expect(strangers.dropFirst(10).allSatisfy { $0.value == [Self.full] })
        #expect(gate.waitingCount == 10 && depot.group.count == 10 && depot.makes.elements.count == 10)
        // Two at a time, so that others come to rest between them.
        for _ in 0..<5 {
            gate.release()
            depot.settle(gate.release())
            #expect(depot.group.count == 10)
        }
        #expect(strangers.prefix(10).allSatisfy { $0.value == [.accepted] })
        #expect(depot.saves.elements == (0..<10).map { "\($0)" }, "The longest unused ones first, each once")
        #expect(depot.makes.elements.suffix(10) == (0..<10).map { "stranger \($0)" }, "In the order of asking")
    }

    @Test("A call for the key that makes room waits for a place of its own, and continues from its state", .misuse)
    func callForTheVictim() {
        let (depot, gate) = Self.taken(by: "a", "b")
        let new = depot.add([1], to: "c")
        let back = [depot.add([2, 3], to: "a"), depot.add([4], to: "a")]
        #expect(gate.waitingCount == 2, "Its return makes the other one go")
        #expect(depot.add([2], to: "b").value == [Self.full], "There is none for its return")
        for _ in 0..<2 { depot.settle(gate.release()) }
        #expect(new.value == [.accepted] && back[0].value == [.accepted, .accepted] && back[1].value == [.accepted])
        #expect(depot.saves.elements == ["a", "b"] && depot.makes.elements == ["a", "b", "c", "a"])
        #expect(depot.state(of: "a").value.flatMap { $0 }.map { $0.sorted() } == [1, 2, 3, 4])
    }

    @Test("A runtime that ends anyway makes room, and no other has to")
    func roomByItself() {
        let (depot, gate) = Self.taken(by: "a", "b")
        let end = depot.end("b")
        let new = depot.add([1], to: "c")
        #expect(gate.waitingCount == 1 && !new.hasReturned)
        depot.settle(gate.release())
        #expect(end.hasReturned && new.value == [.accepted] && depot.saves.elements == ["b"])
    }

    @Test("A waiting call that is cancelled returns, and the place that it waited for is free")
    func cancelledWait() {
        let (depot, gate) = Self.taken(by: "a", "b")
        let (cancelled, returning) = (depot.add([1], to: "c"), depot.add([2], to: "a"))
        for caller in [cancelled, returning] {
            depot.settle(caller.task.cancel())
            #expect(caller.value == [.cancelled])
        }
        #expect(gate.waitingCount == 2 && Set(depot.group.keys) == ["a", "b"])
        let waiting = depot.add([1], to: "d")
        #expect(!waiting.hasReturned)
        depot.settle(gate.release())
        #expect(waiting.value == [.accepted] && depot.makes.elements == ["a", "b", "d"])
        depot.settle(gate.release())
        #expect(depot.group.keys == ["d"])
        #expect(depot.add([1], to: "e").value == [.accepted] && depot.saves.elements.count == 2)
    }

    @Test("A make that throws lets the next waiting key have its place")
    func failingMake() {
        let (make, save) = (HeldWork(), HeldWork())
        let depot = Depot(
            atMost: 2, then: .passivateLongestUnused, passivating: false,
            making: { attempt in
                guard attempt == 2 else { return }
                await make.run()
                throw Depot.Failure()
            },
            saving: { await save.run() })
        depot.add([1], to: "a")
        let failing = depot.add([1], to: "b")
        let waiting = depot.add([1], to: "c")
        #expect(save.waitingCount == 1 && !waiting.hasReturned)
        depot.settle(make.release())
        #expect(failing.error is Depot.Failure && waiting.value == [.accepted])
        depot.settle(save.release())
        #expect(depot.group.keys == ["c"] && depot.saved("a") == [1])
    }

    @Test("Saves that do not return keep their places, and the others serve the rest", .misuse)
    func hangingSaves() {
        let (gate, isOpen) = (HeldWork(), Slot<Bool>())
        let depot = Depot(
            atMost: 3, then: .passivateLongestUnused, passivating: false,
            saving: { if isOpen.value == nil { await gate.run() } })
        for key in ["a", "b", "c"] { depot.add([1], to: key) }
        let waiting = ["d", "e"].map { depot.add([1], to: $0) }
        isOpen.value = true
        let later = (0..<20).map { depot.add([1], to: "later \($0)") }
        // The one place that is left serves first who has waited longest.
        #expect(waiting[0].value == [.accepted])
        #expect(depot.group.count == 3 && gate.waitingCount == 2)
        #expect(later.allSatisfy { $0.value != [Self.full] })
        for _ in 0..<2 { depot.settle(gate.release()) }
        #expect((waiting + later).allSatisfy { $0.value == [.accepted] })
    }

    @Test("Passivation by time and for room go together: no place is lost")
    func passivationByTime() {
        let depot = Depot(atMost: 4, then: .passivateLongestUnused)
        for round in 0..<20 {
            for key in 0..<6 { #expect(depot.add([round], to: "\(key)").value == [.accepted]) }
            depot.pass(round % 7)
            #expect(depot.group.count <= 4)
        }
        depot.pass(6)
        #expect(depot.group.count == 0 && depot.clock.sleeperCount == 0)
        #expect((0..<6).allSatisfy { depot.saved("\($0)") == Array(0..<20) })
    }

    @Test("Threads that send to many more keys than places lose nothing", .misuse)
    func threads() async {
        let (store, accepted, present) = (Locked<[Int: Int]>([:]), Locked<[Int: Int]>([:]), Locked<Set<Int>>([]))
        let limit = 8
        let group = RuntimeGroup<Int, Int, Int>(
            atMost: limit, then: .passivateLongestUnused,
            save: { key, sum in
                await Task.yield()
                store.withLock { $0[key] = sum }
                present.withLock { _ = $0.remove(key) }
            },
            make: { key in
                let (isNew, count) = present.withLock { ($0.insert(key).inserted, $0.count) }
                #expect(isNew && count <= limit)
                await Task.yield()
                return Runtime(
                    Interact(initialValue: store.withLock { $0[key] } ?? 0) {
                        $0 += $1
                        return .state
                    })
            })
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<8 {
                tasks.addTask {
                    var random = SplitMix(seed: Scale.firstSeed + UInt64(task))
                    for number in 0..<Scale.chosen(5_000) {
                        let key = Int.random(in: 0..<64, using: &random)
                        let outcome = try? await group.deliver(number, to: key).outcome
                        guard outcome != Self.full else { continue }
                        #expect(outcome == .accepted)
                        accepted.withLock { $0[key, default: 0] += number }
                    }
                }
            }
        }
        await group.shutdown(within: .seconds(3_600))
        #expect(store.withLock { $0.filter { $0.value != 0 } } == accepted.withLock { $0.filter { $0.value != 0 } })
        #expect(present.withLock { $0 }.isEmpty && group.count == 0 && accepted.withLock { $0.count } > limit)
    }

    // MARK: The end

    @Test("A shutdown rejects the calls that wait for a place, and saves what is making room", .misuse)
    func shutdown() {
        let (depot, gate) = Self.taken(by: "a", "b")
        let waiting = [depot.add([1], to: "c"), depot.add([2], to: "a")]
        let shutdown = depot.shutdown()
        #expect(waiting.allSatisfy { $0.value == [.rejected(.shutDown)] } && !shutdown.hasReturned)
        #expect(depot.group.count == 2)
        depot.act { for _ in 0..<2 { gate.release() } }
        #expect(shutdown.value?.isComplete == true && Set(depot.saves.elements) == ["a", "b"])
        #expect(depot.group.count == 0 && depot.makes.elements == ["a", "b"])
    }

    @Test("end returns at once for a key that waits for a place; for one that makes room, when that is saved")
    func endOfOne() {
        let (depot, gate) = Self.taken(by: "a")
        let waiting = depot.add([1], to: "b")
        let (ofNew, ofOld) = (depot.end("b"), depot.end("a"))
        #expect(ofNew.hasReturned && !ofOld.hasReturned)
        depot.settle(gate.release())
        #expect(ofOld.hasReturned && waiting.value == [.accepted] && depot.group.keys == ["b"])
    }
}
