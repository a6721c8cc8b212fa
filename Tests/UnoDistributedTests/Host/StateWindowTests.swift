import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("The window between a runtime and a remote reader")
struct StateWindowTests {
    private func states(_ numbers: [UInt64]) -> [NumberedState<Int>] {
        numbers.map { NumberedState(number: $0, state: Int($0)) }
    }

    private func numbers(_ answer: StateWindow<Int>.Answer) -> [UInt64]? {
        if case .states(let states, _) = answer { states.map(\.number) } else { nil }
    }

    private func isGap(_ answer: StateWindow<Int>.Answer) -> Bool {
        if case .states(_, let isGap) = answer { isGap } else { false }
    }

    @Test("a reader gets every state once and in order, whichever replies are lost and whichever requests come late")
    func deliversAll() {
        for seed in 0..<500 {
            var dice = SplitMix(seed: UInt64(seed))
            var window = StateWindow<Int>(after: nil)
            var (source, held, seen) = (UInt64(0), 0, [UInt64]())
            var requests: [UInt64?] = []
            for _ in 0..<80 {
                // A new request, or an old one again.
                let isOld = dice.chance(25) && !requests.isEmpty
                let after = isOld ? requests.randomElement(using: &dice)! : seen.last
                requests.append(after)
                let count = Int.random(in: 1...4, using: &dice)
                var answer = window.ask(after: after, count: count)
                if case .pull = answer {
                    let taken = (0..<Int.random(in: 0...count, using: &dice)).map { source + UInt64($0) }
                    source += UInt64(taken.count)
                    answer = window.pulled(states(taken), end: nil, count: count)
                    held = taken.count
                }
                #expect(held <= 4)
                // The reply is lost, or belongs to a request that no one waits for.
                if isOld || dice.chance(30) { continue }
                seen += (numbers(answer) ?? []).filter { number in seen.last.map { number > $0 } ?? true }
            }
            #expect(seen == Array(0..<UInt64(seen.count)))
            #expect(seen.count > 5)
        }
    }

    @Test("a resumed reader that has the present state does not get it again")
    func resumesWithoutGap() {
        var window = StateWindow<Int>(after: 7)
        guard case .pull = window.ask(after: 7, count: 4) else { return #expect(Bool(false), "nothing is held") }
        let answer = window.pulled(states([7, 8]), end: nil, count: 4)
        #expect(numbers(answer) == [8])
        #expect(!isGap(answer))
    }

    @Test(
        "a resumed reader is told of a gap until it has confirmed the state behind it", arguments: [8, 12] as [UInt64])
    func tellsOfGap(present: UInt64) {
        var window = StateWindow<Int>(after: 7)
        _ = window.ask(after: 7, count: 4)
        #expect(isGap(window.pulled(states([present, present + 1]), end: nil, count: 4)))
        // The reply was lost.
        #expect(isGap(window.ask(after: 7, count: 1)))
        let next = window.ask(after: present, count: 4)
        #expect(numbers(next) == [present + 1])
        #expect(!isGap(next))
    }

    @Test("an old request changes nothing")
    func ignoresOldRequests() {
        var window = StateWindow<Int>(after: nil)
        _ = window.ask(after: nil, count: 4)
        _ = window.pulled(states([0, 1, 2]), end: nil, count: 4)
        #expect(numbers(window.ask(after: 1, count: 4)) == [2])
        for old in [nil, 0] as [UInt64?] {
            guard case .outdated = window.ask(after: old, count: 4) else { return #expect(Bool(false), "\(old ?? 99)") }
        }
        #expect(numbers(window.ask(after: 1, count: 4)) == [2])
    }

    @Test("the end comes after the last state is confirmed, as often as it is asked for")
    func ends() {
        var window = StateWindow<Int>(after: nil)
        _ = window.ask(after: nil, count: 4)
        _ = window.pulled(states([0]), end: nil, count: 4)
        _ = window.ask(after: 0, count: 4)
        guard case .end(.finished) = window.pulled([], end: .finished, count: 4),
            case .end(.finished) = window.ask(after: 0, count: 4)
        else { return #expect(Bool(false), "the window has not ended") }
    }
}
