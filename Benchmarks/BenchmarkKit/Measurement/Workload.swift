/// A task, and the implementations of it that are compared.
package struct Workload: Sendable {
    package let name: String
    /// One line for the list and the report.
    package let summary: String
    /// The name of one operation, in the singular.
    package let operation: String
    /// The name of the points' parameter, such as "depth"; nil if the workload has one point.
    package let axis: String?
    /// The subject that the ratios of the others refer to.
    package let baseline: String
    package let points: [Point]

    package init(
        _ name: String,
        _ summary: String,
        operation: String = "action",
        axis: String? = nil,
        baseline: String,
        points: [Point]
    ) {
        self.name = name
        self.summary = summary
        self.operation = operation
        self.axis = axis
        self.baseline = baseline
        self.points = points
    }

    /// A workload without a parameter.
    package init(
        _ name: String,
        _ summary: String,
        operation: String = "action",
        baseline: String,
        subjects: [Subject]
    ) {
        self.init(name, summary, operation: operation, baseline: baseline, points: [Point(nil, subjects)])
    }

    /// A workload at one value of its parameter.
    package struct Point: Sendable {
        package let parameter: Int?
        /// Left out of a quick run.
        package let isSlow: Bool
        package let subjects: [Subject]

        package init(_ parameter: Int?, isSlow: Bool = false, _ subjects: [Subject]) {
            self.parameter = parameter
            self.isSlow = isSlow
            self.subjects = subjects
        }
    }
}
