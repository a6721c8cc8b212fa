/// An action that a handler has named to be handled right after its own step, or what follows such an action in a
/// concatenation.
///
/// Each is handled in a step of its own, at the root of the graph, before anything that is queued and in the same turn.
/// What one of these steps names comes before what earlier steps have named, so a chain of them is a loop over a list
/// that stays short.
struct NextAction {
    /// The scope of the handler; closing it drops the action.
    let scope: AnyScope
    let eventID: EventID?
    let context: CarriedContext?
    let site: CallSite?
    /// Whether it counts as an action.
    let isAction: Bool
    /// Runs in the step of the action.
    let run: (EventID?) -> Void

    /// The number of steps after which a turn leaves its thread to other tasks.
    static var batchLimit: Int { 64 }
}

extension AnyScope {
    /// Has an action handled next; calls `ended` in a step of its own when that has been done.
    ///
    /// - Parameter name: embeds the action in one of the root and names it, in the scope that it gets.
    final func handleNext(_ name: (AnyScope) -> Void, ended: (() -> Void)?) {
        name(self)
        guard let ended else { return }
        engine.nameNext(of: self, at: nil, isAction: false) { [self] _ in
            loadFromParent()
            ended()
        }
    }

    /// Opens a value of the graph in which a handler of this scope names an action. Nil, which is reported, if the value belongs
    /// to another graph: the emission was made by a handler there.
    final func openForNext<Value>(_ value: GraphBound<Value>, at site: CallSite) -> Value? {
        guard engine.token === value.token else {
            engine.log.report(
                .effectEnded,
                "An emission that names a next action was returned in another graph than it was made in; it is dropped",
                at: site
            )
            return nil
        }
        return value.openHere(in: engine.isolation)
    }

    /// Whether handlers of this scope have named actions that have not been handled.
    final var hasNamedNext: Bool { engine.agenda.next.contains { $0.scope === self } }

    /// Has the scope dismissed in a step of its own, behind the actions that its handlers have named; then calls `ended`.
    final func dismissNext(at site: CallSite?, ended: (() -> Void)?) {
        engine.nameNext(of: self, at: site, isAction: false) { [self] _ in
            loadFromParent()
            // Open: what a scope has named is dropped when it closes.
            _ = dismiss(at: site)
            ended?()
        }
    }
}

extension GraphEngine {
    /// Adds an action to those of the running step that come next, behind those that the step has named before.
    func nameNext(
        of scope: AnyScope,
        at site: CallSite?,
        isAction: Bool,
        _ run: @escaping (EventID?) -> Void
    ) {
        retain(step.event)
        agenda.add(
            NextAction(
                scope: scope,
                eventID: step.event,
                context: step.context,
                site: site,
                isAction: isAction,
                run: run
            )
        )
    }

    /// Takes the next action and runs its step, unless its event has been cancelled; returns false if no handler has named
    /// one.
    func beginNextStep() -> Bool {
        guard hasNextActions, !isStepping, !tasks.isCancelled, let next = agenda.takeNext() else { return false }
        step(.next, of: next.eventID, at: next.site, carrying: next.context) {
            if next.isAction { token.counts.noteDirect() }
            next.run(next.eventID)
        }
        return true
    }

    /// Drops those of the actions that handlers have named for which `isDropped` holds.
    func dropNextActions(where isDropped: (NextAction) -> Bool = { _ in true }) {
        for dropped in agenda.dropNext(where: isDropped) { release(dropped.eventID) }
    }
}
