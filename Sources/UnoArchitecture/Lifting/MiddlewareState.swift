/// The state as a middleware sees it: before the reducer, and later, on request.
///
/// Not `Sendable`: `before` can be read only in `handle`. Asynchronous work captures `live`.
public struct MiddlewareState<State: Sendable> {
    @usableFromInline let read: () -> State
    @usableFromInline let makeLive: () -> DynamicState<State>

    @usableFromInline
    init(read: @escaping () -> State, makeLive: @escaping () -> DynamicState<State>) {
        self.read = read
        self.makeLive = makeLive
    }

    /// The state that the reducer has not changed yet.
    public var before: State { read() }

    /// The state at the time of each read: in asynchronous work, after the reducer.
    public var live: DynamicState<State> { makeLive() }

    /// The state of a middleware that stands alone: for its test.
    public init(_ state: State) {
        self.init(read: { state }, makeLive: { DynamicState { state } })
    }

    @inlinable
    func map<Part>(_ part: @escaping @Sendable (State) -> Part) -> MiddlewareState<Part> {
        MiddlewareState<Part>(
            read: { [read] in part(read()) },
            makeLive: { [makeLive] in makeLive().map(part) }
        )
    }
}
