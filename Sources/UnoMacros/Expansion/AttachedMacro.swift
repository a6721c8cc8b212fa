/// A macro of the plug-in: one type, named in `#externalMacro(module:type:)`.
///
/// A macro implements what its roles ask for. Diagnostics belong to one role only, or they are shown twice: to
/// `members`, where there is one.
public protocol AttachedMacro: SendableMetatype {
    /// The members that are added to the declaration, each as lines from column one.
    static func members(_ context: inout MacroContext) -> [String]
    /// The extensions, at the top level of the file.
    static func extensions(_ context: inout MacroContext) -> [String]
    /// The attributes for one member: the context's `declaration`, of the `parent`.
    static func memberAttributes(_ context: inout MacroContext) -> [String]
    /// The declarations beside this one.
    static func peers(_ context: inout MacroContext) -> [String]
    /// The accessors of a variable.
    static func accessors(_ context: inout MacroContext) -> [String]
}

extension AttachedMacro {
    public static func members(_ context: inout MacroContext) -> [String] { [] }
    public static func extensions(_ context: inout MacroContext) -> [String] { [] }
    public static func memberAttributes(_ context: inout MacroContext) -> [String] { [] }
    public static func peers(_ context: inout MacroContext) -> [String] { [] }
    public static func accessors(_ context: inout MacroContext) -> [String] { [] }

    /// The source for one role; nil for a role that macros of the plug-in do not have.
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
