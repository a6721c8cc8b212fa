/// `@ViewStateReducer`: aliases for the two states, the conformance, and the builder on `body`.
public enum ViewStateReducerMacro: AttachedMacro {
    private static let shape = FeatureShape(
        protocolName: "ViewStateReducer",
        first: ("DomainState", "DomainState"),
        second: "ViewState",
        builder: "ViewStateReducerBuilder",
        function: "reduce(_:into:)"
    )

    public static func members(_ context: inout MacroContext) -> [String] { shape.members(&context) }

    public static func extensions(_ context: inout MacroContext) -> [String] { shape.extensions(context) }

    public static func memberAttributes(_ context: inout MacroContext) -> [String] { shape.memberAttributes(context) }
}
