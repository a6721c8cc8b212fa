import Foundation
import UnoArchitecture

/// `Benchmarks [filter]` times workloads in one process, interleaved, and prints each as a ratio to the first;
/// `Benchmarks check` also holds the ratios to their limits; `Benchmarks soak` and `Benchmarks idle` check what a
/// runtime loses, keeps in memory, and costs at rest.
@main
struct Benchmarks {
    struct Subject: Sendable {
        let name: String
        /// The most that it may cost, as a ratio to the first subject: what is aimed at, with room for a noisy machine.
        var limit: Double?
        /// Handles that many actions and answers how many it has counted.
        let run: @Sendable (Int) async -> Int
    }

    static let subjects: [Subject] = [
        Subject(name: "AsyncStream, yield then iterate", run: bareStream),
        Subject(name: "Runtime, one Interact, flood of sends", limit: 0.25) {
            await flood(Counting(), .tick, count: $0)
        },
        Subject(name: "Runtime, one Interact, deliver") { await deliverAll(Counting(), .tick, count: $0) },
        Subject(name: "Runtime, 8 nested Whens, flood of sends", limit: 1.5) {
            await flood(Nest(depth: 8), .innermost(depth: 8), count: $0)
        },
        Subject(name: "interact(_:), one Interact") { await stream($0) },
    ]

    static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case "check": await check()
        case "soak": await Task.detached { await Soak.run(producers: 8, count: 1_000_000) }.value
        case "idle": await Task.detached { await Soak.idle(100_000) }.value
        case let filter?: await report(measure(subjects.filter { $0.name.contains(filter) }))
        case nil: await report(measure(subjects))
        }
    }

    private static func check() async {
        let ratios = await report(measure(subjects))
        for (subject, ratio) in zip(subjects, ratios) {
            guard let limit = subject.limit, ratio > limit else { continue }
            print("\(subject.name) costs \(ratio) times the first; the limit is \(limit)")
            exit(1)
        }
    }

    /// The median nanoseconds an action of each subject, of 7 interleaved repetitions after one to warm up.
    private static func measure(_ subjects: [Subject]) async -> [(name: String, nanoseconds: Double)] {
        let repetitions = 7
        let count = 200_000
        var times: [[Double]] = Array(repeating: [], count: subjects.count)
        for _ in 0...repetitions {
            for (index, subject) in subjects.enumerated() {
                let clock = ContinuousClock()
                let start = clock.now
                let sum = await Task.detached { await subject.run(count) }.value
                let elapsed = (clock.now - start) / count
                precondition(sum == count, "\(subject.name) counted \(sum) of \(count)")
                times[index].append(Double(elapsed.components.attoseconds) / 1e9)
            }
        }
        return zip(subjects, times).map { ($0.name, $1.dropFirst().sorted()[repetitions / 2]) }
    }

    @discardableResult
    private static func report(_ results: [(name: String, nanoseconds: Double)]) -> [Double] {
        results.map { result in
            let ratio = (result.nanoseconds / results[0].nanoseconds * 1_000).rounded() / 1_000
            print("\(result.name): \(Int(result.nanoseconds.rounded())) ns, ratio \(ratio)")
            return ratio
        }
    }
}
