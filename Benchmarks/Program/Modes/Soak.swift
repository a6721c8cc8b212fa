import Foundation
import UnoArchitecture

/// Many producers send to one runtime: no action is lost or duplicated, each producer's order is kept, and memory use
/// stays constant.
enum Soak {
    struct Tally: Sendable, Equatable {
        /// The expected next action of each producer.
        var next: [Int]
        var outOfOrder = 0
    }

    struct Numbered: Sendable {
        let producer: Int
        let number: Int
    }

    struct Tallying: Interactor {
        let producers: Int

        var body: some Interactor<Tally, Numbered> {
            Interact(initialValue: Tally(next: Array(repeating: 0, count: producers))) { state, action in
                if state.next[action.producer] != action.number { state.outOfOrder += 1 }
                state.next[action.producer] += 1
                return .state
            }
        }
    }

    static func run(producers: Int, count: Int) async {
        let runtime = Runtime(Tallying(producers: producers), mailbox: .suspend(capacity: 1_024))
        let before = residentBytes() ?? 0
        var peak = before
        let clock = ContinuousClock()
        let start = clock.now
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<producers {
                group.addTask {
                    for number in 0..<count {
                        await runtime.deliver(Numbered(producer: producer, number: number))
                    }
                }
            }
            for await _ in group { peak = max(peak, residentBytes() ?? 0) }
        }
        await runtime.shutdown(.drain)
        guard let tally = await runtime.state else { fatalError("The runtime has no state") }
        let elapsed = clock.now - start
        let total = producers * count
        guard tally.next == Array(repeating: count, count: producers) else {
            fatalError("Lost or doubled: \(tally.next)")
        }
        guard tally.outOfOrder == 0 else {
            fatalError("\(tally.outOfOrder) actions out of order")
        }
        let growth = peak - before
        guard growth < 32 << 20 else {
            fatalError("The resident set grew by \(growth / 1_024) KiB")
        }
        print(
            """
            \(producers) producers, \(count) actions each through deliver: none lost, none doubled, all in order; \
            \(elapsed / total) an action; resident \(before / 1_024) KiB before, at most \(peak / 1_024) KiB when a \
            producer ended
            """
        )
    }
}
