/// `@NestedState`: a mark that `@ComposableStateMachine` reads.
public enum NestedStateMacro: AttachedMacro {
    public static func peers(_ context: inout MacroContext) -> [String] {
        context.warnUnlessIn(["State"])
        return []
    }
}
