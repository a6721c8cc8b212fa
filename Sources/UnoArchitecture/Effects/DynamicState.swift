/// The state of an effect's scope, read when asked: `await state.count`.
///
/// Reads do not wait for demand. What is read may have changed by the time it is used: to change the state from what
/// it is, send an update closure.
@dynamicMemberLookup
public struct DynamicState<State: Sendable>: Sendable {
    let effect: GraphBound<EffectSource<State>>
    let isolation: GraphIsolation

    /// The state as it is now.
    public var current: State {
        get async { await isolation.visit { [effect] in effect.open(in: $0).currentState } }
    }

    /// A part of the state as it is now.
    public subscript<Value: Sendable>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        get async {
            await isolation.visit { [effect] in effect.open(in: $0).currentState[keyPath: keyPath] }
        }
    }
}

extension DynamicState: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}
