/// The scope of a child that works on a slice of its parent's state: it has no state, only its own effects.
///
/// What it emits is its parent's state, through the nearest scope that has a state of its own: one call, however many
/// slices lie between.
@usableFromInline
final class SliceScope<State: Sendable>: StateScope<State> {
    private let whole: AnyScope
    private let slice: StateView<State>
    private let initialValue: (() -> State)?
    /// The slice as it was when the child came to life, where the child has no initial value of its own.
    private var firstState: State?

    /// - Parameter initialValue: what an effect reads that goes on reading after the slice, and with it the effect,
    ///   has been taken away.
    init(in whole: AnyScope, view: StateView<State>, initialValue: (() -> State)?) {
        self.whole = whole
        self.slice = view
        self.initialValue = initialValue
        super.init(engine: whole.engine, emittedBy: whole.emitter)
    }

    @usableFromInline override var view: StateView<State>? { slice }

    override func beginStep() { whole.beginStep() }

    override func reopen() {
        super.reopen()
        if initialValue == nil { firstState = state }
    }

    override func lastResort() -> State? { initialValue?() ?? firstState }
}
