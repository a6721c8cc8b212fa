/// A macro for a protocol with two associated types, and a `body` or a function.
package protocol FeatureMacro: AttachedMacro {
    static var shape: FeatureShape { get }
}

extension FeatureMacro {
    package static func members(_ context: inout MacroContext) -> [String] { shape.members(&context) }

    package static func extensions(_ context: inout MacroContext) -> [String] { shape.extensions(context) }

    package static func memberAttributes(_ context: inout MacroContext) -> [String] { shape.memberAttributes(context) }
}

/// `@Interactor`: aliases for the state and the actions, the conformance, the builder on `body`, and the case paths of the
/// nested enum `Action`.
package enum InteractorMacro: FeatureMacro {
    package static let shape = FeatureShape(
        protocolName: "Interactor",
        first: ("DomainState", "State"), second: "Action",
        builder: "InteractorBuilder", function: "interact(_:)", isIsolated: false
    )
}

/// `@ViewStateReducer`: aliases for the two states, the conformance, and the builder on `body`.
package enum ViewStateReducerMacro: FeatureMacro {
    package static let shape = FeatureShape(
        protocolName: "ViewStateReducer",
        first: ("DomainState", "DomainState"), second: "ViewState",
        builder: "ViewStateReducerBuilder", function: "reduce(_:into:)", isIsolated: true
    )
}
