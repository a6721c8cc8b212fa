/// The context in which an interactor makes its node.
package struct NodeContext<State: Sendable, Action: Sendable> {
    package let engine: GraphEngine
    package let scope: StateScope<State>
    package let feedback: Feedback<Action>
    /// The call that embeds the part as a child, such as `when`; nil for a part that is not embedded.
    package let site: CallSite?
    /// What happens at the end to stream transformers among the parts.
    var atEnd: TransformerEnd
    /// What is provided around the part.
    var dependencies: FeatureDependencies
    /// The initial values of the parts of a merge; nil outside of one, and in a scope that works on a slice.
    var initialValues: InitialValues<State>?
    /// How deep the part is nested.
    var nesting = Nesting()
    /// See ``Replacements``.
    package let replacements: Replacements.Values

    /// The context of a child with a scope of its own, embedded by the call at `site`.
    func child<ChildState: Sendable, ChildAction: Sendable>(
        scope: StateScope<ChildState>,
        feedback: Feedback<ChildAction>,
        site: CallSite
    ) -> NodeContext<ChildState, ChildAction> {
        NodeContext<ChildState, ChildAction>(
            engine: engine,
            scope: scope,
            feedback: feedback,
            site: site,
            atEnd: atEnd,
            dependencies: dependencies,
            nesting: nesting,
            replacements: replacements
        )
    }
}
