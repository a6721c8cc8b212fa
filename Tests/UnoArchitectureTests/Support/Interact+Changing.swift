import UnoArchitecture

extension Interact {
    /// A handler that changes the state with `change` and returns `emission`, for every action.
    static func changing(
        _ initialValue: DomainState, emitting emission: Emission<DomainState> = .state,
        fileID: StaticString = #fileID, line: UInt = #line,
        by change: @escaping @Sendable (inout DomainState, Action) -> Void
    ) -> Interact {
        Interact(initialValue: initialValue, fileID: fileID, line: line) { state, action in
            change(&state, action)
            return emission
        }
    }

    /// The same for the state that another part brings.
    static func changing(
        emitting emission: Emission<DomainState> = .state, fileID: StaticString = #fileID, line: UInt = #line,
        by change: @escaping @Sendable (inout DomainState, Action) -> Void
    ) -> Interact {
        Interact(fileID: fileID, line: line) { state, action in
            change(&state, action)
            return emission
        }
    }

    /// A handler that changes the state with `change` and emits, for the actions of one case; for others it does nothing.
    static func changing<Value: Sendable>(
        _ initialValue: DomainState, for path: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
        by change: @escaping @Sendable (inout DomainState, Value) -> Void
    ) -> Interact {
        let path = AnyCasePath<Action, Value>(path)
        return Interact(initialValue: initialValue, fileID: fileID, line: line) { state, action in
            guard let value = path.extract(from: action) else { return .none }
            change(&state, value)
            return .state
        }
    }
}
