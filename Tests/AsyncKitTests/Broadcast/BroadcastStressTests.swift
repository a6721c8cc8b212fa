import TestSupport
import Testing

@testable import AsyncKit

@Suite(.timeLimit(.hang)) struct BroadcastStressTests {
    @Test("bounded subscribers that join and leave at any time get values without a gap")
    func bounded() async {
        let broadcast = Broadcast<Int>()
        let last = 5_000
        await withTaskGroup(of: Void.self) { group in
            let whole = broadcast.stream(.suspending(capacity: 4))
            group.addTask { #expect(await Self.countWithoutGap(whole) == last + 1) }
            for consumer in 0..<3 {
                group.addTask {
                    while !broadcast.isFinished {
                        _ = await Self.countWithoutGap(
                            broadcast.stream(.suspending(capacity: 1)), atMost: 10 * (consumer + 1))
                    }
                }
            }
            group.addTask {
                var former = -1
                for await value in broadcast.stream(.newest) {
                    if value <= former { Issue.record("\(value) after \(former)") }
                    former = value
                }
                #expect(former == last)
            }
            group.addTask {
                for value in 0...last { while !broadcast.tryPublish(value) { await broadcast.roomAvailable() } }
                broadcast.finish()
            }
        }
    }

    @Test("subscribers that join at any time begin with a state between two steps and get every later publication")
    func letIn() async {
        let broadcast = Broadcast<Int>()
        await withTaskGroup(of: Void.self) { group in
            for consumer in 0..<3 {
                group.addTask {
                    for _ in 0..<300 {
                        let buffer: SubscriberBuffer = consumer == 0 ? .unlimited : .suspending(capacity: consumer)
                        _ = await Self.countWithoutGap(broadcast.stream(buffer), atMost: 3)
                    }
                }
            }
            let source = Task {
                var state = 0
                var skipped = 0
                while !Task.isCancelled {
                    if broadcast.audience.needsAttention {
                        if broadcast.audience.isAtWork { broadcast.admit(at: state) } else { broadcast.beginWork() }
                    }
                    state += 1
                    if broadcast.audience.isEmpty {
                        skipped += 1
                    } else {
                        while !broadcast.tryPublish(state) {
                            broadcast.rest(at: state, unpublished: 1)
                            await broadcast.roomAvailable()
                        }
                    }
                    if state % 4 == 0 { broadcast.rest(at: state) }
                }
                broadcast.finish()
                broadcast.rest(at: state)
                return skipped
            }
            await group.waitForAll()
            source.cancel()
            _ = await source.value
        }
    }

    /// Takes values until the end or until there are enough, and checks that each is the successor of the former.
    private static func countWithoutGap(_ stream: AsyncStream<Int>, atMost limit: Int = .max) async -> Int {
        var count = 0
        var former: Int?
        for await value in stream {
            if let former, value != former + 1 { Issue.record("\(value) after \(former)") }
            former = value
            count += 1
            if count == limit { break }
        }
        return count
    }
}
