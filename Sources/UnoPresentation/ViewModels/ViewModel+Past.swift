public import UnoArchitecture

extension ViewModel: StateDisplay {
    /// Shows `state`, an earlier one of the feature, in place of the present one. Lasts until ``showPresent()``.
    ///
    /// - *Observation*: the observers of the fields that differ from what was shown are notified, as after a step. A handle of a part
    ///   shows what the earlier state has; where that does not have the part, the handle ends, as when the part goes.
    /// - *The feature* goes on, and so do its effects: what they do is shown with the present state.
    /// - *Actions* that are sent meanwhile, also by bindings and by handles of parts, do nothing: their outcome is
    ///   `.rejected(.showsPast)`, which is not reported as a misuse.
    /// - *Reducer*: it applies `state` to the view state that is shown. One that looks at that shows what it then makes.
    ///
    /// Does nothing after the end of the view model's own graph. Not for an observer of the view state, in the middle of a change.
    public func show(_ state: DomainState) {
        store.showPast {
            switch host {
            case .own(let core): core.receive(state)
            case .shared(_, let follower, _): follower.object.show(state, nil)
            }
        }
    }

    /// Shows the present state again; does nothing if it is shown. What observers send meanwhile is refused, too.
    public func showPresent() { store.showPresent() }

    /// Whether an earlier state is shown. Not observed.
    public var isShowingPast: Bool { store.past != nil }

    @usableFromInline
    func refuseInPast(at site: CallSite) -> EventTask { refuse(.showsPast, at: site) }
}

extension ViewStateStore {
    /// - Parameter receive: receives the earlier view state.
    fileprivate func showPast(_ receive: () -> Void) {
        let (pending, hadReceived, recorder) = (next.take(), hasReceived, self.recorder.take())
        let before = past
        past = part
        receive()
        let earlier = next.take()
        (hasReceived, self.recorder) = (hadReceived, recorder)
        guard var earlier else {
            (next, past) = (pending, before)
            return
        }
        next = pending ?? current
        publishToParts(&earlier)
    }

    fileprivate func showPresent() {
        guard past != nil, var present = next.take() else { return }
        hasReceived = false
        // Until the present is shown, an event that an observer sends would be handled, and shown, before it.
        defer { past = nil }
        publishToParts(&present)
    }
}
