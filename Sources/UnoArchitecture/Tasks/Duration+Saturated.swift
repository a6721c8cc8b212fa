extension Duration {
    /// The sum; the largest or the smallest duration if it is out of range.
    package func adding(saturated other: Duration) -> Duration {
        let (sum, isOver) = attoseconds.addingReportingOverflow(other.attoseconds)
        return Duration(attoseconds: isOver ? (other < .zero ? .min : .max) : sum)
    }

    /// The difference; the largest or the smallest duration if it is out of range.
    package func subtracting(saturated other: Duration) -> Duration {
        let (difference, isOver) = attoseconds.subtractingReportingOverflow(other.attoseconds)
        return Duration(attoseconds: isOver ? (other < .zero ? .max : .min) : difference)
    }
}
