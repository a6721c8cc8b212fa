public import UnoArchitecture

extension ViewScope where Action: CasePathable {
    /// Returns a binding to the handle of a presented child, for a sheet, a popover or a navigation destination:
    /// `.sheet(item: model.binding(presenting: \.edit, action: \.edit)) { EditView(model: $0) }`.
    ///
    /// Reading it returns the child's handle, or nil while there is no child, which is observed. Setting it to nil sends
    /// `.dismiss`, if the child that was read last is still there. If none was read, that is the present child.
    ///
    /// The cases of an enum are the pages of one child here, as those of a wizard are. Where each is a screen of its own, bind the
    /// cases instead: setting nil late then leaves the next screen alone.
    ///
    /// An action that was sent to the handle of a dialog dismisses the dialog. Until the state after it is shown, setting nil sends
    /// nothing, once for each such action. A view knows a dialog by its contents: if the state after the action has another dialog that
    /// is equal to the first, setting nil then dismisses that one.
    public func binding<Part, PartAction>(
        presenting state: KeyPath<ViewState, Part?>,
        action: CaseKeyPath<Action, PresentationAction<PartAction>>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<ScopedViewModel<PartAction, Part>?> {
        let (path, site) = (AnyCasePath(action), CallSite(fileID, line, function, note: nil))
        return presenting(path, site) { whole in
            whole.optionalPart(PartKey(state, action), whole.find(state), site) { { path.embed(.presented($0)) } }
        }
    }

    /// Returns a binding to the handle of one case of a destination:
    /// `model.binding(presenting: \.destination, case: \.edit, action: \.destination, case: \.edit)`.
    public func binding<Destination: CasePathable, DestinationAction: CasePathable, Part, PartAction>(
        presenting state: KeyPath<ViewState, Destination?>,
        case stateCase: CaseKeyPath<Destination, Part>,
        action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
        case actionCase: CaseKeyPath<DestinationAction, PartAction>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<ScopedViewModel<PartAction, Part>?> {
        let (path, caseOfAction) = (AnyCasePath(action), AnyCasePath(actionCase))
        let site = CallSite(fileID, line, function, note: nil)
        return presenting(path, site) { whole in
            whole.optionalPart(
                PartKey(state, actionCase, id: stateCase, in: action),
                whole.find(state, AnyCasePath(stateCase)),
                site,
                embed: { { path.embed(.presented(caseOfAction.embed($0))) } }
            )
        }
    }

    private func presenting<Presented, Part, PartAction>(
        _ action: AnyCasePath<Action, PresentationAction<Presented>>,
        _ site: CallSite,
        read: @escaping @MainActor (ScopedViewModel<Action, ViewState>) -> ScopedViewModel<PartAction, Part>?
    ) -> ViewBinding<ScopedViewModel<PartAction, Part>?> {
        let shown = ShownChild()
        return ViewBinding(
            read: { [whole = scope()] in
                let child = read(whole)
                shown.note(child?.part)
                return child
            },
            send: { [whole = scope()] in
                guard $0 == nil, let child = read(whole), shown.canBe(child.part), !child.takeAnswer() else { return }
                _ = whole.link.send(action.embed(.dismiss), nil, site)
            }
        )
    }
}

/// The child that a binding has returned last. A user who dismisses it late must not dismiss the next one.
///
/// Retains the part of the child, not its handle: a view may have released that.
@MainActor
private final class ShownChild {
    private var part: ObservedPart?
    private var isKnown = false

    func note(_ part: ObservedPart?) {
        self.part = part
        if part != nil { isKnown = true }
    }

    /// Whether the child that was returned last is `present`, as far as is known.
    func canBe(_ present: ObservedPart) -> Bool { !isKnown || part === present }
}
