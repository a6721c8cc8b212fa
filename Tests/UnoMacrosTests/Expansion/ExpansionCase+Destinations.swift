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
        ExpansionCase(
            "conditions, an indirect case, and Self",
            #"""
            @Destination enum D {
                case edit(Self.Edit)
                #if os(iOS)
                case camera(Camera)
                #elseif os(macOS)
                case camera(Scanner), ask(AlertState<Self.Answer>)
                #endif
                #if DEBUG
                indirect case again(D.Again)
                #else
                // None.
                #endif
                #if os(Linux)
                struct Edit {}
                #endif
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.CasePathable
            nonisolated enum State: Swift.Sendable {
                case edit(D.Edit.DomainState)
                #if os(iOS)
                case camera(Camera.DomainState)
                #elseif os(macOS)
                case camera(Scanner.DomainState)
                case ask(AlertState<D.Answer>)
                #endif
                #if DEBUG
                indirect case again(D.Again.DomainState)
                #else
                #endif
            }

            @UnoArchitecture.CasePathable
            nonisolated enum Action: Swift.Sendable {
                case edit(D.Edit.Action)
                #if os(iOS)
                case camera(Camera.Action)
                #elseif os(macOS)
                case camera(Scanner.Action)
                case ask(AlertState<D.Answer>.Action)
                #endif
                #if DEBUG
                indirect case again(D.Again.Action)
                #else
                #endif
            }

            #if os(iOS)
            #if DEBUG
            nonisolated static func interactor(edit: D.Edit, camera: Camera, again: D.Again) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.camera, action: \.camera) { camera }
                    .ifCaseLet(\.again, action: \.again) { again }
            }
            #else
            nonisolated static func interactor(edit: D.Edit, camera: Camera) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.camera, action: \.camera) { camera }
            }
            #endif
            #elseif os(macOS)
            #if DEBUG
            nonisolated static func interactor(edit: D.Edit, camera: Scanner, again: D.Again) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.camera, action: \.camera) { camera }
                    .ifCaseLet(\.ask, action: \.ask) { UnoArchitecture.DialogInteractor<AlertState<D.Answer>>() }
                    .ifCaseLet(\.again, action: \.again) { again }
            }
            #else
            nonisolated static func interactor(edit: D.Edit, camera: Scanner) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.camera, action: \.camera) { camera }
                    .ifCaseLet(\.ask, action: \.ask) { UnoArchitecture.DialogInteractor<AlertState<D.Answer>>() }
            }
            #endif
            #else
            #if DEBUG
            nonisolated static func interactor(edit: D.Edit, again: D.Again) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
                    .ifCaseLet(\.again, action: \.again) { again }
            }
            #else
            nonisolated static func interactor(edit: D.Edit) -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.edit, action: \.edit) { edit }
            }
            #endif
            #endif
            """#
        ),
        ExpansionCase(
            "an indirect enum",
            #"""
            @Destination indirect enum D { case ask(AlertState<Answer>) }
            """#,
            code: #"""
            // member
            @UnoArchitecture.CasePathable
            nonisolated indirect enum State: Swift.Sendable {
                case ask(AlertState<Answer>)
            }

            @UnoArchitecture.CasePathable
            nonisolated indirect enum Action: Swift.Sendable {
                case ask(AlertState<Answer>.Action)
            }

            nonisolated static func interactor() -> some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.EmptyInteractor<State, Action>()
                    .ifCaseLet(\.ask, action: \.ask) { UnoArchitecture.DialogInteractor<AlertState<Answer>>() }
            }
            """#
        ),
    ]
}
