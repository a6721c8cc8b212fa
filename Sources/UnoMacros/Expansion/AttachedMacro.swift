/// A macro of the plug-in: one type, named in `#externalMacro(module:type:)`.
///
/// A macro implements the functions of its roles. It reports diagnostics in one role only, or they are shown twice: in
/// `members`, if it has that role.
package protocol AttachedMacro: SendableMetatype {
    /// Returns the members to add to the declaration, each as lines without indentation.
    static func members(_ context: inout MacroContext) -> [String]
    /// Returns the extensions to add at the top level of the file.
    static func extensions(_ context: inout MacroContext) -> [String]
    /// Returns the attributes to add to a member: the context's `declaration`, a member of its `parent`.
    static func memberAttributes(_ context: inout MacroContext) -> [String]
    /// Returns the declarations to add beside this one.
    static func peers(_ context: inout MacroContext) -> [String]
    /// Returns the accessors to add to a variable.
    static func accessors(_ context: inout MacroContext) -> [String]
}

extension AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] { [] }
    package static func extensions(_ context: inout MacroContext) -> [String] { [] }
    package static func memberAttributes(_ context: inout MacroContext) -> [String] { [] }
    package static func peers(_ context: inout MacroContext) -> [String] { [] }
    package static func accessors(_ context: inout MacroContext) -> [String] { [] }

    /// Returns the source for one role; nil for a role that no macro of the plug-in has.
    static func expansion(_ role: MacroRole, _ context: inout MacroContext) -> String? {
        switch role {
        case .member: members(&context).joined(separator: "\n\n")
        case .extension: extensions(&context).joined(separator: "\n\n")
        case .memberAttribute: memberAttributes(&context).joined(separator: " ")
        case .peer: peers(&context).joined(separator: "\n\n")
        case .accessor: accessors(&context).joined(separator: "\n")
        case .conformance, .body, .preamble: nil
        }
    }
}

/// The role in which the compiler expands an attached macro. The raw values are the names in the plug-in protocol.
package enum MacroRole: String, Sendable {
    case accessor, memberAttribute, member, peer, conformance, `extension`, body, preamble
}

/// The macros of the plug-in, keyed by the `type:` of their `#externalMacro`.
package let allMacros: [String: any AttachedMacro.Type] = [
    "CasePathableMacro": CasePathableMacro.self,
    "ComposableEffectMacro": ComposableEffectMacro.self,
    "ComposableStateMachineMacro": ComposableStateMachineMacro.self,
    "DestinationMacro": DestinationMacro.self,
    "EffectCompositionMacro": EffectCompositionMacro.self,
    "ForwardMacro": ForwardMacro.self,
    "InteractorMacro": InteractorMacro.self,
    "NestedStateMacro": NestedStateMacro.self,
    "StateMachineMacro": StateMachineMacro.self,
    "ViewStateReducerMacro": ViewStateReducerMacro.self,
]
