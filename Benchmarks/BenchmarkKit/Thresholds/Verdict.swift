/// The result of comparing a measured value with a threshold.
package struct Verdict: Sendable, Equatable {
    package enum Standing: String, Sendable {
        /// At most the target.
        case met
        /// Above the target, and at most the gate if there is one.
        case missed
        /// Above the gate.
        case failed
        /// Not part of this run.
        case unmeasured = "not measured"
    }

    package let threshold: Threshold
    package let value: Double?
    /// How often the workload was measured.
    package private(set) var measurements = 1

    package init(_ threshold: Threshold, figures: [Figure]) {
        self.threshold = threshold
        value = threshold.value(in: figures)
    }

    /// The better of this verdict and that of a repetition, whose figures these are.
    ///
    /// What else a machine does makes a figure worse and never better, so the best of several repetitions is the one to
    /// hold to a gate.
    package func repeated(_ figures: [Figure]) -> Verdict {
        let other = Verdict(threshold, figures: figures)
        var best = other
        if let value, other.value.map({ value <= $0 }) ?? true { best = self }
        best.measurements = measurements + 1
        return best
    }

    package var standing: Standing {
        guard let value else { return .unmeasured }
        if let gate = threshold.gate, value > gate { return .failed }
        return value <= threshold.target ? .met : .missed
    }
}
