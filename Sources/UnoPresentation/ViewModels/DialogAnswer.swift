internal import UnoArchitecture

/// An action that a view has sent to its dialog, and that dismisses the dialog.
///
/// The view tells of the dismissal as well. If that were sent, too, it would be handled behind the action, and would dismiss the dialog
/// that the action may have led to.
@MainActor
final class DialogAnswer {
    private let event: EventTask
    /// The dialog that was answered; nil if that is not known.
    private let dialog: DialogOrigin?

    init(_ event: EventTask, to dialog: DialogOrigin?) {
        (self.event, self.dialog) = (event, dialog)
    }

    /// Whether the dialog is still shown because the state that the action has led to is not.
    ///
    /// Of the states of a shared runtime it is not known when they follow. So while such a view model shows the same dialog, it counts
    /// as awaited.
    func isAwaited(showing present: DialogOrigin?, isShared: Bool) -> Bool {
        switch event.outcome {
        case .rejected, .cancelled: return false
        case .accepted, .effectsCancelled: break
        }
        guard event.isHandled else { return true }
        guard isShared, let dialog, let present else { return false }
        return dialog.isSame(as: present)
    }
}

extension ObservedPart {
    /// Sends an action to this part, a dialog, and notes it.
    func noteAnswer(to origin: (UnsafeRawPointer) -> DialogOrigin?, by send: () -> EventTask) -> EventTask {
        // Before the action, which may replace it.
        let dialog = self.origin(origin)
        let event = send()
        answer = DialogAnswer(event, to: dialog)
        return event
    }

    fileprivate func origin(_ origin: (UnsafeRawPointer) -> DialogOrigin?) -> DialogOrigin? {
        var found: DialogOrigin?
        read { found = origin($0) }
        return found
    }
}

extension ScopedViewModel {
    /// Whether an action that was sent to this part, a dialog, is going to dismiss it; true once for each action.
    func takeAnswer() -> Bool {
        guard let answer = part.answer.take() else { return false }
        guard let origin = DialogOrigin.reader(of: ViewState.self) else { return false }
        return answer.isAwaited(showing: part.origin(origin), isShared: link.isShared)
    }
}
