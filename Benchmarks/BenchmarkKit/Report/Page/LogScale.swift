import Foundation

/// A logarithmic axis from one power of ten to another.
struct LogScale: Equatable {
    private let low: Int
    private let high: Int

    /// Covers `values`, which are above zero.
    init(covering values: [Double]) {
        let least = values.min() ?? 1
        let most = values.max() ?? 1
        low = Int(log10(least).rounded(.down))
        high = max(low + 1, Int(log10(most).rounded(.up)))
    }

    /// The position of `value` between the ends of the axis, from 0 to 1.
    func position(of value: Double) -> Double {
        (log10(value) - Double(low)) / Double(high - low)
    }

    /// The powers of ten on the axis.
    var ticks: [Double] { (low...high).map { pow(10, Double($0)) } }
}
