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

    package var standing: Standing {
        guard let value else { return .unmeasured }
        if let gate = threshold.gate, value > gate { return .failed }
        return value <= threshold.target ? .met : .missed
    }
}
