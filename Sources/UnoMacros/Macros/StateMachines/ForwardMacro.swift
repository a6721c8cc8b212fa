/// `@Forward`: a mark that `@ComposableStateMachine` reads.
public enum ForwardMacro: AttachedMacro {
    public static func peers(_ context: inout MacroContext) -> [String] {
        context.warnUnlessIn(["Input", "IOResult"])
        return []
    }
}
