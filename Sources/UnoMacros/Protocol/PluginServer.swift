/// Responds to the compiler's messages.
///
/// Implements the protocol of the compiler's executable plug-ins, which is defined by `PluginMessages.swift` in
/// swift-syntax: each message is a JSON object with one member, named after the message.
///
/// Behavior: every message gets one response. The response to an unknown message, for instance of a newer compiler, is an
/// error that the compiler can show. An offset beyond the end of any source file is a failure.
package struct PluginServer: Sendable {
    /// The version that `expandMacroResult` and `lexicalContext` belong to.
    static let protocolVersion = 7

    private let macros: [String: any AttachedMacro.Type]

    /// - Parameter macros: the macros, keyed by the `type:` of their `#externalMacro`.
    package init(_ macros: [String: any AttachedMacro.Type]) {
        self.macros = macros
    }

    package func answer(_ message: [UInt8]) throws(MessageStream.Failure) -> [UInt8] {
        try reply(to: JSONReader.value(of: message)).encoded
    }

    private func reply(to message: JSON?) throws(MessageStream.Failure) -> JSON {
        guard case .object(let members)? = message, let (name, content) = members.first else {
            return failure("a message that is not a JSON object")
        }
        switch name {
        case "getCapability":
            return ["getCapabilityResult": ["capability": ["protocolVersion": .number(Double(Self.protocolVersion))]]]
        case "expandAttachedMacro":
            return try expandAttached(content)
        case "expandFreestandingMacro":
            let macro = content["macro"]?["typeName"]?.string ?? "without a name"
            return failure("a freestanding macro, '\(macro)': the plug-in has only attached ones")
        default:
            return failure("the message '\(name)'")
        }
    }

    /// Far beyond the size of a source file, and small enough to add to without overflow.
    private static let farthestOffset = 0x1p40

    /// Throws if adding the length of a text to its offset might overflow.
    private func checkOffsets(_ content: JSON) throws(MessageStream.Failure) {
        guard case .object(let members) = content else { return }
        for syntax in members.values.flatMap({ $0.array ?? [$0] }) {
            if case .number(let offset)? = syntax["location"]?["offset"], !(offset <= Self.farthestOffset) {
                throw .tooFar(offset)
            }
        }
    }

    private func expandAttached(_ content: JSON) throws(MessageStream.Failure) -> JSON {
        try checkOffsets(content)
        let name = content["macro"]?["typeName"]?.string ?? ""
        guard let macro = macros[name] else { return failure("the macro '\(name)'") }
        let roleName = content["macroRole"]?.string ?? ""
        guard let role = MacroRole(rawValue: roleName) else { return failure("the role '\(roleName)'") }
        guard let syntax = content["declSyntax"], var context = MacroContext(content) else {
            return failure("the declaration that '@\(name)' is attached to")
        }
        let fileName = syntax["location"]?["fileName"]?.string ?? ""
        guard let source = macro.expansion(role, &context) else {
            return failure("the role '\(roleName)' of '@\(name)'")
        }
        return result(source, context.diagnostics.map { $0.message(fileName: fileName) })
    }

    private func result(_ source: String?, _ diagnostics: [JSON]) -> JSON {
        [
            "expandMacroResult": [
                "expandedSource": source.map(JSON.string) ?? .null, "diagnostics": .array(diagnostics),
            ]
        ]
    }

    private func failure(_ what: String) -> JSON {
        let diagnostic = MacroDiagnostic(
            severity: .error,
            message: "UnoArchitecture's macros do not support \(what)",
            range: 0..<0
        )
        return result(nil, [diagnostic.message(fileName: "")])
    }
}
