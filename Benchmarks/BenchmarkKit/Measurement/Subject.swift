/// One implementation of a workload.
package struct Subject: Sendable {
    /// Performs `count` operations and returns the number of results it has seen; any other count is an error.
    package typealias Run = @Sendable (_ count: Int, _ meter: inout Meter) async -> Int

    package let name: String
    /// The number of operations of a run; nil for as many as fill the time of a repetition.
    package let fixedCount: Int?
    package let run: Run

    package init(_ name: String, fixedCount: Int? = nil, run: @escaping Run) {
        self.name = name
        self.fixedCount = fixedCount
        self.run = run
    }

    /// This subject with another name, for a point that has two of a kind.
    package func named(_ name: String) -> Subject { Subject(name, fixedCount: fixedCount, run: run) }
}
