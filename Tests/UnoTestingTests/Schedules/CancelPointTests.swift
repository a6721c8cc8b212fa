import AsyncKit
import TestSupport
import Testing
import UnoTesting

/// Each party of each primitive is cancelled at each of its suspension points: after every number of jobs.
@Suite(.timeLimit(.hang))
struct CancelPointTests {
    /// Parties that work with a primitive on an executor, and how they are brought to their end.
    struct Scene {
        var parties: [Task<Void, Never>]
        /// Ends the primitive, so that whoever was not cancelled ends, too.
        var close: () -> Void
        /// What is wrong when everybody has ended.
        var fault: () -> String?
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let scene: @Sendable (_ task: @escaping Party) -> Scene
    }

    /// Starts a party on the executor of the scene.
    typealias Party = (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    static let table: [Row] = [
        Row(testDescription: "AsyncChannel") { task in
            let channel = AsyncChannel<Int>()
            let (delivered, received) = (Record<Int>(), Record<Int>())
            let producers = (0..<2).map { producer in
                task {
                    for number in 2 * producer..<2 * producer + 2 where await channel.send(number) == .delivered {
                        delivered.append(number)
                    }
                }
            }
            let consumers = (0..<2).map { _ in
                task { while let number = await channel.makeAsyncIterator().next() { received.append(number) } }
            }
            return Scene(parties: producers + consumers, close: channel.finish) {
                delivered.elements.sorted() == received.elements.sorted()
                    ? nil : "\(delivered.elements) is delivered, \(received.elements) received"
            }
        },
        Row(testDescription: "Mailbox") { task in
            let ready = AsyncStream<Void>.makeStream()
            let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
            @Sendable func onReady() { ready.continuation.yield() }
            let (accepted, taken) = (Record<Int>(), Record<Int>())
            let producers = (0..<2).map { producer in
                task {
                    for number in 2 * producer..<2 * producer + 2 {
                        if case .accepted = await mailbox.send(number, onReady: onReady) { accepted.append(number) }
                    }
                }
            }
            @Sendable func drain() {
                var batch = Deque<Int>()
                while mailbox.take(into: &batch) {
                    while let number = batch.popFirst() {
                        taken.append(number)
                        mailbox.release(1, onReady: onReady)
                    }
                }
            }
            let consumer = task { for await _ in ready.stream { drain() } }
            return Scene(
                parties: producers + [consumer],
                close: {
                    mailbox.close()
                    ready.continuation.finish()
                    drain()
                },
                fault: {
                    accepted.elements.sorted() == taken.elements.sorted()
                        ? nil : "\(accepted.elements) is accepted, \(taken.elements) taken"
                })
        },
        Row(testDescription: "Broadcast") { task in
            let broadcast = Broadcast<Int>()
            let seen = [Record<Int>(), Record<Int>()]
            let subscribers = seen.map { record in
                let values = broadcast.subscribe(.suspending(capacity: 1)).stream
                return task { for await value in values { record.append(value) } }
            }
            let source = task {
                for value in 0..<4 {
                    while !broadcast.tryPublish(value) { await broadcast.roomAvailable() }
                }
                broadcast.finish()
            }
            return Scene(parties: subscribers + [source], close: broadcast.finish) {
                let isInOrder = seen.allSatisfy { $0.elements == Array(0..<$0.elements.count) }
                return isInOrder ? nil : "\(seen.map(\.elements)) is seen"
            }
        },
        Row(testDescription: "AsyncLock") { task in
            let lock = AsyncLock()
            let (inside, entries) = (Locked(0), Record<Int>())
            let visitors = (0..<3).map { number in
                task {
                    for _ in 0..<2 where await lock.acquire() == .acquired {
                        entries.append(
                            inside.withLock {
                                $0 += 1
                                return $0
                            })
                        await Task.yield()
                        inside.withLock { $0 -= 1 }
                        lock.release()
                    }
                }
            }
            return Scene(parties: visitors, close: lock.close) {
                entries.elements.allSatisfy { $0 == 1 } ? nil : "\(entries.elements) are inside"
            }
        },
        Row(testDescription: "TestClock") { task in
            let clock = TestClock()
            let sleepers = (1...3).map { seconds in
                task { try? await clock.sleep(until: TestClock.Instant(offset: .seconds(seconds))) }
            }
            let driver = task {
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
            }
            return Scene(parties: sleepers, close: { clock.advance(by: .seconds(10)) }) {
                driver.cancel()
                return clock.sleeperCount == 0 ? nil : "\(clock.sleeperCount) sleep on"
            }
        },
    ]

    @Test("Whoever is cancelled, and wherever: everybody ends, and nothing is lost or doubled", arguments: table)
    func everywhere(row: Row) {
        var (victim, parties) = (0, 1)
        while victim < parties {
            var jobs = 0
            var isOver = false
            while !isOver {
                let executor = ControlledExecutor()
                defer { executor.runFreely() }
                let ended = Record<Void>()
                var count = 0
                let scene = row.scene { operation in
                    count += 1
                    return executor.task {
                        await operation()
                        ended.append()
                    }
                }
                parties = scene.parties.count
                executor.run(atMost: jobs)
                isOver = executor.isIdle
                scene.parties[victim].cancel()
                executor.runUntilIdle()
                scene.close()
                executor.runUntilIdle()
                let place = "party \(victim), after \(jobs) jobs"
                let fault = scene.fault()
                #expect(fault == nil, "\(place)")
                #expect(ended.count == count, "\(place): \(count - ended.count) wait for ever")
                if fault != nil || ended.count != count { return }
                jobs += 1
            }
            victim += 1
        }
        #expect(parties > 1)
    }
}
