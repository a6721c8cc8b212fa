@testable import BenchmarkKit

extension Figure {
    /// A figure of `subject` whose repetitions lie a tenth around the median.
    static func sample(
        _ subject: String, _ nanoseconds: Double?, workload: String = "counter", parameter: Int? = nil,
        allocations: Double? = nil, enqueues: Double? = nil, bytesEach: Double? = nil
    ) -> Figure {
        Figure(
            workload: workload, parameter: parameter, subject: subject, nanoseconds: nanoseconds,
            fastest: nanoseconds.map { $0 * 0.9 }, slowest: nanoseconds.map { $0 * 1.1 }, allocations: allocations,
            enqueues: enqueues, bytesEach: bytesEach)
    }
}

extension Workload {
    static func sample(_ name: String, axis: String? = nil, subjects: [String], parameters: [Int?] = [nil]) -> Workload
    {
        Workload(
            name, "what \(name) does", axis: axis, baseline: subjects[0],
            points: parameters.map { Point($0, subjects.map { Subject($0) { count, _ in count } }) })
    }
}
