import Observation
import TestSupport

/// Tells which of the reads that a test tracks have been changed; each once, as with `withObservationTracking`.
@MainActor
struct Watch {
    private let record = Record<String>()

    /// The names of the changed reads, in the order of the notifications.
    var changes: [String] { record.elements }

    /// Tracks the reads of `read`, under `name`.
    func callAsFunction<Value>(_ name: String, _ read: () -> Value) {
        _ = withObservationTracking(read) { [record] in record.append(name) }
    }
}

/// Runs `change` on the main actor at the first change of what `read` reads, before the new value is there.
@MainActor
func beforeNextChange<Value>(of read: @autoclosure () -> Value, _ change: @escaping @MainActor @Sendable () -> Void) {
    _ = withObservationTracking(read) { MainActor.assumeIsolated(change) }
}
