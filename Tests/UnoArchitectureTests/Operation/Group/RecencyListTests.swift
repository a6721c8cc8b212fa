import TestSupport
import Testing

@testable import UnoOperation
@testable import UnoTesting

@Suite("A list in the order of last use", .timeLimit(.hang))
struct RecencyListTests {
    @Test("behaves like an array, whatever is added, removed and moved, and reuses its nodes")
    func model() {
        for seed in Scale.firstSeed..<Scale.firstSeed + 20 {
            var random = SplitMix(seed: seed)
            var list = RecencyList<Int>()
            var model: [(element: Int, place: RecencyList<Int>.Place)] = []
            var (places, most) = (Set<RecencyList<Int>.Place>(), 0)
            for element in 0..<500 {
                switch Int.random(in: 0..<(element % 100 < 50 ? 4 : 7), using: &random) {
                case 0...2: model.append((element, list.append(element)))
                case 3:
                    guard let index = model.indices.randomElement(using: &random) else { continue }
                    let moved = model.remove(at: index)
                    list.moveToEnd(moved.place)
                    model.append(moved)
                default:
                    guard let index = model.indices.randomElement(using: &random) else { continue }
                    list.remove(model.remove(at: index).place)
                }
                places.formUnion(model.map(\.place))
                most = max(most, model.count)
                #expect(list.count == model.count && list.first == model.first?.place, "seed \(seed)")
                #expect(model.allSatisfy { list[$0.place] == $0.element }, "seed \(seed)")
            }
            #expect(places.count == most, "seed \(seed)")
            var rest: [Int] = []
            while let first = list.first {
                rest.append(list[first])
                list.remove(first)
            }
            #expect(rest == model.map(\.element), "seed \(seed)")
        }
    }
}
