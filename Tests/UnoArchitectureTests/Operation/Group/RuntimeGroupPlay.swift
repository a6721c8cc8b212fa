import AsyncKit
import TestSupport
import Testing

@testable import UnoArchitecture
@testable import UnoOperation
@testable import UnoTesting

extension RuntimeGroupStateMachine where Hosted == Int, Caller == Int {
    /// Makes the runtime `number` of `key` for one caller, who stays.
    mutating func makeLive(_ number: Int, for key: Key, isPassivating: Bool = true) throws -> Stay {
        guard case .waitsForNew = arrive(number, at: key),
            case .isLive(.letsIn(_, let stay), _) = made(number, for: key, isPassivating: isPassivating)
        else { throw Depot.Failure() }
        return stay
    }
}

extension RuntimeGroupStateMachine.Arrival {
    /// The key of the runtime that is to be ended, to make room.
    var victim: Key? { if case .waits(_, let victim) = self { victim?.key } else { nil } }
}

/// Random calls, and a model of what the group owes to its callers.
struct RuntimeGroupPlay: ~Copyable {
    private typealias Machine = RuntimeGroupStateMachine<Int, Int, Int>

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
        // No tick takes one out.
        var (busy, keys) = (machine.busy, [Int]())
        while let first = busy.first {
            keys.append(busy[first])
            busy.remove(first)
        }
        expect(keys.count == live.count && Set(keys) == live, "\(keys) are busy, not \(live)")
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
