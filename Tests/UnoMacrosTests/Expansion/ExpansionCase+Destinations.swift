// swift-format-ignore-file

extension ExpansionCase {
    /// Sets of features.
    static let destinations: [ExpansionCase] = [
        ExpansionCase(
            "a feature and a dialog",
            #"""
            @Destination public enum D { case edit(Edit), ask(AlertState<Answer>) }
            """#,
            code: #"""
            // member
            @UnoArchitecture.CasePathable
            public nonisolated enum State: Swift.Sendable {
                case edit(Edit.DomainState)
                case ask(AlertState<Answer>)
            }

            @UnoArchitecture.CasePathable
            public nonisolated enum Action: Swift.Sendable {
                case edit(Edit.Action)
                case ask(AlertState<Answer>.Action)
            }

            public nonisolated static func interactor(edit: Edit) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.ask, action: \.ask) { UnoArchitecture.DialogInteractor<AlertState<Answer>>() }
            }
            """#
        ),
    ]
}
