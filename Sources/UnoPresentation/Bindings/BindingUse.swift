internal import AsyncKit
internal import Synchronization
internal import UnoArchitecture

extension BindingAction {
    /// Sends the change that a control has made. A debug build reports a change that is handled by no part of the feature: somewhere a
    /// ``BindingInteractor`` has been forgotten.
    ///
    /// Not reported: a change on a shared runtime, which is handled later; one that is held back, or has started an effect; one that a
    /// handler has matched, read or applied; and any change of a state for which the process has made a `BindingInteractor`, which may
    /// hold it back or refuse it.
    @MainActor
    func sent(
        at site: CallSite,
        by send: (BindingAction) -> EventTask,
        reporting report: (Diagnostic.Kind, String, CallSite) -> Void
    ) -> EventTask {
        #if DEBUG
            let use = BindingUse()
            let event = send(BindingAction(self, notingUseIn: use))
            guard event.isOver, event.outcome == .accepted, !use.isNoted, !BindingUse.areBound(State.self) else {
                return event
            }
            let message =
                "The change \(self) was carried out by no part of the feature: put a BindingInteractor into its body"
            report(.unhandledBinding, message, site)
            return event
        #else
            return send(self)
        #endif
    }
}

#if DEBUG
    /// Notes whether a change that a control has sent was read or carried out.
    final class BindingUse: Sendable {
        private static let states = Locked<Set<ObjectIdentifier>>([])

        private let noted = Atomic(false)

        var isNoted: Bool { noted.load(ordering: .relaxed) }

        func note() { noted.store(true, ordering: .relaxed) }

        /// Notes that a part carries out changes of `state`.
        static func bind(_ state: Any.Type) { states.withLock { _ = $0.insert(ObjectIdentifier(state)) } }

        /// Whether any part of the process has carried out changes of `state`.
        static func areBound(_ state: Any.Type) -> Bool { states.withLock { $0.contains(ObjectIdentifier(state)) } }
    }
#endif
