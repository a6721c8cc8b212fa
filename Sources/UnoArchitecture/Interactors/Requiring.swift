/// Interactors that need dependencies: a block with their values.
///
/// ```swift
/// struct Search: Interactor {
///     var body: some Interactor<State, Action> {
///         Requiring(API.self, Settings.self) { api, settings in
///             Interact(initialValue: State(limit: settings.limit)) { state, action in
///                 ...
///                 return .perform { _, send in ... try await api.items() ... }
///             }
///         }
///     }
/// }
/// ```
///
/// The values are those of the nearest ``Interactor/providing(_:)`` around this part, or else `unprovided`. They are read when
/// the graph is made, before any action, and are constants from then on: the handlers and effects of the block capture them.
///
/// - *Initial state*: the block may use the values for it.
/// - *Repetition*: like a `body`, the block is evaluated several times, so it should only compose.
/// - *Stream transformers*: what a transformer runs inside its own `interact(_:)` is another graph, to which nothing is
///   provided from outside.
public struct Requiring<DomainState: Sendable, Action: Sendable, Content: Interactor<DomainState, Action>>: Interactor,
    GraphPart, DescribedPart
{
    private let makeContent: @Sendable (FeatureDependencies, GraphEngine?) -> Content

    /// Creates the block for the values of the given dependencies.
    public init<each Key: FeatureDependency & SendableMetatype>(
        _ keys: repeat (each Key).Type,
        @InteractorBuilder<DomainState, Action> content: @escaping @Sendable (repeat (each Key).Value) -> Content
    ) {
        makeContent = { dependencies, engine in
            content(repeat dependencies.value(for: (each Key).self, in: engine))
        }
    }

    private var contentOfPlace: Content { makeContent(.ofPlace, nil) }

    package var outline: PartOutline {
        var outline = PartOutline()
        outline.content = contentOfPlace
        return outline
    }

    /// The initial value of the block, for the dependencies that are provided around it.
    public var initialValue: DomainState { contentOfPlace.initialValue }

    package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(contentOfPlace) }

    package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(contentOfPlace) }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        GraphParts.makeNode(makeContent(context.dependencies, context.engine), in: context)
    }
}

extension Interactors {
    /// An interactor with dependencies for the parts in it; made by `providing(_:)`.
    public struct Providing<Base: Interactor>: Interactor, GraphPart, DescribedPart {
        /// The state of the wrapped interactor.
        public typealias DomainState = Base.DomainState
        /// The actions of the wrapped interactor.
        public typealias Action = Base.Action

        let base: Base
        let provide: @Sendable (inout FeatureDependencies, GraphEngine?) -> Void

        package var outline: PartOutline {
            var outline = PartOutline()
            outline.provide = { provide(&$0, nil) }
            return outline
        }

        private func atPlace<Result>(_ body: () -> Result) -> Result {
            var dependencies = FeatureDependencies.ofPlace
            provide(&dependencies, nil)
            return dependencies.atPlace(body)
        }

        /// The initial value of the wrapped interactor, with the dependencies that are provided here.
        public var initialValue: DomainState { atPlace { base.initialValue } }

        package var hasStatefulPart: Bool { atPlace { GraphParts.hasStatefulPart(base) } }

        package var bringsInitialValue: Bool { atPlace { GraphParts.bringsInitialValue(base) } }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            var context = context
            provide(&context.dependencies, context.engine)
            return context.dependencies.atPlace { GraphParts.makeNode(base, in: context) }
        }
    }
}

extension Interactor {
    /// Provides `value` to the parts inside this interactor that require its type.
    ///
    /// Where several are nested, the innermost counts. Other parts, beside and around this one, are not affected. In a test,
    /// provide a value of the test around the feature:
    ///
    /// ```swift
    /// let harness = InteractorTestHarness(Search().providing(API.sample))
    /// ```
    public func providing<Key: FeatureDependency & SendableMetatype>(
        _ value: Key
    ) -> Interactors.Providing<Self> where Key.Value == Key {
        Interactors.Providing(base: self) { dependencies, _ in dependencies.provide(value, for: Key.self) }
    }

    /// Provides `value` to the parts inside this interactor that require `key`.
    public func providing<Key: FeatureDependency & SendableMetatype>(
        _ value: Key.Value,
        for key: Key.Type
    ) -> Interactors.Providing<Self> {
        Interactors.Providing(base: self) { dependencies, _ in dependencies.provide(value, for: key) }
    }

    /// Provides, to the parts inside this interactor that require `key`, a variation of what is provided around it.
    public func providing<Key: FeatureDependency & SendableMetatype>(
        _ key: Key.Type,
        change: @escaping @Sendable (inout Key.Value) -> Void
    ) -> Interactors.Providing<Self> {
        Interactors.Providing(base: self) { dependencies, engine in
            var value = dependencies.value(for: key, in: engine)
            change(&value)
            dependencies.provide(value, for: key)
        }
    }
}
