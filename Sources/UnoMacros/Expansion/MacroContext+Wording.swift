extension MacroContext {
    /// The edit that takes the macro away.
    public var removal: MacroDiagnostic.FixIt {
        .init("remove '@\(attribute.baseName)'", replacing: attribute, with: "")
    }

    /// Whether the macro stands here a second time, which is reported at every place but the first.
    public mutating func isRepeated() -> Bool {
        let first = declaration.attribute(attribute.baseName)
        guard let first, first.range.lowerBound < attribute.range.lowerBound else { return false }
        error(
            "'@\(attribute.baseName)' is here twice",
            at: attribute,
            notes: [("the first one", first)],
            fixIts: [removal]
        )
        return true
    }

    /// Reports a nested type that is `private`, which the macro's extension could not name.
    public mutating func checkPrivacy() {
        guard let privacy else { return }
        let isOwn = declaration.modifiers.contains(privacy)
        error(
            "'@\(attribute.baseName)' cannot extend a private nested type: make it fileprivate",
            at: isOwn ? privacy.range : attribute.range,
            fixIts: isOwn ? [.init("use 'fileprivate'", replacing: privacy, with: "fileprivate")] : []
        )
    }
}

extension Declaration {
    /// `'Counter' is a struct`, or what else can be said of it.
    public var described: String {
        switch content {
        case .type(let type) where type.kind == .extension: "this is an extension of '\(type.name.text)'"
        case .type(let type): "'\(type.name.name)' is \(type.kind.described)"
        case .function(let function): "'\(function.fullName)' is no type"
        case .variable(let variable): "'\(variable.bindings.first?.name?.name ?? "this")' is no type"
        case .enumCase, .typeAlias, .other: "this is no such type"
        }
    }
}

extension TypeDeclaration.Kind {
    fileprivate var described: String {
        switch self {
        case .actor, .enum, .extension: "an \(rawValue)"
        case .struct, .class, .protocol: "a \(rawValue)"
        }
    }
}
