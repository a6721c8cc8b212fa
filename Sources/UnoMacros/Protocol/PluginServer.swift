/// Answers the compiler's messages.
///
/// The protocol is that of the compiler's executable plug-ins: each message is a JSON object with one member, named
/// after the message. Facts about it come from `PluginMessages.swift` in swift-syntax.
///
/// Behavior: every message is answered with one. What is not understood, as from a newer compiler, is answered with an
/// error that the compiler can show.
public struct PluginServer: Sendable {
    /// The version that `expandMacroResult` and `lexicalContext` belong to.
    static let protocolVersion = 7

    private let macros: [String: any AttachedMacro.Type]

    /// - Parameter macros: The macros, by the `type:` of their `#externalMacro`.
    public init(_ macros: [String: any AttachedMacro.Type]) {
        self.macros = macros
    }

    public func answer(_ message: [UInt8]) -> [UInt8] {
        reply(to: JSONReader.value(of: message)).encoded
    }

    private func reply(to message: JSON?) -> JSON {
        guard case .object(let members)? = message, let (name, content) = members.first else {
            return failure("a message that is not a JSON object")
        }
        switch name {
        case "getCapability":
            return ["getCapabilityResult": ["capability": ["protocolVersion": .number(Double(Self.protocolVersion))]]]
        case "expandAttachedMacro":
            return expandAttached(content)
        case "expandFreestandingMacro":
            let macro = content["macro"]?["typeName"]?.string ?? "without a name"
            return failure("a freestanding macro, '\(macro)': the plug-in has only attached ones")
        default:
            return failure("the message '\(name)'")
        }
    }

    private func expandAttached(_ content: JSON) -> JSON {
        let name = content["macro"]?["typeName"]?.string ?? ""
        guard let macro = macros[name] else { return failure("the macro '\(name)'") }
        let roleName = content["macroRole"]?.string ?? ""
        guard let role = MacroRole(rawValue: roleName) else { return failure("the role '\(roleName)'") }
        guard let syntax = content["declSyntax"], var context = MacroContext(content) else {
            return failure("what '@\(name)' is attached to")
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
            message: "UnoArchitecture's macros do not know \(what)",
            range: 0..<0
        )
        return result(nil, [diagnostic.message(fileName: "")])
    }
}
