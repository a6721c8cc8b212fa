/// `@Interactor`: aliases for the state and the actions, the conformance, and the builder on `body`.
public enum InteractorMacro: AttachedMacro {
    private static let shape = FeatureShape(
        protocolName: "Interactor",
        first: ("DomainState", "State"),
        second: "Action",
        builder: "InteractorBuilder",
        function: "interact(_:)"
    )

    public static func members(_ context: inout MacroContext) -> [String] { shape.members(&context) }

    public static func extensions(_ context: inout MacroContext) -> [String] { shape.extensions(context) }

    public static func memberAttributes(_ context: inout MacroContext) -> [String] { shape.memberAttributes(context) }
}
