public import UnoArchitecture
import UnoPresentation

/// Interactors by macro, of every shape; that they compile is part of the test.
enum InteractorSamples {
    @Interactor
    struct Counter {
        struct State: Sendable, Equatable { var count = 0 }
        enum Action: Sendable { case increment, decrement }

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { state, action in
                switch action {
                case .increment: state.count += 1
                case .decrement: state.count -= 1
                }
                return .state
            }
        }
    }

    /// Two parts: only the builder makes them a body.
    @Interactor<Counter.DomainState, Counter.Action>
    struct Twice {
        let isThrice: Bool

        var body: some Interactor<DomainState, Action> {
            Counter()
            Counter()
            if isThrice { Counter() }
        }
    }

    @Interactor<Int, Int>
    struct Transformer {
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream }
    }

    @Interactor
    struct Returning {
        typealias DomainState = Counter.DomainState
        typealias Action = Counter.Action

        var body: some InteractorOf<Self> {
            let counter = Counter()
            return counter
        }
    }

    /// The types are those of `body`.
    @Interactor
    struct Typed {
        var body: some Interactor<Int, String> {
            PublicInteractor()
            Interact(initialValue: 0) { state, action in
                state += action.isEmpty ? 100 : 0
                return .state
            }
        }
    }

    @Interactor
    struct ErasedBody {
        var body: AnyInteractor<Int, String> { PublicInteractor().eraseToAnyInteractor() }
    }

    @Interactor<Int, String>
    struct Aliased {
        typealias DomainState = Int

        var body: some InteractorOf<Self> { PublicInteractor() }
    }

    @Interactor @usableFromInline
    struct Inlinable {
        @usableFromInline var body: some Interactor<Int, String> { PublicInteractor() }
    }

    @ViewStateReducer
    struct TypedView {
        var body: some ViewStateReducer<Counter.DomainState, TitleView.ViewState> {
            TitleView()
            ShoutView()
        }
    }

    /// The compiler does not take a type's own parameters as arguments of its macros, so they come by alias.
    @Interactor
    struct Generic<Value: Sendable & Equatable> {
        typealias DomainState = Value
        typealias Action = Value

        let initial: Value

        var body: some InteractorOf<Self> {
            Interact<Value, Value>(initialValue: initial) { state, action in
                state = action
                return .state
            }
        }
    }

    @Interactor<Int, Int>
    final class Reference {
        var body: some InteractorOf<Reference> { Generic(initial: 1) }
    }

    @ViewStateReducer
    struct TitleView {
        typealias DomainState = Counter.DomainState
        struct ViewState: Equatable { var text = "" }

        func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
            viewState.text = "\(domainState.count) clicks"
        }
    }

    @ViewStateReducer<Counter.DomainState, TitleView.ViewState>
    struct ShoutView {
        func reduce(_ domainState: DomainState, into viewState: inout ViewState) {
            viewState.text += "!"
        }
    }

    /// Two parts: only the builder makes them a body.
    @ViewStateReducer<Counter.DomainState, TitleView.ViewState>
    struct ShoutingView {
        var body: some ViewStateReducerOf<Self> {
            TitleView()
            ShoutView()
        }
    }
}

@Interactor<Int, String>
public struct PublicInteractor {
    public init() {}

    public var body: some InteractorOf<Self> {
        Interact(initialValue: 0) { state, action in
            state += action.count
            return .state
        }
    }
}
