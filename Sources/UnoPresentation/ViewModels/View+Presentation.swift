#if canImport(SwiftUI)
    public import SwiftUI
    public import UnoArchitecture

    // Linux has no SwiftUI: there the gate type-checks this file against the signatures in Tests/Apple/SwiftUI.
    // The functions that return a `Binding` are disfavoured, so that a call makes a `ViewBinding` unless its context requires
    // a `Binding`, as `sheet(item:)` and `NavigationStack(path:)` do.

    extension ViewTransaction {
        /// Shows a change with an animation.
        public init(animation: Animation?) {
            self.init { body in withAnimation(animation) { body() } }
        }
    }

    extension ViewScope where Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, ViewState> {
        /// Returns a SwiftUI binding to the field at `path`: `TextField("Name", text: model.binding(\.name))`.
        @_disfavoredOverload
        public func binding<Value: Equatable & Sendable>(
            _ path: any WritableKeyPath<ViewState, Value> & Sendable,
            note: String? = nil,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
        ) -> Binding<Value> {
            Binding(binding(path, note: note, fileID: fileID, function: function, line: line) as ViewBinding)
        }
    }

    extension ViewScope where Action: CasePathable {
        /// Returns a SwiftUI binding to the handle of a presented child, for `sheet(item:)`, `popover(item:)`,
        /// `fullScreenCover(item:)`, `navigationDestination(item:)`, `alert(_:)` and `confirmationDialog(_:)`.
        @_disfavoredOverload
        public func binding<Part, PartAction>(
            presenting state: KeyPath<ViewState, Part?>,
            action: CaseKeyPath<Action, PresentationAction<PartAction>>,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
        ) -> Binding<ScopedViewModel<PartAction, Part>?> {
            Binding(
                binding(presenting: state, action: action, fileID: fileID, function: function, line: line)
                    as ViewBinding
            )
        }

        /// Returns a SwiftUI binding to the handle of one case of a destination.
        @_disfavoredOverload
        public func binding<Destination: CasePathable, DestinationAction: CasePathable, Part, PartAction>(
            presenting state: KeyPath<ViewState, Destination?>,
            case stateCase: CaseKeyPath<Destination, Part>,
            action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
            case actionCase: CaseKeyPath<DestinationAction, PartAction>,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
        ) -> Binding<ScopedViewModel<PartAction, Part>?> {
            Binding(
                binding(
                    presenting: state,
                    case: stateCase,
                    action: action,
                    case: actionCase,
                    fileID: fileID,
                    function: function,
                    line: line
                ) as ViewBinding
            )
        }

        /// Returns a SwiftUI binding to the ids of a navigation stack's elements, for `NavigationStack(path:)`.
        @_disfavoredOverload
        public func binding<Element, ElementAction>(
            path stack: KeyPath<ViewState, StackState<Element>>,
            action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
        ) -> Binding<[StackElementID]> {
            Binding(binding(path: stack, action: action, fileID: fileID, function: function, line: line) as ViewBinding)
        }
    }

    extension View {
        /// Shows an alert while there is one: `.alert(model.binding(presenting: \.alert, action: \.alert))`.
        ///
        /// A button sends its action, and the alert is dismissed.
        @MainActor
        public func alert<Action>(_ item: Binding<ScopedViewModel<Action, AlertState<Action>>?>) -> some View {
            let model = item.wrappedValue
            return alert(
                Text(verbatim: model?.title ?? ""),
                isPresented: isPresenting(item),
                presenting: model,
                actions: { model in DialogButtons(buttons: model.viewState.buttons) { model.sendViewEvent($0) } },
                message: { model in model.message.map { Text(verbatim: $0) } }
            )
        }

        /// Shows a confirmation dialog while there is one:
        /// `.confirmationDialog(model.binding(presenting: \.dialog, action: \.dialog))`.
        @MainActor
        public func confirmationDialog<Action>(
            _ item: Binding<ScopedViewModel<Action, ConfirmationDialogState<Action>>?>
        ) -> some View {
            let model = item.wrappedValue
            let showsTitle = model?.showsTitle ?? nil
            return confirmationDialog(
                Text(verbatim: model?.title ?? ""),
                isPresented: isPresenting(item),
                titleVisibility: showsTitle.map { $0 ? .visible : .hidden } ?? .automatic,
                presenting: model,
                actions: { model in DialogButtons(buttons: model.viewState.buttons) { model.sendViewEvent($0) } },
                message: { model in model.message.map { Text(verbatim: $0) } }
            )
        }
    }

    /// Whether there is an item. Setting it to false sets the item to nil, after the running code, because SwiftUI may do so
    /// before it runs the action of the button that was tapped.
    @MainActor
    private func isPresenting<Item>(_ item: Binding<Item?>) -> Binding<Bool> {
        Binding<Bool>(
            get: { @MainActor in item.wrappedValue != nil },
            set: { @MainActor isPresented in
                if !isPresented { Task { @MainActor in item.wrappedValue = nil } }
            }
        )
    }

    /// The buttons of a dialog.
    private struct DialogButtons<Action: Sendable>: View {
        let buttons: [ButtonState<Action>]
        let send: @MainActor (Action) -> Void

        var body: some View {
            ForEach(buttons.indices, id: \.self) { place in
                let button = buttons[place]
                Button(role: button.role.map { $0 == .cancel ? .cancel : .destructive }) {
                    if let action = button.action { send(action) }
                } label: {
                    Text(verbatim: button.label)
                }
            }
        }
    }
#endif
