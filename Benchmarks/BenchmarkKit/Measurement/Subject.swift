/// One way of doing what a workload asks for.
package struct Subject: Sendable {
    /// Does `count` operations and answers how many results it has seen; anything but `count` is an error.
    package typealias Run = @Sendable (_ count: Int, _ meter: inout Meter) async -> Int

    package let name: String
    /// How many operations a run has; nil for as many as fill the time of a repetition.
    package let fixedCount: Int?
    package let run: Run

    package init(_ name: String, fixedCount: Int? = nil, run: @escaping Run) {
        self.name = name
        self.fixedCount = fixedCount
        self.run = run
    }

    /// This subject by another name, where a point has two of a kind.
    package func named(_ name: String) -> Subject { Subject(name, fixedCount: fixedCount, run: run) }
}
