public import UnoArchitecture

// The steps of a case path that lead through presented children, stacks and changes of fields:
// `\.path[id: 0].detail.destination.edit.binding.title`.

extension Case {
    /// An action of a presented child, without its `presented`: `\.destination.edit`.
    ///
    /// Disfavoured: `presented` and `dismiss` are the cases of the presentation itself.
    @_disfavoredOverload
    public subscript<Action: CasePathable & Sendable, Next>(
        dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Next>>
    ) -> Case<Next> where Value == PresentationAction<Action> {
        Case<Next>(
            path: casePathSoFar.appended(Value.allCasePaths.presented).appended(Action.allCasePaths[keyPath: keyPath])
        )
    }

    /// The actions of one element of a stack: `\.path[id: 0].detail`.
    public subscript<Element, Action>(id id: StackElementID) -> Case<Action> where Value == StackAction<Element, Action>
    {
        let element = AnyCasePath<Value, Action>(
            embed: { .element(id: id, action: $0) },
            extract: { if case .element(id, let action) = $0 { action } else { nil } },
            name: "[id: \(id)]"
        )
        return Case<Action>(path: casePathSoFar.appended(element))
    }

    /// The value that a control sets a field to: `\.binding.title`.
    public subscript<State, Field: Equatable & Sendable>(
        dynamicMember field: any WritableKeyPath<State, Field> & Sendable
    ) -> Case<Field> where Value == BindingAction<State> {
        let change = AnyCasePath<Value, Field>(
            embed: { .set(field, $0) },
            extract: { $0[field] },
            name: "\(field)".split(separator: ".").dropFirst().joined(separator: ".")
        )
        return Case<Field>(path: casePathSoFar.appended(change))
    }
}
