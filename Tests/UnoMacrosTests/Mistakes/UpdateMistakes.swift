// What users get wrong in an `Update`; as Mistakes.swift, whose features these are.

import UnoArchitecture
import UnoPresentation

/// A change of a state that cannot be compared.
func update1() -> some Interactor<Incomparable, Int> {
    // error: requires that 'Incomparable' conform to 'Equatable'
    Update(initialValue: Incomparable()) { state, action, _ in print(action) }
}
/// An emission where none is returned.
func update2() -> some DetailFeature {
    Update(initialValue: Detail.State()) { state, action, _ in
        state.title = "a"
        // error: value of tuple type 'Void' has no member 'state'
        return .state
    }
}

/// A button with an action that does not exist, behind an effect.
func update3() -> some AppFeature {
    Update(initialValue: App.State()) { state, action, effects in
        effects.dismiss()
        // error: type 'App.Button?' has no member 'okay'
        state.alert = AlertState("Sure?") { ButtonState("Yes", action: .okay) }
    }
}
/// An effect that does not exist.
func update4() -> some DetailFeature {
    Update(initialValue: Detail.State()) { state, action, effects in
        // error: value of type 'UpdateEffects<Detail.State, Detail.Action>' has no member 'performs'
        effects.performs { _, _ in }
    }
}
/// An emission that does not exist.
func update6() -> some DetailFeature {
    Update(initialValue: Detail.State()) { state, action, effects in
        // error: type 'Emission<Detail.State>' has no member 'performs'
        effects.add(.performs { _, _ in })
    }
}
/// No parameter for the effects.
func update5() -> some DetailFeature {
    // error: expects 3 arguments, but 2 were used in closure body
    Update(initialValue: Detail.State()) { state, action in state.title = "a" }
}
