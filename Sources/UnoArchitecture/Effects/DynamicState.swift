/// Reads the current state of a scope, from an effect or another asynchronous task: `await state.count`.
///
/// Reads do not wait for demand. A value may be outdated when it is used: to derive the new state from the current one,
/// send an update closure.
@dynamicMemberLookup
public struct DynamicState<State: Sendable>: Sendable {
    private enum Source: Sendable {
        case effect(EffectHandle)
        case function(@Sendable () async -> State)
    }

    private let source: Source

    init(_ access: EffectAccess) {
        switch access {
        case .effect(let effect): source = .effect(effect)
        case .part(let part): self = StateAccess.open(part).state
        }
    }

    @usableFromInline
    package init(read: @escaping @Sendable () async -> State) {
        source = .function(read)
    }

    /// The current state. After the child that the effect belongs to has been removed, that child's initial state.
    public var current: State {
        get async { await read { $0 } }
    }

    /// A property of the current state.
    public subscript<Value: Sendable>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        get async { await read { $0[keyPath: keyPath] } }
    }

    private func read<Value: Sendable>(_ part: @Sendable (State) -> Value) async -> Value {
        switch source {
        case .effect(let effect): await effect.isolation.visit { part(effect.open(in: $0).currentState()) }
        case .function(let read): part(await read())
        }
    }

    @usableFromInline
    package func map<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> DynamicState<Part> {
        DynamicState<Part> { await read(part) }
    }
}

extension DynamicState: CustomReflectable, OpaquelyReflected {}
