internal import AsyncKit
internal import Synchronization

extension Interactors {
    /// An interactor with a copy of a shared value in its state; made by `observing(_:at:)`.
    public struct Observing<Base: Interactor, Value: Sendable & Equatable>: Interactor, WrappingPart {
        /// The state of the wrapped interactor.
        public typealias DomainState = Base.DomainState
        /// The actions of the wrapped interactor.
        public typealias Action = Base.Action

        package let base: Base
        let shared: Shared<Value>
        let slice: Slice<DomainState, Value>

        /// The initial value of the wrapped interactor, with the present shared value in it.
        public var initialValue: DomainState {
            var state = base.initialValue
            slice.modify(&state) { $0 = shared.value }
            return state
        }

        package var hasStatefulPart: Bool { true }

        package var initialValueSource: any Interactor<DomainState, Action> {
            bringsInitialValue ? self : GraphParts.initialValueSource(of: base)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            ObservingNode(context, base: GraphParts.makeNode(base, in: context), shared: shared, slice: slice)
        }
    }
}

extension Interactor {
    /// Keeps a copy of a shared value in this interactor's state.
    ///
    /// ```swift
    /// Interact(initialValue: State()) { state, action in ... }
    ///     .observing(settings, at: \.settings)
    /// ```
    ///
    /// - *Start*: the initial state contains the present value. The child of an optional part gets it when the part appears.
    /// - *Ordering*: a change is copied in a turn of its own, between actions, and emits the state. The copy never goes back
    ///   to an older value.
    /// - *Demand*: a graph that is busy gets the newest value when its turn comes, and skips those before.
    /// - *Handlers* read the copy. One that changes the shared value puts the result of ``Shared/update(fileID:line:_:)``
    ///   into the state; what a handler writes to the copy alone is overwritten by the next change.
    /// - *Finish* and *cancellation*: ends with the graph, or with the child that observes; the shared value goes on. At rest
    ///   it costs no task.
    public func observing<Value>(
        _ shared: Shared<Value>,
        at copy: any WritableKeyPath<DomainState, Value> & Sendable
    ) -> Interactors.Observing<Self, Value> {
        Interactors.Observing(base: self, shared: shared, slice: Slice(copy))
    }

    /// Keeps a copy of a shared value as this interactor's whole state.
    public func observing(_ shared: Shared<DomainState>) -> Interactors.Observing<Self, DomainState>
    where DomainState: Equatable {
        Interactors.Observing(base: self, shared: shared, slice: .whole)
    }
}

/// Copies a shared value into the state of its scope whenever it has changed.
///
/// The observer of the shared value runs on any thread. It starts a task that takes a turn; until that turn begins, further
/// changes start no other one. The turn reads the newest value.
final class ObservingNode<State: Sendable, Action: Sendable, Value: Sendable & Equatable>: Node<State, Action> {
    private let base: Node<State, Action>
    private let scope: StateScope<State>
    private let shared: Shared<Value>
    private let slice: Slice<State, Value>
    private var observation: SharedObservation?

    init(
        _ context: NodeContext<State, Action>,
        base: Node<State, Action>,
        shared: Shared<Value>,
        slice: Slice<State, Value>
    ) {
        self.base = base
        self.scope = context.scope
        self.shared = shared
        self.slice = slice
        super.init(engine: context.engine, step: base.step)
        engine.followingPartCount &+= 1
    }

    override func start() {
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let request = TurnRequest()
        observation = shared.source.observe {
            guard request.begin() else { return }
            isolation.tasks.start {
                await isolation.step { isolation in
                    request.end()
                    node.open(in: isolation).part?.sharedValueChanged()
                }
            }
        }
        engine.observationCount += 1
        // After the registration: a change is either found now or observed.
        copy()
        base.start()
    }

    override func stop() {
        if let observation {
            observation.end()
            engine.observationCount -= 1
        }
        observation = nil
        base.stop()
    }

    private func sharedValueChanged() {
        guard observation != nil, scope.isOpen, !holdsPresent else { return }
        engine.step(.shared) {
            scope.beginStep()
            copy()
        }
    }

    /// Whether the state contains the present value, as after the step of a handler that has changed it.
    private var holdsPresent: Bool {
        let value = shared.value
        var isSame = false
        scope.modify { state in slice.modify(&state) { isSame = $0 == value } }
        return isSame
    }

    private func copy() {
        let value = shared.value
        var isChange = false
        scope.modify { state in
            slice.modify(&state) { copy in
                isChange = copy != value
                if isChange { copy = value }
            }
        }
        guard isChange else { return }
        scope.emitter.needsEmission = true
        scope.settle()
    }
}

/// Whether a turn has been asked for that has not begun.
private final class TurnRequest: Sendable {
    private let isPending = Atomic(false)

    /// False if a turn has been asked for already.
    func begin() -> Bool { !isPending.exchange(true, ordering: .acquiringAndReleasing) }

    /// The turn begins; a change from now on needs another one.
    func end() { isPending.store(false, ordering: .sequentiallyConsistent) }
}
