/// How an effect feeds an action back into its feature graph.
///
/// The action enters at the root of the graph, as if a user had sent it, behind the actions already accepted; in a
/// child feature it is embedded on the way. It belongs to the event whose handling made this value: the event's
/// `finish()` waits for it, and its `cancel()` takes it back.
public struct Dispatcher<Action: Sendable>: Sendable {
    @usableFromInline let feedback: Feedback<Action>
    @usableFromInline let ticket: Ticket?

    @usableFromInline
    init(feedback: Feedback<Action>, ticket: Ticket?) {
        self.feedback = feedback
        self.ticket = ticket
    }

    /// Returns when the action is accepted; waits for room if the mailbox is full.
    @discardableResult
    public func callAsFunction(
        _ action: Action,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> SendOutcome {
        await send(action, CallSite(fileID, line))
    }

    func send(_ action: Action, _ site: CallSite) async -> SendOutcome {
        guard !Task.isCancelled else { return .cancelled }
        return await feedback.send(action, ticket, nil, site)
    }
}

/// The way of a fed-back action from a part of the graph to its root.
@usableFromInline
package struct Feedback<Action: Sendable>: Sendable {
    /// With a validity, the action is an effect's result: dropped if that is revoked before the action is handled, and
    /// by no mailbox.
    let send: @Sendable (Action, Ticket?, EffectValidity?, CallSite) async -> SendOutcome

    /// The way of a child whose actions `embed` makes the parent's.
    @usableFromInline
    func embedding<Child: Sendable>(_ embed: @escaping @Sendable (Child) -> Action) -> Feedback<Child> {
        Feedback<Child> { [send] action, ticket, validity, site in
            await send(embed(action), ticket, validity, site)
        }
    }

    /// The way of a child of whose actions not every one has a counterpart: one without is reported and rejected.
    @usableFromInline
    func forwarding<Child: Sendable>(
        _ forward: @escaping @Sendable (Child) -> Action?,
        _ token: IsolationToken,
        _ child: Any.Type,
        _ site: CallSite
    ) -> Feedback<Child> {
        Feedback<Child> { [send] action, ticket, validity, _ in
            if let forwarded = forward(action) { return await send(forwarded, ticket, validity, site) }
            token.log.report(
                .resultNotForwarded,
                "\(child) has a result that its parent does not forward: \(action)",
                at: site,
                about: "\(child)"
            )
            return .rejected(.notForwarded)
        }
    }
}
