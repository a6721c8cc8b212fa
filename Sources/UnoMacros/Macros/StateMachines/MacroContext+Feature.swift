extension MacroContext {
    /// The struct or the enum that is a feature, unless there is an error to report.
    mutating func feature() -> TypeDeclaration? {
        guard !isRepeated() else { return nil }
        guard let type = declaration.type, type.kind == .struct || type.kind == .enum else {
            error(
                "'@\(attribute.baseName)' is for structs and enums: \(declaration.described)",
                at: declaration.keyword,
                fixIts: [removal]
            )
            return nil
        }
        return type
    }

    /// Reports what the feature declares although the macro writes it.
    mutating func report(_ name: String, writtenAt node: some SourceRanged) {
        error("'@\(attribute.baseName)' writes '\(name)': remove it or the macro", at: node)
    }
}
