/// The library's composing interactors.
public enum Interactors {}

/// `Interactors.Debounce`, by the name that it has in a body.
public typealias DebounceInteractor<Child: Interactor, C: Clock> = Interactors.Debounce<Child, C>
