// swift-format-ignore-file

extension ExpansionCase {
    /// The forms of an interactor.
    static let interactors: [ExpansionCase] = [
        ExpansionCase(
            "types as arguments",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "types as arguments, and a transformer",
            #"""
            @Interactor<S, B> struct A { func interact(_ upstream: AsyncStream<B>) -> AsyncStream<S> { f() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "generic and qualified arguments",
            #"""
            @Interactor<[String: M.S<Int>], (Int, any P)> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = [String: M.S<Int>]

            typealias Action = (Int, any P)
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "arguments over several lines",
            #"""
            @Interactor<
                S, // the state
                B
            > struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "nested types",
            #"""
            @Interactor struct A { struct State {}; enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = State
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "nested types of the protocol's names",
            #"""
            @Interactor struct A { struct DomainState {}; enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "both names of the state",
            #"""
            @Interactor struct A { struct State {}; struct DomainState {}; enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "aliases of one's own",
            #"""
            @Interactor struct A { typealias DomainState = Int; typealias Action = Int; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "an alias for the state",
            #"""
            @Interactor struct A { typealias State = Int; typealias Action = Int; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = State
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "types under a condition",
            #"""
            @Interactor struct A {
            #if DEBUG
            struct State {}
            #else
            class State {}
            #endif
            enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = State
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "arguments that are the nested types",
            #"""
            @Interactor<A.DomainState, Action> struct A { struct DomainState {}; enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "public",
            #"""
            @Interactor<S, B> public struct A { public var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            public typealias DomainState = S

            public typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "package, with nested types",
            #"""
            @Interactor package struct A { package struct State {}; package enum Action {}; package var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            package typealias DomainState = State
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "open",
            #"""
            @Interactor<S, B> open class A { open var body: some InteractorOf<A> { Child() } }
            """#,
            code: #"""
            // member
            public typealias DomainState = S

            public typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "in an extension, with availability",
            #"""
            @available(macOS 26, *) extension X { @Interactor<S, B> struct A { var body: some InteractorOf<Self> { Child() } } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            @available(macOS 26, *)
            extension X.A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "an enum",
            #"""
            @Interactor<S, B> enum A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "generic",
            #"""
            @Interactor struct A<T: Sendable> { typealias DomainState = T; typealias Action = T; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "the conformance written out",
            #"""
            @Interactor<S, B> struct A: Interactor { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            """#
        ),
        ExpansionCase(
            "the conformance written out, with arguments",
            #"""
            @Interactor<S, B> struct A: UnoArchitecture.Interactor<S, B> { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            """#
        ),
        ExpansionCase(
            "a builder written out",
            #"""
            @Interactor<S, B> struct A { @InteractorBuilder<S, B> var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a body with a return",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { let x = 1; return Child(x) } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a return in a closure of the body",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { Interact { return .state } } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a body with a getter",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { get { Child() } } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a stored body",
            #"""
            @Interactor<S, B> struct A { let body: Child }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a static body beside the real one",
            #"""
            @Interactor<S, B> struct A { static var body: Int { 1 }; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a function of the same name with another label",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { Child() }; func interact(with: Int) {} }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a body and a transformer in two clauses",
            #"""
            @Interactor<S, B> struct A {
            #if DEBUG
            var body: some InteractorOf<Self> { Child() }
            #else
            func interact(_ u: U) -> V { f() }
            #endif
            }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "other members",
            #"""
            @Interactor<S, B> struct A { let clock: any Clock<Duration>; private func f() {}; var body: some InteractorOf<Self> { Child() }; init() {} }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "types of the body",
            #"""
            @Interactor public struct A { public var body: some Interactor<Int, String> { Child() } }
            """#,
            code: #"""
            // member
            public typealias DomainState = Int

            public typealias Action = String
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "types of the body, qualified and generic",
            #"""
            @Interactor struct A { var body: some UnoArchitecture.Interactor<[Int: (A, B)], Space.Action<Int>> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = [Int: (A, B)]

            typealias Action = Space.Action<Int>
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "types of an erased body",
            #"""
            @Interactor struct A { var body: AnyInteractor<Int, String> { Child().eraseToAnyInteractor() } }
            """#,
            code: #"""
            // member
            typealias DomainState = Int

            typealias Action = String
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a nested type and one of the body",
            #"""
            @Interactor struct A { enum Action {}; var body: some Interactor<Int, Action> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = Int
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "a nested state and an action of the body",
            #"""
            @Interactor struct A { struct State {}; var body: some Interactor<State, String> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = State

            typealias Action = String
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "one type in the bodies of two clauses",
            #"""
            @Interactor struct A {
            #if X
            var body: some Interactor<Int, String> { Child() }
            #else
            var body: some Interactor<Int, String> { Other() }
            #endif
            }
            """#,
            code: #"""
            // member
            typealias DomainState = Int

            typealias Action = String
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "arguments beside aliases of the same types",
            #"""
            @Interactor<Int, [String]> struct A { typealias DomainState = Int; typealias Action = [String]; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
        ExpansionCase(
            "usable from inline",
            #"""
            @Interactor<Int, String> @usableFromInline struct A { @usableFromInline var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            @usableFromInline typealias DomainState = Int

            @usableFromInline typealias Action = String
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#
        ),
    ]
}
