import UnoArchitecture

/// `Benchmarks [filter]` times workloads in one process, interleaved, and prints each as a ratio to the first;
/// `Benchmarks soak` and `Benchmarks idle` check what a runtime loses, keeps in memory, and costs at rest.
@main
struct Benchmarks {
    static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case "soak": await Task.detached { await Soak.run(producers: 8, count: 1_000_000) }.value
        case "idle": await Task.detached { await Soak.idle(100_000) }.value
        case let filter: await measure(filter)
        }
    }

    /// Times the subjects whose names contain `filter`.
    private static func measure(_ filter: String?) async {
        let repetitions = 7
        let count = 200_000
        let all: [(name: String, run: @Sendable (Int) async -> Int)] = [
            ("AsyncStream, yield then iterate", bareStream),
            ("Runtime, one Interact, flood of sends", { await flood(Counting(), .tick, count: $0) }),
            ("Runtime, one Interact, deliver", { await deliverAll(Counting(), .tick, count: $0) }),
            (
                "Runtime, 8 nested Whens, flood of sends",
                { await flood(Nest(depth: 8), .innermost(depth: 8), count: $0) }
            ),
            ("interact(_:), one Interact", stream),
        ]
        let subjects = all.filter { subject in filter.map { subject.name.contains($0) } ?? true }
        var times: [[Double]] = Array(repeating: [], count: subjects.count)
        for _ in 0...repetitions {
            for (index, subject) in subjects.enumerated() {
                let clock = ContinuousClock()
                let start = clock.now
                let sum = await Task.detached { await subject.run(count) }.value
                let elapsed = clock.now - start
                precondition(sum == count, "\(subject.name) counted \(sum) of \(count)")
                let nanoseconds =
                    Double(elapsed.components.attoseconds) / 1e9
                    + Double(elapsed.components.seconds) * 1e9
                times[index].append(nanoseconds / Double(count))
            }
        }
        let medians = times.map { $0.dropFirst().sorted()[repetitions / 2] }
        for (subject, median) in zip(subjects, medians) {
            print(
                "\(subject.name): \(Int(median.rounded())) ns, ratio \((median / medians[0] * 1000).rounded() / 1000)"
            )
        }
    }
}
