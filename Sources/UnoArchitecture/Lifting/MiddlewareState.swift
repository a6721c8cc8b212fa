/// The state as a middleware sees it: before the reducer here and now, and later whenever asked.
///
/// Not `Sendable`: `before` can be read in `handle` only. A work takes `live` along.
public struct MiddlewareState<State: Sendable> {
    @usableFromInline let read: () -> State
    @usableFromInline let makeLive: () -> LiveState<State>

    @usableFromInline
    init(read: @escaping () -> State, makeLive: @escaping () -> LiveState<State>) {
        self.read = read
        self.makeLive = makeLive
    }

    /// The state that the reducer has not changed yet.
    public var before: State { read() }

    /// The state as it is when it is asked for: in a work, after the reducer.
    public var live: LiveState<State> { makeLive() }

    /// The state of a middleware that stands alone: for its test.
    public init(_ state: State) {
        self.init(read: { state }, makeLive: { LiveState { state } })
    }

    @inlinable
    func map<Part>(_ part: @escaping @Sendable (State) -> Part) -> MiddlewareState<Part> {
        MiddlewareState<Part>(
            read: { [read] in part(read()) },
            makeLive: { [makeLive] in makeLive().map(part) }
        )
    }
}

/// A state that goes on changing, read when asked: `await state.count`.
@dynamicMemberLookup
public struct LiveState<State: Sendable>: Sendable {
    @usableFromInline let read: @Sendable () async -> State

    @usableFromInline
    init(read: @escaping @Sendable () async -> State) {
        self.read = read
    }

    /// The state as it is now; after its scope has gone, what it was at first.
    public var current: State {
        get async { await read() }
    }

    /// A part of the state as it is now.
    public subscript<Value: Sendable>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        get async { await read()[keyPath: keyPath] }
    }

    @usableFromInline
    func map<Part>(_ part: @escaping @Sendable (State) -> Part) -> LiveState<Part> {
        LiveState<Part> { [read] in part(await read()) }
    }
}
