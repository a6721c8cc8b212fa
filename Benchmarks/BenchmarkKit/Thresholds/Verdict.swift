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
        guard let value, let again = other.value else { return value == nil ? other : self }
        return again < value ? other : self
    }

    package var standing: Standing {
        guard let value else { return .unmeasured }
        if let gate = threshold.gate, value > gate { return .failed }
        return value <= threshold.target ? .met : .missed
    }
}
