extension MacroContext {
    /// Reports a mark that nobody reads.
    mutating func warnUnlessIn(_ names: [String]) {
        let around = lexicalContext.prefix(2)
        let isRead =
            around.count == 2 && around[0].type.map { names.contains($0.name.name) } ?? false
            && around[1].attribute("ComposableStateMachine") != nil
        if isRead { return }
        let places = names.map { "'\($0)'" }.joined(separator: " or ")
        warning(
            "'@\(attribute.baseName)' does nothing outside of \(places) of a '@ComposableStateMachine'",
            at: attribute,
            fixIts: [removal]
        )
    }
}
