import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("The state machine of a debounced iteration")
struct DebounceStateMachineTests {
    private final class Problem: Error { let number = 7 }

    @Test("keeps an error that no consumer waited for, and delivers it once")
    func keptError() throws {
        var machine = DebounceStateMachine<Int, Problem, TestClock.Instant, Int, Int, Int>()
        _ = machine.fail(Problem(), at: TestClock.Instant())
        guard case .end(let problem) = machine.next(for: 0, at: TestClock.Instant())
        else { return #expect(Bool(false), "The error is not there") }
        #expect(try #require(problem).number == 7)
        guard case .end(nil) = machine.next(for: 0, at: TestClock.Instant())
        else { return #expect(Bool(false), "The error is there twice") }
    }

    @Test("does what the model allows in every schedule of nine moves")
    func exhaustive() {
        // Without the whole search, one less.
        let length = Scale.isWhole ? 9 : 8
        var choices: [Int] = []
        repeat {
            // The number of possible moves at each step of this schedule.
            var widths: [Int] = []
            var schedule = DebounceSchedule()
            for step in 0..<length {
                let moves = schedule.moves
                if step == choices.count { choices.append(0) }
                widths.append(moves.count)
                schedule.make(moves[choices[step]])
                if let fault = schedule.fault {
                    Issue.record("\(fault), after choices \(choices[...step])")
                    return
                }
            }
            // The next schedule differs in the last step that has a choice left.
            while let last = choices.last, last + 1 == widths[choices.count - 1] { choices.removeLast() }
            if !choices.isEmpty { choices[choices.count - 1] += 1 }
        } while !choices.isEmpty
    }

    @Test("does what the model allows in long random schedules", arguments: 0..<4 as Range<UInt64>)
    func random(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<Scale.chosen(2_000) {
            var schedule = DebounceSchedule()
            for _ in 0..<60 {
                let moves = schedule.moves
                // The ends are rare, so that most schedules have several windows.
                var move = moves.randomElement(using: &generator)!
                if move.isEnd, UInt.random(in: 0..<8, using: &generator) > 0 { move = .timePasses }
                schedule.make(move)
            }
            #expect(schedule.fault == nil)
        }
    }
}

extension DebounceSchedule.Move {
    fileprivate var isEnd: Bool {
        switch self {
        case .consumerIsCancelled, .upstreamFinishes, .upstreamFails: true
        default: false
        }
    }
}
