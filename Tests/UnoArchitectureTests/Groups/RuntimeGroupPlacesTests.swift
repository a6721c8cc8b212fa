import AsyncKit
import TestSupport
import Testing

@testable import UnoArchitecture
@testable import UnoOperation
@testable import UnoTesting

/// The state machine of a group with a limit, beside a model that knows who uses which runtime.
@Suite("The places of a group with a limit", .timeLimit(.hang))
struct RuntimeGroupPlacesTests {
    private typealias Machine = RuntimeGroupStateMachine<Int, Int, Int>

    @Test("Random calls: never more runtimes than places, the longest unused one goes, and each caller gets one answer")
    func model() {
        for seed in Scale.firstSeed..<Scale.firstSeed + UInt64(Scale.chosen(2_000)) {
            var play = Play(seed: seed)
            for _ in 0..<120 { play.step() }
            play.finish()
            if play.hasFailed { return #expect(Bool(false), "seed \(seed)") }
        }
    }

    @Test("A search passes over any number of runtimes at work, a few under each lock")
    func search() {
        var machine = Machine(limit: 1_000, makesRoom: true)
        for key in 0..<1_000 { Self.use(key, in: &machine) }
        var (looks, longest, calls) = (0, 0, 0)
        func look(_ key: Int) -> Bool {
            looks += 1
            return key == 700
        }
        var isSearching = true
        while isSearching {
            let before = looks
            isSearching = machine.searchOn(for: -1, where: look)
            (longest, calls) = (max(longest, looks - before), calls + 1)
        }
        guard case .waits(_, let victim?) = machine.arrive(1, at: -1, where: look) else {
            return #expect(Bool(false), "One is at rest")
        }
        #expect(victim.key == 700 && longest <= 64 && calls == 11 && looks == 702)
        // The runtimes at work count as used now, so the next search begins behind them.
        _ = machine.searchOn(for: -2) { _ in true }
        guard case .waits(_, let next?) = machine.arrive(2, at: -2) else {
            return #expect(Bool(false), "Others follow")
        }
        #expect(next.key == 701)
        // Each call that needs room pays for a part of the next long search.
        for key in 0..<20 {
            guard case .waits(_, .some) = machine.arrive(10 + key, at: 2_000 + key) else {
                return #expect(Bool(false), "All are at rest")
            }
        }
        let last = { $0 == 690 }
        while machine.searchOn(for: -3, where: last) {}
        guard case .waits(_, let far?) = machine.arrive(3, at: -3, where: last) else {
            return #expect(Bool(false), "It is found behind all others")
        }
        #expect(far.key == 690)
    }

    @Test("A flood of new keys, with all runtimes at work, costs a few looks each")
    func flood() {
        var machine = Machine(limit: 1_000, makesRoom: true)
        for key in 0..<1_000 { Self.use(key, in: &machine) }
        var looks = 0
        func look(_ key: Int) -> Bool {
            looks += 1
            return false
        }
        for caller in 0..<1_000 {
            while machine.searchOn(for: -1, where: look) {}
            guard case .full = machine.arrive(caller, at: -1, where: look) else {
                return #expect(Bool(false), "All are at work")
            }
        }
        #expect(looks <= 1_000 + 64 * 1_000)
    }

    /// Makes the runtime of `key`, for one caller that leaves again.
    private static func use(_ key: Int, in machine: inout Machine) {
        guard case .waitsForNew = machine.arrive(key, at: key),
            case .isLive(.letsIn(_, let stay), _) = machine.made(key, for: key, isPassivating: false)
        else { return #expect(Bool(false), "\(key) is made") }
        _ = machine.leave(key, after: stay)
    }

    /// Random calls, and a model of what the group owes to its callers.
    private struct Play: ~Copyable {
        private var random: SplitMix
        private var machine: Machine
        private let limit: Int
        private let makesRoom: Bool
        private var caller = 0
        /// The callers that have entered.
        private var stays: [(key: Int, stay: Machine.Stay)] = []
        /// The callers in line: the key, and the identity to withdraw with.
        private var waiting: [Int: (key: Int, id: WaiterQueue<Int>.ID)] = [:]
        private var making: [Int] = []
        private var live: Set<Int> = []
        private var ending: [Int] = []
        /// The live runtimes that no call uses, the one that has been unused for the longest time first.
        private var unused: [Int] = []
        private var working: Set<Int> = []
        private(set) var hasFailed = false

        init(seed: UInt64) {
            random = SplitMix(seed: seed)
            limit = Int.random(in: 1...5, using: &random)
            makesRoom = Int.random(in: 0..<4, using: &random) > 0
            machine = Machine(limit: limit, makesRoom: makesRoom)
        }

        private mutating func expect(_ isTrue: Bool, _ what: String, line: Int = #line) {
            guard !isTrue else { return }
            hasFailed = true
            Issue.record("\(what), line \(line)")
        }

        mutating func step() {
            guard !hasFailed else { return }
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: arrive(at: Int.random(in: 0..<8, using: &random))
            case 4...5: leave()
            case 6...7: finishMaking(throwing: Int.random(in: 0..<4, using: &random) == 0)
            case 8...9: finishEnding()
            case 10: withdraw()
            default:
                let key = Int.random(in: 0..<8, using: &random)
                if Bool.random(using: &random) { working.formSymmetricDifference([key]) } else { requestEnd(of: key) }
            }
            check()
        }

        /// Lets everything come to its end: then no caller waits.
        mutating func finish() {
            working = []
            while !hasFailed, !(stays.isEmpty && making.isEmpty && ending.isEmpty) {
                leave()
                finishMaking(throwing: false)
                finishEnding()
                check()
            }
            expect(waiting.isEmpty, "Callers wait for ever")
        }

        private mutating func check() {
            let held = live.count + making.count + ending.count
            expect(held == machine.count && held <= limit, "\(held) runtimes, limit \(limit)")
            expect(machine.waiting.count + machine.returningCount <= ending.count + limit - held, "Too many keys wait")
            expect(machine.waiting.isEmpty || held == limit, "A key waits although a place is free")
            expect(machine.endingCount == ending.count, "\(machine.endingCount) are ending")
            if makesRoom {
                var (list, order) = (machine.unused, [Int]())
                while let first = list.first {
                    order.append(list[first])
                    list.remove(first)
                }
                expect(order == unused, "\(order) are unused, not \(unused)")
            }
        }

        private mutating func arrive(at key: Int) {
            caller += 1
            let (working, isAsked) = (working, waiting.values.contains { $0.key == key })
            let (isPresent, isEnding) = (live.contains(key) || making.contains(key), ending.contains(key))
            let coming = ending.count + limit - machine.count
            let isShort = machine.waiting.count + machine.returningCount >= coming
            let isIdle = { (key: Int) in !working.contains(key) }
            let isAtRest = { (hosted: Int) in isIdle(hosted % 8) }
            while machine.searchOn(for: key, where: isAtRest) {}
            let arrival = machine.arrive(caller, at: key, where: isAtRest)
            // A search passes over runtimes at work.
            var expected: Int?
            if makesRoom, isShort, !isPresent, !isAsked {
                expected = unused.first(where: isIdle)
                if let expected, let index = unused.firstIndex(of: expected) {
                    unused = Array(unused[index...] + unused[..<index])
                }
            }
            switch arrival {
            case .entered(let stay): enter(caller, key, stay)
            case .waits(let id, let victim):
                waiting[caller] = (key, id)
                expect(
                    victim?.key == expected, "\(String(describing: victim?.key)), not \(String(describing: expected))")
                if let victim { beginEnding(victim.key) }
            case .waitsForNew(let id, _):
                waiting[caller] = (key, id)
                expect(!isPresent && !isAsked && !isEnding, "\(key) is made twice")
                making.append(key)
            case .full:
                expect(!isPresent && !isAsked && machine.count == limit, "\(key) was refused")
                expect(makesRoom ? isShort && expected == nil : !isEnding, "\(key) was refused")
            case .refused: expect(false, "The group is open")
            }
        }

        private mutating func enter(_ caller: Int, _ key: Int, _ stay: Machine.Stay) {
            stays.append((key, stay))
            waiting[caller] = nil
            unused.removeAll { $0 == key }
        }

        private mutating func beginEnding(_ key: Int) {
            live.remove(key)
            ending.append(key)
            unused.removeAll { $0 == key }
        }

        private mutating func perform(_ departure: Machine.Departure, of key: Int) {
            switch departure {
            case .none: break
            case .letsIn(let caller, let stay):
                expect(waiting[caller]?.key == key, "\(caller) enters \(key)")
                enter(caller, key, stay)
            case .ends: beginEnding(key)
            }
            let isUsed = stays.contains { $0.key == key && $0.stay.hosted == hosted[key] }
            if live.contains(key), !isUsed, !unused.contains(key) { unused.append(key) }
        }

        /// The last runtime of each key: the key, and 8 for each runtime that it has had.
        private var hosted: [Int: Int] = [:]

        private mutating func leave() {
            guard let index = stays.indices.randomElement(using: &random) else { return }
            let (key, stay) = stays.remove(at: index)
            perform(machine.leave(key, after: stay), of: key)
        }

        private mutating func finishMaking(throwing: Bool) {
            guard let index = making.indices.randomElement(using: &random) else { return }
            let key = making.remove(at: index)
            guard !throwing else {
                let (callers, next) = machine.notMade(key)
                for caller in callers { expect(waiting.removeValue(forKey: caller)?.key == key, "\(caller) is told") }
                return make(next)
            }
            live.insert(key)
            hosted[key, default: key] += 8
            guard case .isLive(let first, _) = machine.made(hosted[key]!, for: key, isPassivating: true) else {
                return expect(false, "The group is open")
            }
            perform(first, of: key)
        }

        private mutating func make(_ next: Machine.Next?) {
            if let next { making.append(next.key) }
        }

        private mutating func finishEnding() {
            guard let index = ending.indices.randomElement(using: &random) else { return }
            make(machine.ended(ending.remove(at: index)).next)
        }

        private mutating func withdraw() {
            guard let (caller, place) = waiting.randomElement(using: &random) else { return }
            expect(machine.withdraw(place.id, from: place.key) == caller, "\(caller) is withdrawn")
            waiting[caller] = nil
        }

        private mutating func requestEnd(of key: Int) {
            let isAtOnce = Bool.random(using: &random)
            if case .ends = machine.requestEnd(of: key, atOnce: isAtOnce, AwaitedEnd()) { beginEnding(key) }
        }
    }
}
