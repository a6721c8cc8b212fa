extension GraphDescription {
    /// What a part is. The raw value is the word that pictures show.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A type of the user's that has a body.
        case feature
        /// A type of the user's with `interact(state:action:)`.
        case synchronous = "step"
        /// A stream transformer.
        case transformer
        /// A state machine.
        case stateMachine = "state machine"
        /// A handler of actions: `Interact`.
        case interact
        /// A handler that emits what it has changed: `Update`.
        case update
        /// The lines of a body.
        case merge
        /// A loop in a body.
        case loop = "for"
        /// An `if` in a body, with the branch that is chosen.
        case conditional = "if"
        /// Nothing, such as the branch that is missing.
        case empty
        /// Lines that are collected.
        case collect
        /// A parent with a child that proposes its states.
        case when
        /// A child on a part of the state.
        case scope
        /// A parent with a child on a part of the state that may be absent.
        case ifLet
        /// A parent with a child for each row.
        case forEach
        /// A parent with a presented child.
        case presents
        /// A parent with a stack of children.
        case stack
        /// A child of a state machine that is a state machine.
        case nestedMachine = "nested machine"
        /// Delays actions.
        case debounce
        /// Thins actions out.
        case throttle
        /// Handles a change of a part of the state.
        case onChange
        /// Runs the step in a closure.
        case wrap
        /// Says how a stream transformer ends.
        case atEnd
        /// Gives the initial state.
        case starting
        /// A part that needs dependencies.
        case requiring
        /// Provides a dependency.
        case providing
        /// Follows a shared value.
        case observing
        /// Applies the actions of bindings.
        case binding
        /// The child of a dialog.
        case dialog
        /// A lifted reducer.
        case reducer
        /// A reducer with its middleware.
        case store
    }
}

extension GraphDescription.Kind {
    /// The kinds of the library's types, by name.
    static let ofLibrary: [String: Self] = [
        "UnoArchitecture.Interact": .interact, "UnoArchitecture.Update": .update, "UnoArchitecture.Scope": .scope,
        "UnoArchitecture.EmptyInteractor": .empty, "UnoArchitecture.Requiring": .requiring,
        "UnoArchitecture.DebounceInteractor": .debounce, "UnoArchitecture.ThrottleInteractor": .throttle,
        "UnoArchitecture.Interactors.Merge": .merge, "UnoArchitecture.Interactors.MergeMany": .loop,
        "UnoArchitecture.Interactors.Conditional": .conditional, "UnoArchitecture.Interactors.OnChange": .onChange,
        "UnoArchitecture.Interactors.CollectInteractors": .collect, "UnoArchitecture.Interactors.AtEnd": .atEnd,
        "UnoArchitecture.Interactors.Starting": .starting, "UnoArchitecture.Interactors.Providing": .providing,
        "UnoArchitecture.Interactors.When": .when, "UnoArchitecture.Interactors.IfLet": .ifLet,
        "UnoArchitecture.Interactors.ForEach": .forEach, "UnoArchitecture.Interactors.Wrap": .wrap,
        "(extension in UnoPresentation):UnoArchitecture.Interactors.Presents": .presents,
        "(extension in UnoPresentation):UnoArchitecture.Interactors.PresentsStack": .stack,
        "UnoPresentation.BindingInteractor": .binding, "UnoPresentation.DialogInteractor": .dialog,
        "(extension in UnoStateMachines):UnoArchitecture.Interactors.Transitions": .stateMachine,
        "UnoStateMachines.NestedStateMachine": .nestedMachine,
        "(extension in UnoStorage):UnoArchitecture.Interactors.Observing": .observing, "UnoLifting.Reducer": .reducer,
        "UnoLifting.Store": .store,
    ]

    /// Whether there are no parts inside it, or none that its type shows.
    var isLeaf: Bool {
        switch self {
        case .interact, .update, .empty, .binding, .dialog, .reducer, .store, .stateMachine, .synchronous: true
        default: false
        }
    }
}
