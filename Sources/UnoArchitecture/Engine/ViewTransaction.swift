/// How a view shows a change, such as an animation: an opaque value that travels with an event, an emission or an update.
///
/// The feature does not look into it. A `ViewModel` publishes the states that it belongs to inside its closure; other hosts
/// ignore it. With SwiftUI, `ViewTransaction(animation:)` makes one.
public struct ViewTransaction: Sendable {
    /// Runs a body that changes what views show.
    public typealias Run = @Sendable @MainActor (_ body: @MainActor () -> Void) -> Void

    package let run: Run

    /// Creates a transaction. `run` must call its argument once.
    public init(_ run: @escaping Run) { self.run = run }
}
