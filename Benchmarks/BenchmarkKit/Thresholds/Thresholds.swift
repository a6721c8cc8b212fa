package import Foundation

/// The committed expectations: the bars that the project aims at, and the limits for everything else.
package struct Thresholds: Sendable, Equatable, Codable {
    package var bars: [Threshold]
    package var limits: [Threshold]

    package var all: [Threshold] { bars + limits }

    package init(bars: [Threshold], limits: [Threshold]) {
        self.bars = bars
        self.limits = limits
    }

    /// Reads a file of thresholds; an error names the file and the problem in it.
    package init(contentsOf file: URL) throws(FileError) {
        self = try FileError.reading(file) { try JSONDecoder().decode(Thresholds.self, from: $0) }
        if let wrong = all.first(where: { $0.quantity.isRelative != ($0.to != nil) }) {
            let reason = "\(wrong.name): a ratio or bytesMore, and only those, say what they are to"
            throw FileError(file: file.path, reason: reason)
        }
    }

    /// The names of the workloads that the bars are about.
    package var workloadsOfBars: Set<String> {
        Set(bars.flatMap(\.workloads))
    }

    /// The thresholds for which `workloads` have no subject, so that no run can measure them.
    package func unknown(in workloads: [Workload]) -> [Threshold] {
        func isKnown(_ workload: String, _ parameter: Int?, _ subject: String) -> Bool {
            workloads.contains { candidate in
                candidate.name == workload
                    && candidate.points.contains { point in
                        point.parameter == parameter && point.subjects.contains { $0.name == subject }
                    }
            }
        }
        return all.filter { threshold in
            guard isKnown(threshold.workload, threshold.parameter, threshold.subject) else { return true }
            guard let to = threshold.to else { return false }
            return !isKnown(to.workload ?? threshold.workload, to.parameter ?? threshold.parameter, to.subject)
        }
    }
}
