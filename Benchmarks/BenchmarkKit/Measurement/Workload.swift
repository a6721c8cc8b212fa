/// Something to be done, and the ways of doing it that are compared.
package struct Workload: Sendable {
    package let name: String
    /// One line for the list and the report.
    package let summary: String
    /// What one operation is, in the singular.
    package let operation: String
    /// What the parameter of the points says, such as "depth"; nil if the workload has one point.
    package let axis: String?
    /// The subject that the others are shown as a ratio to.
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
