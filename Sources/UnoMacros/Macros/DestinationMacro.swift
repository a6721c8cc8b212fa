/// `@Destination`: the states, the actions and the interactor of a set of features, from an enum of the features.
package enum DestinationMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = checked(&context) else { return [] }
        let access = context.memberPrefix
        let isIndirect = context.declaration.has(modifier: "indirect")
        func cases(_ name: String, _ value: (DestinationCase) -> String) -> String {
            var lines = CodeLines()
            lines.add("@\(qualified("CasePathable"))")
            let head = "\(access)nonisolated \(isIndirect ? "indirect " : "")enum \(name): \(standard)Sendable"
            lines.block(head) { lines in
                lines.forEach(in: type.members.byPlatform) { declaration, lines in
                    let keyword = declaration.has(modifier: "indirect") ? "indirect case" : "case"
                    for place in DestinationCase.cases(of: declaration, in: type) {
                        lines.add("\(keyword) \(place.name.text)(\(value(place)))")
                    }
                }
            }
            return lines.text
        }
        var interactor = CodeLines()
        addInteractor(of: [], type.members.byPlatform[...], of: type, access, &interactor)
        return [cases("State", \.state), cases("Action", \.action), interactor.text]
    }

    /// Adds the function that makes the interactor: once for each choice of clauses, because its parameters cannot be inside an
    /// `#if`.
    ///
    /// - Parameters:
    ///   - places: the cases in front of `members`.
    private static func addInteractor(
        of places: [DestinationCase],
        _ members: ArraySlice<Member>,
        of type: TypeDeclaration,
        _ access: String,
        _ lines: inout CodeLines
    ) {
        guard let member = members.first else { return addInteractor(of: places, access, &lines) }
        let rest = members.dropFirst()
        switch member {
        case .declaration(let declaration):
            let places = places + DestinationCase.cases(of: declaration, in: type)
            addInteractor(of: places, rest, of: type, access, &lines)
        case .conditional(let conditional) where !conditional.hasCases:
            addInteractor(of: places, rest, of: type, access, &lines)
        case .conditional(let conditional):
            for clause in conditional.clauses {
                lines.add(
                    clause.condition.text.isEmpty ? clause.directive : "\(clause.directive) \(clause.condition.text)")
                addInteractor(of: places, clause.members[...] + rest, of: type, access, &lines)
            }
            if !conditional.isExhaustive {
                lines.add("#else")
                addInteractor(of: places, rest, of: type, access, &lines)
            }
            lines.add("#endif")
        }
    }

    private static func addInteractor(of places: [DestinationCase], _ access: String, _ lines: inout CodeLines) {
        let parameters = places.filter { !$0.isDialog }.map { "\($0.name.text): \($0.type)" }.joined(separator: ", ")
        let head = "static func interactor(\(parameters)) -> some \(qualified("Interactor"))<State, Action>"
        lines.block("\(access)nonisolated \(head)") { lines in
            lines.add("\(qualified("EmptyInteractor"))<State, Action>()")
            lines.indented { lines in
                for place in places {
                    let child =
                        place.isDialog ? "\(qualified("DialogInteractor"))<\(place.type)>()" : place.name.text
                    lines.add(".ifCaseLet(\\.\(place.name.text), action: \\.\(place.name.text)) { \(child) }")
                }
            }
        }
    }

    // MARK: Checks

    /// The largest number of functions that are generated for the clauses of `#if`s.
    private static let choiceLimit = 64

    private static func checked(_ context: inout MacroContext) -> TypeDeclaration? {
        guard let type = context.enumeration(for: "Destination") else { return nil }
        context.checkPrivacy()
        let elements = type.members.declarations.flatMap(\.usableCases)
        for element in elements where DestinationCase(element, in: type) == nil {
            context.error(
                "'@Destination' needs one value without a label in each case: the type of a feature, as in "
                    + "'case \(element.name.name)(Feature)', or the state of a dialog",
                at: element.name
            )
        }
        if elements.isEmpty, !context.hasErrors {
            context.error("'@Destination' needs a case for each feature", at: type.name)
        }
        if type.members.byPlatform[...].choiceCount(limit: choiceLimit) > choiceLimit {
            context.error(
                "'@Destination' generates a function for each choice of '#if' clauses: more than \(choiceLimit)",
                at: type.name
            )
        }
        return context.hasErrors ? nil : type
    }
}

/// A case of the enum: one feature, or one dialog.
private struct DestinationCase {
    let name: Identifier
    let type: String
    /// Whether the value is the state of a dialog, which needs no interactor. A macro sees only how the type is written.
    let isDialog: Bool

    /// Returns nil if the case does not have one value without a label.
    init?(_ element: CaseElement, in type: TypeDeclaration) {
        let parameters = element.parameters ?? []
        guard parameters.count == 1, let parameter = parameters.first, parameter.label == nil else { return nil }
        name = element.name
        // Inside the generated enums, `Self` would be another type.
        self.type = parameter.type.named { $0 == "Self" ? type.name.text : nil }
        let named = Scanner.namedType(parameter.type)
        isDialog = ["AlertState", "ConfirmationDialogState"].contains { named?.isOfPresentation($0, in: type) ?? false }
    }

    static func cases(of declaration: Declaration, in type: TypeDeclaration) -> [DestinationCase] {
        declaration.usableCases.compactMap { DestinationCase($0, in: type) }
    }

    var state: String { isDialog ? type : type + ".DomainState" }
    var action: String { type + ".Action" }
}

extension ConditionalMembers {
    fileprivate var hasCases: Bool { clauses.contains { !$0.members.declarations.flatMap(\.usableCases).isEmpty } }
}

extension ArraySlice<Member> {
    /// The number of choices of clauses with cases; counted up to `limit`, or a little more.
    fileprivate func choiceCount(limit: Int) -> Int {
        var count = 1
        for case .conditional(let conditional) in self where conditional.hasCases && count <= limit {
            let choices = conditional.clauses.reduce(conditional.isExhaustive ? 0 : 1) {
                Swift.min(limit + 1, $0 + $1.members[...].choiceCount(limit: limit))
            }
            count *= choices
        }
        return count
    }
}
