/// `@Destination`: the states, the actions and the interactor of a set of features, from an enum of the features.
public enum DestinationMacro: AttachedMacro {
    /// A case of the enum: one feature, or one dialog.
    private struct Place {
        let name: Identifier
        let type: String

        /// Whether the value is the state of a dialog, which needs no interactor.
        var isDialog: Bool {
            ["AlertState<", "ConfirmationDialogState<"].contains {
                type.hasPrefix($0) || type.hasPrefix("UnoArchitecture." + $0)
            }
        }

        var state: String { isDialog ? type : type + ".DomainState" }
        var action: String { type + ".Action" }
    }

    public static func members(_ context: inout MacroContext) -> [String] {
        guard let places = places(&context) else { return [] }
        let access = context.memberPrefix
        func cases(_ name: String, _ type: (Place) -> String) -> String {
            var lines = CodeLines()
            lines.add("@UnoArchitecture.CasePathable")
            lines.block("\(access)nonisolated enum \(name): Swift.Sendable") { lines in
                for place in places { lines.add("case \(place.name.text)(\(type(place)))") }
            }
            return lines.text
        }
        let parameters = places.filter { !$0.isDialog }.map { "\($0.name.text): \($0.type)" }.joined(separator: ", ")
        var interactor = CodeLines()
        interactor.block(
            "\(access)nonisolated static func interactor(\(parameters)) -> some UnoArchitecture.Interactor<State, Action>"
        ) { lines in
            lines.add("UnoArchitecture.EmptyInteractor<State, Action>()")
            lines.indented { lines in
                for place in places {
                    let child = place.isDialog ? "UnoArchitecture.DialogInteractor<\(place.type)>()" : place.name.text
                    lines.add(".ifCaseLet(\\.\(place.name.text), action: \\.\(place.name.text)) { \(child) }")
                }
            }
        }
        return [cases("State", \.state), cases("Action", \.action), interactor.text]
    }

    // MARK: Checks

    private static func places(_ context: inout MacroContext) -> [Place]? {
        guard let type = context.enumeration(for: "Destination") else { return nil }
        context.checkPrivacy()
        var places: [Place] = []
        for element in type.members.declarations.flatMap(\.usableCases) {
            let parameters = element.parameters ?? []
            guard parameters.count == 1, let parameter = parameters.first, parameter.label == nil else {
                context.error(
                    "'@Destination' needs one value without a label in each case: the type of a feature, as in "
                        + "'case \(element.name.name)(Feature)', or the state of a dialog",
                    at: element.name
                )
                continue
            }
            places.append(Place(name: element.name, type: parameter.type.onOneLine))
        }
        if places.isEmpty, !context.hasErrors {
            context.error("'@Destination' needs a case for each feature", at: type.name)
        }
        return context.hasErrors ? nil : places
    }
}
