import Testing

@testable import AsyncKit

@Suite struct WaiterQueueTests {
    private enum Event: CaseIterable {
        case join, popFirst, withdrawFirst, withdrawLast, withdrawStale
    }

    @Test("every short sequence of events has the same results as a list of identities and elements")
    func model() {
        forEachSequence(of: Event.allCases, length: 7) { events in
            var queue = WaiterQueue<Int>()
            var list: [(id: WaiterQueue<Int>.ID, element: Int)] = []
            var stale: WaiterQueue<Int>.ID = 0
            for (step, event) in events.enumerated() {
                var isRight = true
                switch event {
                case .join: list.append((queue.join(step), step))
                case .popFirst:
                    isRight = queue.popFirst() == list.first?.element
                    stale = list.first?.id ?? stale
                    list = Array(list.dropFirst())
                case .withdrawFirst, .withdrawLast:
                    guard let entry = event == .withdrawFirst ? list.first : list.last else { break }
                    isRight = queue.withdraw(entry.id) == entry.element
                    stale = entry.id
                    list.removeAll { $0.id == entry.id }
                case .withdrawStale: isRight = queue.withdraw(stale) == nil
                }
                guard isRight, queue.count == list.count, queue.isEmpty == list.isEmpty
                else { return #expect(Bool(false), "\(events), step \(step): \(queue) instead of \(list)") }
            }
            if queue.removeAll() != list.map(\.element) { Issue.record("\(events): the rest is out of order") }
        }
    }

    @Test("entries withdrawn behind a long wait leave nothing behind, and identities are not reused")
    func holes() {
        var queue = WaiterQueue<Int>()
        _ = queue.join(-1)
        var ids: Set<WaiterQueue<Int>.ID> = []
        var kept: [(WaiterQueue<Int>.ID, Int)] = []
        for number in 0..<1000 {
            let id = queue.join(number)
            ids.insert(id)
            if number % 100 == 0 { kept.append((id, number)) } else { #expect(queue.withdraw(id) == number) }
            #expect(queue.placesInUse <= 2 * queue.count + 8)
        }
        #expect(ids.count == 1000)
        #expect(queue.withdraw(kept[4].0) == 400)
        #expect(queue.removeAll() == [-1, 0, 100, 200, 300, 500, 600, 700, 800, 900])
    }
}
