public import UnoArchitecture

/// What a view model can show besides a feature of its own: a `Runtime`, or a part of one, a `RuntimeProjection`.
public protocol ViewModelSource<State, Action>: Sendable {
    /// The states that the source shows.
    associatedtype State: Sendable
    /// The actions that the source takes.
    associatedtype Action: Sendable

    /// The states that the view model shows, and the actions that it sends.
    var projection: RuntimeProjection<State, Action> { get }
}

extension Runtime: ViewModelSource {
    /// The whole of the runtime: all states, all actions.
    @inlinable public nonisolated var projection: RuntimeProjection<State, Action> { RuntimeProjection(whole: self) }
}

extension RuntimeProjection: ViewModelSource {
    /// The projection itself.
    @inlinable public var projection: RuntimeProjection { self }
}
