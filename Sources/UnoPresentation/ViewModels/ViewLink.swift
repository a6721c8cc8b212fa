public import UnoArchitecture

/// What a handle sends its actions through. Retains the view model.
@MainActor
@usableFromInline
struct ViewLink<Action: Sendable> {
    /// Where the handle was made: Swift tells nothing of the place that sets a field.
    let place: LiteralPlace
    /// Whether the actions go to a shared runtime, whose states arrive later.
    let isShared: Bool
    @usableFromInline let send: @MainActor (Action, ViewTransaction?, CallSite) -> EventTask
    /// Refuses an action for a part that is absent: reports the type of its state.
    @usableFromInline let refuse: @MainActor (Any.Type, CallSite) -> EventTask
    let report: @MainActor (Diagnostic.Kind, String, CallSite) -> Void

    /// The link of a part whose actions `embed` converts to this link's.
    @usableFromInline
    func link<PartAction>(
        to part: ObservedPart,
        _ state: Any.Type,
        at site: CallSite,
        _ embed: @escaping (PartAction) -> Action
    ) -> ViewLink<PartAction> {
        // Looked up once, not for each action.
        let dialog = DialogOrigin.reader(of: state)
        return ViewLink<PartAction>(
            place: LiteralPlace(site),
            isShared: isShared,
            send: { action, transaction, site in
                guard part.isPresent else { return refuse(state, site) }
                guard let dialog else { return send(embed(action), transaction, site) }
                return part.noteAnswer(to: dialog) { send(embed(action), transaction, site) }
            },
            refuse: refuse,
            report: report
        )
    }
}

extension ViewModel {
    /// The link of the view model's own handle.
    var link: ViewLink<Action> {
        let isShared = if case .shared = host { true } else { false }
        return ViewLink(
            place: LiteralPlace(CallSite(#fileID, #line)),
            isShared: isShared,
            send: { action, transaction, site in self.sendViewEvent(action, with: transaction, at: site) },
            refuse: { state, site in
                if self.isShowingPast { return self.refuseInPast(at: site) }
                let message = "An action was sent to a part of a view model whose state, \(state), is no longer there"
                self.report(.childMissing, message, at: site)
                return self.refuse(.childEnded, at: site)
            },
            report: { kind, message, site in self.report(kind, message, at: site) }
        )
    }
}
