/// Copies a value outside the graph into the state of its scope whenever it has changed; see ``ObservedValues``.
package final class ObservingNode<State: Sendable, Action: Sendable, Value: Sendable & Equatable>:
    Node<State, Action>, ValueFollowing
{
    private let base: Node<State, Action>
    private let scope: StateScope<State>
    private let slice: Slice<State, Value>
    private let value: (State) -> Value
    private let dependsOnState: Bool
    private let version: () -> UInt64
    private let observe: (_ changed: @escaping @Sendable () -> Void) -> () -> Void
    /// The version at the last look at the value, which may have been newer.
    private var versionSeen: UInt64 = 0
    /// What was there after the last copy, if it is not the value: what a property has made of it, or what a parent has kept that did
    /// not store it; also `Double.nan`, which equals nothing. Copied again only when the place reads otherwise, or would hold it.
    private var kept: Value?
    /// Ends the observation; nil while there is none.
    private var endObservation: (() -> Void)?
    private var following: Following?

    /// - Parameters:
    ///   - slice: where the copy lies in the state.
    ///   - value: returns the present value, which may depend on the state.
    ///   - dependsOnState: whether it does.
    ///   - version: counts the changes of the value, on any thread.
    ///   - observe: calls `changed` after each change, on any thread, until what it returns is called, or released.
    package init(
        _ context: NodeContext<State, Action>,
        base: Node<State, Action>,
        slice: Slice<State, Value>,
        value: @escaping (State) -> Value,
        dependsOnState: Bool,
        version: @escaping () -> UInt64,
        observe: @escaping (_ changed: @escaping @Sendable () -> Void) -> () -> Void
    ) {
        self.base = base
        self.scope = context.scope
        self.slice = slice
        self.value = value
        self.dependsOnState = dependsOnState
        self.version = version
        self.observe = observe
        super.init(engine: context.engine, step: base.step)
        following = scope.addFollower(self, everyStep: true)
        engine.following.partsMade += 1
    }

    override package var joining: Joining? { base.joining }

    override package func start() {
        // A part that has started before may have had the scope closed, by what it has copied; so may the copy below.
        guard scope.isOpen else { return }
        endObservation = observe(engine.following.values.add(self, in: engine.isolation))
        // After the registration: a change is either found now or observed.
        versionSeen = version()
        kept = nil
        if !holdsPresent { copy(atEndOfStep: false) }
        base.start()
    }

    override package func stop() {
        endObservation?()
        endObservation = nil
        engine.following.values.remove(self)
        base.stop()
    }

    package var mayHaveNews: Bool { version() != versionSeen }
    package var valueType: Any.Type { Value.self }

    package func touch() {
        // A child with a state of its own is visited with its parent.
        scope.loadFromParent()
        scope.look { _ in }
    }

    package func followSlice() {
        if hasNews { copy(atEndOfStep: true) }
    }

    /// Whether the state does not contain the present value: because the value has changed, or the state, in which a handler may
    /// have replaced the part that the copy lies in.
    private var hasNews: Bool {
        guard endObservation != nil, scope.isOpen else { return false }
        // Before the value, which may be newer: then the next look finds another version.
        let present = version()
        let isNew = present != versionSeen
        versionSeen = present
        if !isNew, !dependsOnState, let kept, isSame(kept, present: read()), !wouldHoldPresent { return false }
        if !holdsPresent { return true }
        kept = nil
        return false
    }

    /// What the state contains at the place of the copy.
    private func read() -> Value? {
        var value: Value?
        scope.look { value = slice.read(&$0) }
        return value
    }

    /// Values that do not equal themselves count as the same.
    private func isSame(_ kept: Value, present: Value?) -> Bool {
        guard let present else { return false }
        return kept == present || kept != kept && present != present
    }

    /// Whether the state contains the present value.
    private var holdsPresent: Bool {
        var isSame = false
        scope.look { isSame = slice.read(&$0) == value($0) }
        return isSame
    }

    /// Whether the place, which made something else of the present value, would hold it now.
    ///
    /// Tried on a copy of the state. Setting the place and undoing that is not the same: a property's observers may change the rest of
    /// the state.
    ///
    /// Complexity: a copy of what has to be copied to change the place, such as the array that it lies in.
    private var wouldHoldPresent: Bool {
        var wouldHold = false
        scope.look { state in
            let value = self.value(state)
            var trial = state
            slice.modify(&trial) { $0 = value }
            wouldHold = slice.read(&trial) == value
        }
        return wouldHold
    }

    /// Copies the value, which the state does not contain, and emits the state. Not called otherwise: access for a change runs a
    /// property's observers.
    private func copy(atEndOfStep isAtEnd: Bool) {
        var isChange = false
        scope.modify { state in
            let value = self.value(state)
            slice.modify(&state) { copy in
                copy = value
                isChange = true
            }
        }
        guard isChange else { return }
        scope.emitter.needsEmission = true
        scope.then(self, isAtEnd) { $0.noteCopy(atEndOfStep: $1) }
    }

    private func noteCopy(atEndOfStep isAtEnd: Bool) {
        guard scope.isOpen else { return }
        // The parent of a child with a state of its own has been told the copy, and may not have stored it. Within a step, its slice is not
        // read again.
        if isAtEnd { scope.loadFromParent() }
        kept = holdsPresent ? nil : read()
        // Other parts may follow the copy.
        if kept == nil { engine.following.values.noteCopy(by: self) }
    }
}
