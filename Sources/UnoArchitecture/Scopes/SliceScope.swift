/// The scope of a child that works on a slice of its parent's state: it has effects, but no state of its own.
///
/// It emits its parent's state through the nearest scope with a state of its own: one call across any number of slices.
@usableFromInline
final class SliceScope<State: Sendable>: StateScope<State> {
    private let whole: AnyScope
    private let slice: StateView<State>
    private var initialValue: (() -> State)?
    /// The slice as it was when the child started, if the child has no initial value of its own.
    private var firstState: State?
    /// Removes the slice; nil unless the slice is presented.
    var ownDismissal: Dismissal?

    /// - Parameter initialValue: the state that a cancelled effect reads after the slice has been removed.
    init(in whole: AnyScope, view: StateView<State>, initialValue: (() -> State)?) {
        self.whole = whole
        self.slice = view
        self.initialValue = initialValue
        super.init(engine: whole.engine, emittedBy: whole.emitter)
    }

    @usableFromInline override var view: StateView<State>? { slice }

    override func loadFromParent() { whole.loadFromParent() }

    override func dismissal() -> Dismissal? { ownDismissal ?? whole.dismissal() }

    override func reopen() {
        super.reopen()
        if initialValue == nil { firstState = state }
    }

    override func fallbackState() -> State? { initialValue?() ?? firstState }

    /// The tear-down releases the child's node: keeps nothing of the child, because an ended effect may release the scope
    /// outside the isolation. What such an effect may still read is there, or becomes the first state.
    func forgetChild() {
        guard engine.isCancelled else { return }
        if let initialValue, state == nil { firstState = initialValue() }
        initialValue = nil
    }
}
