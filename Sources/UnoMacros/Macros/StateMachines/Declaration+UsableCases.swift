extension Declaration {
    /// The cases that it declares; none if it is unavailable, since no code may name them then.
    var usableCases: [CaseElement] {
        let isUnavailable = attributes.contains { attribute in
            attribute.baseName == "available"
                && attribute.arguments?.contains { $0.value.text == "unavailable" } ?? false
        }
        return isUnavailable ? [] : cases ?? []
    }
}

extension TypeDeclaration {
    /// The cases of an enum that code may name, those of every clause of an `#if` included.
    var usableCases: [CaseElement] { members.declarations.flatMap(\.usableCases) }
}
