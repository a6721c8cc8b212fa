/// The library's composing interactors.
public enum Interactors {}

/// `Interactors.Debounce`, by the name that it has in a body.
public typealias DebounceInteractor<C: Clock, Child: Interactor> = Interactors.Debounce<C, Child>
