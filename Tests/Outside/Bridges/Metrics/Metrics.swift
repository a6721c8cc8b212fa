import Synchronization

// Stand-ins with the signatures of swift-metrics that the article uses, so that its code is checked without a dependency. Keep
// what is recorded, for tests.

public final class Counter: Sendable {
    private let series: Series

    public convenience init(label: String, dimensions: [(String, String)] = []) {
        self.init(series: Series(label, dimensions))
    }

    private init(series: Series) { self.series = series }

    public func increment(by amount: some BinaryInteger) { series.add(Double(amount)) }
    public func increment() { increment(by: 1) }
}

public final class Meter: Sendable {
    private let series: Series

    public convenience init(label: String, dimensions: [(String, String)] = []) {
        self.init(series: Series(label, dimensions))
    }

    private init(series: Series) { self.series = series }

    public func set(_ value: some BinaryInteger) { series.set(Double(value)) }
    public func increment() { series.add(1) }
    public func decrement() { series.add(-1) }
}

public final class Gauge: Sendable {
    private let series: Series

    public convenience init(label: String, dimensions: [(String, String)] = []) {
        self.init(series: Series(label, dimensions))
    }

    private init(series: Series) { self.series = series }

    public func record(_ value: some BinaryInteger) { series.set(Double(value)) }
}

public final class Timer: Sendable {
    private let series: Series

    public convenience init(label: String, dimensions: [(String, String)] = []) {
        self.init(series: Series(label, dimensions))
    }

    private init(series: Series) { self.series = series }

    public func record(duration: Duration) { series.set(duration / .seconds(1)) }
}

/// The values of one label with its dimensions, as in `requests{route="/"}`.
public struct Series: Sendable {
    private static let values = Mutex<[String: [Double]]>([:])

    private let name: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        let list = dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: ",")
        name = list.isEmpty ? label : "\(label){\(list)}"
    }

    func set(_ value: Double) { Self.values.withLock { $0[name, default: []].append(value) } }
    func add(_ amount: Double) {
        Self.values.withLock { $0[name, default: []].append(($0[name]?.last ?? 0) + amount) }
    }

    /// The values that the series `name` has had, for a test.
    public static func recorded(_ name: String) -> [Double] { values.withLock { $0[name] ?? [] } }
}
