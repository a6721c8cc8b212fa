import UnoArchitecture

/// A state with one child, which does the counting.
struct ScopeState<Part: CountedState>: CountedState {
    var part: Part

    var count: Int {
        get { part.count }
        set { part.count = newValue }
    }
}

/// A feature whose one part is a child in a `Scope`; `feature.scoped.scoped` is two deep.
struct Scoped<Child: Interactor>: Interactor where Child.DomainState: CountedState {
    let child: Child

    var initialValue: ScopeState<Child.DomainState> { ScopeState(part: child.initialValue) }

    var body: some Interactor<ScopeState<Child.DomainState>, Child.Action> {
        Scope(state: \.part) { child }
    }
}

extension Interactor where DomainState: CountedState {
    var scoped: Scoped<Self> { Scoped(child: self) }
    var scopedTwice: Scoped<Scoped<Self>> { scoped.scoped }
    var scopedFourTimes: Scoped<Scoped<Scoped<Scoped<Self>>>> { scopedTwice.scopedTwice }
}
