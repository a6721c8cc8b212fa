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
            var play = RuntimeGroupPlay(seed: seed)
            for _ in 0..<120 { play.step() }
            play.finish()
            if play.hasFailed { return #expect(Bool(false), "seed \(seed)") }
        }
    }

    @Test("A search passes over any number of runtimes at work, a few under each lock")
    func search() throws {
        var machine = Machine(limit: 1_000, makesRoom: true)
        for key in 0..<1_000 { try Self.use(key, in: &machine) }
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
        let victim = machine.arrive(1, at: -1, where: look).victim
        #expect(victim == 700 && longest <= 64 && calls == 11 && looks == 702)
        // The runtimes at work count as used now, so the next search begins behind them.
        _ = machine.searchOn(for: -2) { _ in true }
        let next = machine.arrive(2, at: -2).victim
        #expect(next == 701)
        // Each call that needs room pays for a part of the next long search.
        for key in 0..<20 {
            let victim = machine.arrive(10 + key, at: 2_000 + key).victim
            #expect(victim != nil, "All are at rest")
        }
        let last = { $0 == 690 }
        while machine.searchOn(for: -3, where: last) {}
        let far = machine.arrive(3, at: -3, where: last).victim
        #expect(far == 690)
    }

    @Test("A lease keeps the longest unused runtime; when it is given back, the runtime counts as used then")
    func lease() throws {
        var machine = Machine(limit: 2, makesRoom: true)
        let stays = try (1...2).map { try Self.use($0, in: &machine).incarnation }
        #expect(stays[0] != stays[1])
        let areLeased = (machine.lease(1, of: stays[1], by: 1), machine.lease(1, of: stays[0], by: 1))
        #expect(areLeased == (false, true))
        let victim = machine.arrive(10, at: 3).victim
        #expect(victim == 2)
        _ = machine.lease(2, of: stays[1], by: 1)
        guard case .full = machine.arrive(11, at: 4) else { return #expect(Bool(false), "The other one is leased") }
        let isReturned = machine.lease(1, of: stays[0], by: -1)
        #expect(isReturned)
        let next = machine.arrive(12, at: 4).victim
        #expect(next == 1)
    }

    @Test("A caller that is cancelled late takes none of the next runtime's callers out of their line")
    func lateCancellation() {
        var machine = Machine()
        guard case .waitsForNew(let first, _) = machine.arrive(1, at: 1),
            case .waits(let second, _) = machine.arrive(2, at: 1)
        else { return #expect(Bool(false), "Both wait") }
        let told = machine.notMade(1).callers
        guard case .waitsForNew(let third, _) = machine.arrive(3, at: 1) else {
            return #expect(Bool(false), "The next runtime is made")
        }
        let late = (machine.withdraw(first, from: 1), machine.withdraw(second, from: 1))
        let own = machine.withdraw(third, from: 1)
        #expect(told == [1, 2] && late == (nil, nil) && own == 3)
    }

    @Test("Callers from the line use the runtime one after the other, and a new one comes behind the last of them")
    func oneAfterAnother() {
        var machine = Machine()
        guard case .waitsForNew = machine.arrive(1, at: 1), case .waits = machine.arrive(2, at: 1),
            case .isLive(.letsIn(1, let first), _) = machine.made(1, for: 1, isPassivating: false),
            case .letsIn(2, let second) = machine.leave(1, after: first),
            case .waits = machine.arrive(3, at: 1), case .letsIn(3, let third) = machine.leave(1, after: second),
            case .none = machine.leave(1, after: third), case .entered = machine.arrive(4, at: 1)
        else { return #expect(Bool(false), "Each enters when the one before it has left") }
    }

    @Test("A flood of new keys, with all runtimes at work, costs a few looks each")
    func flood() throws {
        var machine = Machine(limit: 1_000, makesRoom: true)
        for key in 0..<1_000 { try Self.use(key, in: &machine) }
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
    @discardableResult
    private static func use(_ key: Int, in machine: inout Machine) throws -> Machine.Stay {
        let stay = try machine.makeLive(key, for: key, isPassivating: false)
        _ = machine.leave(key, after: stay)
        return stay
    }
}
