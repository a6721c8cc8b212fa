import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Many producers, and many ends.
@Suite(.timeLimit(.hang))
struct ContentionTests {
    struct Message: Sendable, Hashable {
        let producer: Int
        let number: Int
    }

    struct Tally: Sendable {
        var next = Array(repeating: 0, count: 8)
        var misplaced = 0
        var count = 0
    }

    @Test("Eight producers lose nothing, double nothing and keep their order", .tags(.order))
    func producers() async {
        let count = Scale.chosen(debug: 20_000, release: 200_000)
        let feature = Interact<Tally, Message>(initialValue: Tally()) { tally, message in
            if tally.next[message.producer] != message.number { tally.misplaced += 1 }
            tally.next[message.producer] = message.number + 1
            tally.count += 1
            return .state
        }
        let runtime = Runtime(feature, mailbox: .suspend(capacity: 1_024))
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<8 {
                group.addTask {
                    for number in 0..<count { await runtime.deliver(Message(producer: producer, number: number)) }
                }
            }
        }
        await runtime.shutdown(.drain)
        let tally = await runtime.state
        #expect(tally?.misplaced == 0 && tally?.count == 8 * count)
        #expect(tally?.next == Array(repeating: count, count: 8) && runtime.tasks.liveCount == 0)
    }

    @Test("Start, send, cancel at any point: no task and no graph is left", .tags(.cancellation))
    func cancelAnywhere() async {
        var random = SplitMix(seed: 1)
        for _ in 0..<Scale.chosen(debug: 10_000, release: 50_000) {
            let (freed, tasks) = await Self.run(seed: random.next())
            await tasks.joined()
            await freed.freed()
            guard tasks.liveCount == 0 else {
                Issue.record("\(tasks.liveCount) tasks are left")
                return
            }
        }
    }

    private static func run(seed: UInt64) async -> (Canary.Watch, GraphTasks) {
        var random = SplitMix(seed: seed)
        let (canary, works) = (Canary(), Screen.Works())
        let feature = Interactors.Merge(
            Screen.feature(works, initial: .results(1)),
            Interact<Screen.State, Screen.Action> { _, _ in
                canary.sing()
                return .none
            })
        let runtime = Runtime(feature)
        let actions: [Screen.Action] = [
            .child(.watch), .child(.add(1)), .child(.work), .leave, .enter(2), .child(.concatenated), .leaveLater,
        ]
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let event = runtime.send(actions.randomElement(using: &random)!)
            switch Int.random(in: 0...5, using: &random) {
            case 0: event.cancel()
            case 1: works.child.release()
            case 2: works.parent.release()
            case 3: await Task.yield()
            default: break
            }
        }
        switch Int.random(in: 0...2, using: &random) {
        case 0: await runtime.shutdown(.cancel)
        default: break
        }
        return (canary.watch, runtime.tasks)
    }
}
