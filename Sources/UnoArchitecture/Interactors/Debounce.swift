internal import AsyncKit

extension NodeContext {
    /// The node of a part that delays the actions of `part` by a window; the part's own node if the actions pass through.
    ///
    /// Reports a duration that is negative, or endless: longer than a century.
    func delaying<Part: Interactor<State, Action>, Window: DurationProtocol>(
        _ part: Part, by duration: Window, as name: String, at site: CallSite,
        ifNegative passing: String, ifEndless waiting: String,
        _ makeNode: (_ window: Window, _ child: Node<State, Action>) -> Node<State, Action>
    ) -> Node<State, Action> {
        let child = GraphParts.makeNode(part, in: self)
        let window = duration.asWindow
        if duration < .zero {
            engine.log.report(.negativeDuration, "A \(name) of \(duration) is negative; \(passing)", at: site)
        } else if window < duration {
            let message = "A \(name) of \(duration) is longer than a century; \(waiting)"
            engine.log.report(.endlessDuration, message, at: site)
        }
        return duration > .zero ? makeNode(window, child) : child
    }
}

extension Interactors {
    /// ``DebounceInteractor``, by the name that it has among the other composing interactors.
    public typealias Debounce<C: Clock, Child: Interactor> = DebounceInteractor<C, Child>
}
