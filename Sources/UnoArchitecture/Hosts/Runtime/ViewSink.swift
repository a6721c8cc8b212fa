internal import AsyncKit

/// Shows states to a view model.
///
/// The closures are isolated to the main actor; so are all callers, because the graph's isolation runs on its executor.
/// The view model's initialisers make them, where the types are known; see ``Node``.
package final class ViewReceiver<State: Sendable> {
    /// Called with one state a step.
    let receive: (StateCell<State>) -> Void
    /// Shows the received state, in a transaction if one is given.
    let publish: (ViewTransaction?) -> Void

    package init(
        receive: @escaping (StateCell<State>) -> Void,
        publish: @escaping (ViewTransaction?) -> Void
    ) {
        self.receive = receive
        self.publish = publish
    }
}

/// Passes one state a step of a graph on the main actor to a view model, the last that the step has emitted.
///
/// Each call retains the receiver: a reducer or an observer may run a loop of events in which the graph ends.
final class ViewSink<State: Sendable>: NewestStateSink<State> {
    /// Nil after `cancel()`.
    @exclusivity(unchecked) fileprivate var receiver: ViewReceiver<State>?
    /// How the states of the running step are shown; nil between two steps.
    private var transaction: ViewTransaction?
    /// The cell of the root's state, which stays the same as long as the root emits. Asking the root for it would retain the root for
    /// each state.
    @exclusivity(unchecked) private var source: StateCell<State>?

    init(_ receiver: ViewReceiver<State>) {
        self.receiver = receiver
    }

    override func carry(_ transaction: ViewTransaction?) { self.transaction = transaction }

    override var hasUnflushedStates: Bool { hasNewest }

    override func emit() {
        emissionCount &+= 1
        if source == nil { source = cell }
        keep(source!)
    }

    override func flush() -> Bool {
        guard let newest else { return true }
        receiver?.receive(newest)
        clearNewest()
        receiver?.publish(transaction)
        return true
    }

    /// Releases the reducer and the view state on the main actor; the graph may be released elsewhere.
    override func cancel() {
        (receiver, source) = (nil, nil)
        clearNewest()
    }
}

extension RuntimeCore {
    /// Has the view model receive `state`, as at the end of a step, without publishing it. Does nothing after the end of the graph.
    package func receive(_ state: State) {
        isolation.assumeIsolated {
            let cell = StateCell(state)
            defer { cell.free() }
            ($0.engine.sink as? ViewSink<State>)?.receiver?.receive(cell)
        }
    }

    /// How the actions of a view model's mailbox are handled. Made in the client's module, where the types are known; see
    /// ``Node``.
    @usableFromInline
    package struct MailboxHandling: Sendable {
        @usableFromInline let handle: Graph.Handling

        @inlinable
        package init() {
            handle = { $0.handleMailbox() }
        }
    }

    /// Makes a graph on the main actor, which shows its states to `receiver`.
    package convenience init(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy,
        tasks: (any TaskExecutor)?,
        options: RuntimeOptions,
        site: CallSite,
        showing receiver: ViewReceiver<State>,
        handling: MailboxHandling
    ) {
        self.init(
            interactor,
            mailbox: mailbox,
            executor: .mainActor(tasks: tasks),
            options: options,
            site: site,
            broadcast: Broadcast(),
            sink: ViewSink(receiver),
            makeMailbox: { Mailbox($0) },
            handling: handling.handle
        )
    }

    /// The root of the graph, for a caller on its executor.
    package var root: Node<State, Action> { here.root }
}
