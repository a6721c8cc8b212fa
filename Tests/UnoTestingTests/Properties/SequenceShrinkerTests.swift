import TestSupport
import Testing

@testable import UnoTesting

/// Which simpler actions and shorter sequences are tried, and in which order.
@Suite("Shrinking a sequence of actions", .timeLimit(.hang))
struct SequenceShrinkerTests {
    private typealias Choice = ActionGenerator<Int>.Choice

    /// The greatest number of a range, as a choice.
    private func greatest(of range: ClosedRange<Int>) -> Choice {
        var generator: any RandomNumberGenerator = SplitMix(seed: 1)
        let choice = ActionGenerator<Int>.values(range) { $0 }.generate(&generator)
        return choice.greatest?() ?? choice
    }

    @Test(
        "Simpler numbers are the smallest ones, then those that halve the distance",
        arguments: [
            (0...100, [0, 1, 2, 3, 4, 5, 6, 7, 50, 75, 88, 94, 97, 99]),
            (10...13, [10, 11, 12]),
            (-10 ... -1, [-10, -9, -8, -7, -6, -5, -4, -3, -2]),
            (-9...20, [-9, -8, -7, -6, -5, -4, -3, -2, 0, 10, 15, 18, 19]),
            (5...5, []), (.max - 2 ... .max, [.max - 2, .max - 1]), (.min...0, Array(Int.min ... .min + 7)),
        ] as [(ClosedRange<Int>, [Int])])
    func numbers(range: ClosedRange<Int>, simpler: [Int]) {
        let choice = greatest(of: range)
        #expect(choice.action == range.upperBound && choice.greatest == nil)
        #expect(choice.simpler().map(\.action) == simpler)
        // Each of them may become the greatest again.
        #expect(choice.simpler().allSatisfy { $0.greatest?().action == range.upperBound })
    }

    @Test func `Of a list, the earlier actions are simpler, and none is the greatest`() {
        var generator: any RandomNumberGenerator = SplitMix(seed: 3)
        let generators = [
            ActionGenerator.of([1, 2, 3]), .elements(of: ["1", "2", "3"]) { Int($0)! }, .any(of: [.of([1, 2, 3])]),
        ]
        for actions in generators {
            for _ in 0..<20 {
                let choice = actions.generate(&generator)
                #expect(choice.simpler().map(\.action) == Array(1..<choice.action) && choice.greatest == nil)
            }
        }
        let all = Set(ActionGenerator.of([1, 2, 3]).or(.values(4...5) { $0 }).sequence(length: 100, seed: 1))
        #expect(all == [1, 2, 3, 4, 5])
        #expect(ActionGenerator.of([1]).sequence(length: -1, seed: 1).isEmpty)
    }

    /// The sequence that is left, and those that were tried.
    private func shrink(
        _ numbers: [Int], in range: ClosedRange<Int>, _ fails: @escaping @Sendable ([Int]) -> Bool
    ) async -> (shortest: [Int], problem: String, tried: [[Int]]) {
        let tried = Record<[Int]>()
        let all = [greatest(of: range)] + greatest(of: range).simpler()
        let choices = numbers.compactMap { number in all.first { $0.action == number } }
        #expect(choices.map(\.action) == numbers)
        var shrinker = SequenceShrinker(choices, "found") { choices in
            let numbers = choices.map(\.action)
            tried.append(numbers)
            return fails(numbers) ? "\(numbers)" : nil
        }
        await shrinker.shrink()
        return (shrinker.shortest.map(\.action), shrinker.problem, tried.elements)
    }

    @Test func `Halves are left out, then single actions, and then each action is simplified`() async {
        let (shortest, problem, tried) = await shrink([1, 2, 3, 2, 1], in: 0...3) { $0.contains(3) }
        #expect(shortest == [3] && problem == "[3]")
        #expect(tried == [[3, 2, 1], [1], [3, 2], [2], [3], [0], [1], [2], [], [0], [1], [2]])
    }

    @Test func `An action is left out while another one is raised to its greatest value`() async {
        let (shortest, problem, tried) = await shrink([2, 2], in: 0...4) { $0.reduce(0, +) >= 4 }
        #expect(shortest == [4] && problem == "[4]")
        #expect(tried == [[2], [2], [4], [0], [1], [2], [3], [], [0], [1], [2], [3]])
        // Each action is tried, not only the first.
        #expect(await shrink([0, 1, 2, 3], in: 0...4) { $0 == [0, 2, 4] }.shortest == [0, 2, 4])
    }

    @Test func `Two actions that have to be equal are lowered together, as far as it goes`() async {
        let (shortest, _, tried) = await shrink([3, 3], in: 0...3) { $0.count == 2 && $0[0] == $0[1] && $0[0] > 0 }
        #expect(shortest == [1, 1])
        #expect(tried.contains([0, 0]) && tried.contains([2, 3]) && tried.contains([3, 0]))
    }

    @Test("After a thousand tries it is left at that; in a cancelled test, at once", arguments: [false, true])
    func limit(isCancelled: Bool) async {
        let tried = Record<Void>()
        @Sendable func endless() -> Choice { Choice(0, simpler: { [endless()] }) }
        let problem = await Task {
            var shrinker = SequenceShrinker([endless(), endless()], "found") { choices in
                tried.append()
                return choices.count == 2 ? "\(tried.count)" : nil
            }
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await shrinker.shrink()
            return shrinker.problem
        }.value
        #expect(tried.count == (isCancelled ? 0 : 1_000) && problem == (isCancelled ? "found" : "1000"))
    }
}
