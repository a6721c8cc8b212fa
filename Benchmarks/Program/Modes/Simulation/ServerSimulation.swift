import Foundation
import Synchronization
import UnoArchitecture
import UnoStateMachines

/// 2,000 runtimes under random traffic, shutdowns and drops: each comes to what a plain model says, everything is freed,
/// and memory use stays constant.
enum ServerSimulation {
    static let runtimes = 2_000
    static let workers = 8

    /// What a worker has done.
    private struct Tally: Sendable {
        var sent = 0
        var drained = 0
        var cancelled = 0
        var dropped = 0
    }

    static func run(events: Int) async {
        let presences = Presence.Count()
        let clock = ContinuousClock()
        let start = clock.now
        let residents = Mutex<[Int]>([])
        let meter = Meter { residents.withLock { $0.append(residentBytes() ?? 0) } }
        var total = Tally()
        await withTaskGroup(of: Tally.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    await work(UInt64(worker), events: events / workers, presences, meter: worker == 0 ? meter : nil)
                }
            }
            for await tally in group {
                total.sent += tally.sent
                total.drained += tally.drained
                total.cancelled += tally.cancelled
                total.dropped += tally.dropped
            }
        }
        await presences.gone()
        let elapsed = clock.now - start
        let sizes = residents.withLock { $0 }
        // The first half warms up: the allocator keeps what the busiest moment of each runtime took.
        // The last sample may be taken while other workers drain all their runtimes at once.
        let (before, after) = (sizes[sizes.count / 2], sizes[max(0, sizes.count - 2)])
        // In a short run no runtime has come to its busiest moment after half of the time.
        let allowance = events < 4_000_000 ? 16 << 20 : before / 20
        guard after <= before + allowance else {
            fatalError(
                "The resident set grew from \(before / 1_024) to \(after / 1_024) KiB: \(sizes.map { $0 >> 10 })"
            )
        }
        print(
            """
            \(runtimes) runtimes, \(total.sent) actions: \(total.drained) drained as the model says, \
            \(total.cancelled) cancelled, \(total.dropped) dropped, all freed; \(elapsed / max(1, total.sent)) an action; \
            resident \(before / 1_024) KiB after half of them, \(after / 1_024) KiB after 15 of 16
            """
        )
    }

    /// Samples at each sixteenth of a worker's events.
    private struct Meter: Sendable {
        let sample: @Sendable () -> Void
    }

    /// One runtime and what it has to come to.
    private struct Post {
        var runtime: Runtime<Desk.State, Desk.Action>
        var model = DeskModel()
        var subscriber: Task<Void, Never>?
    }

    private static func work(_ seed: UInt64, events: Int, _ presences: Presence.Count, meter: Meter?) async -> Tally {
        var random = RandomNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var posts = (0..<runtimes / workers).map { makePost($0, presences) }
        var tally = Tally()
        var samples = 0
        meter?.sample()
        while tally.sent < events {
            let index = Int.random(in: posts.indices, using: &random)
            switch Int.random(in: 0..<400, using: &random) {
            case 0..<12:
                await drain(posts[index])
                posts[index] = makePost(index, presences)
                tally.drained += 1
            case 12..<15:
                await cancel(posts[index])
                posts[index] = makePost(index, presences)
                tally.cancelled += 1
            case 15..<18:
                // Released without a shutdown; the subscriber ends with it.
                let subscriber = posts[index].subscriber
                posts[index] = makePost(index, presences)
                await subscriber?.value
                tally.dropped += 1
            default:
                for _ in 0..<Int.random(in: 1...32, using: &random) {
                    let action = randomAction(&random)
                    guard await posts[index].runtime.deliver(action).outcome == .accepted else {
                        fatalError("A running runtime has refused an action")
                    }
                    posts[index].model.handle(action)
                    tally.sent += 1
                }
            }
            if let meter, tally.sent * 16 / events > samples {
                samples = tally.sent * 16 / events
                meter.sample()
            }
        }
        for post in posts { await drain(post) }
        tally.drained += posts.count
        return tally
    }

    private static func makePost(_ index: Int, _ presences: Presence.Count) -> Post {
        let runtime = Runtime(Desk(presence: presences.makePresence()), mailbox: .suspend(capacity: 64))
        guard index % 2 == 0 else { return Post(runtime: runtime) }
        let states = runtime.states(.bounded(8))
        let subscriber = Task {
            var last = 0
            for await state in states {
                if state.added.count < last { fatalError("A subscriber has got an earlier state") }
                last = state.added.count
            }
        }
        return Post(runtime: runtime, subscriber: subscriber)
    }

    private static func drain(_ post: Post) async {
        // The concurrency runtime keeps a cancelled sleep, about 900 bytes, until its deadline: a longer limit would grow the
        // resident set for as long as it lasts.
        let report = await post.runtime.shutdown(.drain, within: .seconds(20))
        guard report.isComplete else { fatalError("A runtime has not ended in 20 seconds: \(report)") }
        guard let state = await post.runtime.state else { fatalError("A runtime has no state") }
        if let mistake = post.model.mistake(in: state) { fatalError(mistake) }
        await post.subscriber?.value
    }

    private static func cancel(_ post: Post) async {
        await post.runtime.shutdown(.cancel)
        guard let state = await post.runtime.state else { fatalError("A runtime has no state") }
        if let excess = post.model.excess(in: state) { fatalError(excess) }
        await post.subscriber?.value
    }

    private static func randomAction(_ random: inout RandomNumbers) -> Desk.Action {
        let number = Int.random(in: 1...1_000, using: &random)
        return switch Int.random(in: 0..<16, using: &random) {
        case 0: .both(number)
        case 1: .inTurn(number)
        case 2: .newest(number)
        case 3: .once(number)
        case 4: .feedBack(number)
        case 5: .type(number)
        case 6: .relay(number)
        case 7: .machine(.input(.tick))
        case 8, 9: .child(number)
        default: .add(number)
        }
    }
}

/// SplitMix64: fast, and the same in each run.
private struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
