import UnoArchitecture
import UnoPresentation

/// A part of a reference graph; this one ignores every action.
class ReferencePart {
    /// The graph owns its root scope, and a `When` its child's: no part owns the scope that it is in.
    unowned let scope: ReferenceScope

    /// Whether the part keeps the scope from emitting what handlers only change.
    private(set) var isHolding = false

    init(_ scope: ReferenceScope) { self.scope = scope }

    final func hold() {
        if !isHolding { scope.hold() }
        isHolding = true
    }

    final func release() {
        if isHolding { scope.release() }
        isHolding = false
    }

    /// The state that the part starts with; nil if it has none.
    var initial: Tree? { nil }
    func start() {}
    func receive(_ act: Act) {}
    func stop() {}
}

extension Composition {
    /// The reference; parts that only wrap others vanish.
    func reference(in scope: ReferenceScope) -> ReferencePart {
        switch self {
        case .empty: ReferencePart(scope)
        case .interact(let handler): ReferenceInteract(scope, handler)
        case .machine(let rules): ReferenceMachine(scope, rules)
        case .transformer(let transformation): ReferenceTransformer(scope, transformation)
        case .merge(let first, let second):
            ReferenceGroup(scope, [first.reference(in: scope), second.reference(in: scope)])
        case .many(let parts): ReferenceGroup(scope, parts.map { $0.reference(in: scope) })
        case .either(let isFirst, let first, let second): (isFirst ? first : second).reference(in: scope)
        case .collected(let part), .erased(let part), .composed(let part): part.reference(in: scope)
        case .watched(let part, let watch): ReferenceWatched(scope, part.reference(in: scope), watch)
        case .debounced(0, let part): part.reference(in: scope)
        case .debounced(let ticks, let part): ReferenceDebounce(scope, ticks, part.reference(in: scope))
        case .when(let parent, let slot, let childActions, let telling, let child):
            ReferenceWhen(scope, parent.reference(in: scope), slot, childActions, telling, child)
        case .attached(let parent, let telling, let child):
            ReferenceAttached(scope, parent.reference(in: scope), telling, child)
        case .presented(let parent, let detail, let note):
            ReferencePresented(scope, parent.reference(in: scope), detail, note)
        case .stacked(let parent, let child): ReferenceStack(scope, parent.reference(in: scope), child)
        }
    }
}

final class ReferenceInteract: ReferencePart {
    private let handler: Handler

    init(_ scope: ReferenceScope, _ handler: Handler) {
        self.handler = handler
        super.init(scope)
    }

    override var initial: Tree? { Tree(handler.initial) }

    override func receive(_ act: Act) {
        guard scope.isOpen, scope.state != nil else { return }
        scope.begin(handler(&scope.state!, act))
    }
}

final class ReferenceTransformer: ReferencePart {
    private let transformation: Transformation

    init(_ scope: ReferenceScope, _ transformation: Transformation) {
        self.transformation = transformation
        super.init(scope)
    }

    /// The step in which it starts waits until it asks for its first action.
    override func start() { scope.graph.handOn() }

    override func receive(_ act: Act) {
        // The contract promises one state for a dismissal where there are only handlers.
        if scope.isHolding { scope.graph.isUndecided = true }
        // One that was stopped with its scope is not waited for.
        guard scope.isOpen else { return }
        scope.graph.handOn()
        for state in transformation.states(for: act) where scope.isOpen {
            scope.state = state
            scope.emit()
            scope.graph.handOn()
        }
    }
}

final class ReferenceGroup: ReferencePart {
    private let parts: [ReferencePart]

    init(_ scope: ReferenceScope, _ parts: [ReferencePart]) {
        self.parts = parts
        super.init(scope)
    }

    override var initial: Tree? { parts.lazy.compactMap(\.initial).first }
    override func start() { for part in parts { part.start() } }
    override func receive(_ act: Act) { for part in parts { part.receive(act) } }
    override func stop() { for part in parts { part.stop() } }
}

final class ReferenceDebounce: ReferencePart {
    private let ticks: Int
    private let part: ReferencePart
    private var pending: (act: Act, due: Int, source: ReferenceWork?)?
    private(set) var arrivedWhileFinishing = false

    init(_ scope: ReferenceScope, _ ticks: Int, _ part: ReferencePart) {
        self.ticks = ticks
        self.part = part
        super.init(scope)
    }

    override var initial: Tree? { part.initial }
    override func start() { part.start() }

    override func receive(_ act: Act) {
        // An earlier part may have closed the scope, or cancelled the effect, within this step.
        guard scope.isOpen, !(scope.graph.source?.isCancelled ?? false) else { return }
        if pending == nil { scope.graph.delays.append(self) }
        pending = (act, scope.graph.now + 1_000 * ticks, scope.graph.source)
        arrivedWhileFinishing = scope.graph.isFinishing
    }

    /// The effect that has fed back the held action.
    var source: ReferenceWork? { pending?.source }

    func drop() { _ = take() }

    override func stop() {
        drop()
        part.stop()
    }

    /// The deadline of the held action.
    var due: Int? { pending?.due }

    private func take() -> (act: Act, due: Int, source: ReferenceWork?)? {
        defer { pending = nil }
        scope.graph.delays.removeAll { $0 === self }
        return pending
    }

    func flush() {
        guard let (act, _, source) = take() else { return }
        scope.graph.handle(act, for: part, fedBackBy: source)
    }
}

final class ReferenceWhen: ReferencePart, ReferenceFollower {
    private let parent: ReferencePart
    private let slot: Tree.Slot
    private let childActions: ChildActions
    private let telling: Telling
    private var childScope: ReferenceScope!
    private var child: ReferencePart!
    private var isLive = false
    private var isPresent = true
    /// The kind of the child that was in the slice last.
    private var kind: Int?

    init(
        _ scope: ReferenceScope, _ parent: ReferencePart, _ slot: Tree.Slot, _ childActions: ChildActions,
        _ telling: Telling, _ child: Composition
    ) {
        self.parent = parent
        self.slot = slot
        self.childActions = childActions
        self.telling = telling
        super.init(scope)
        childScope = ReferenceScope(
            scope.graph,
            within: scope,
            embed: { [embed = scope.embed] act in embed(slot == .fixed ? .fixed(act) : .optional(act)) },
            emitted: { [unowned self] in childEmitted($0) },
            refresh: { [unowned self] in
                self.scope.refresh()
                load()
            }
        )
        self.child = child.reference(in: childScope)
        scope.followers.append(self)
    }

    override var initial: Tree? { parent.initial }

    override func start() {
        parent.start()
        isPresent = slot == .fixed || slice != nil
        kind = slice?.kind ?? kind
        if isPresent { startChild() }
    }

    override func receive(_ act: Act) {
        guard scope.isOpen else { return }
        guard let childAct = act.child(in: slot) else { return parentReceives(act) }
        if scope.graph.keepingSource({ prepareChild() }) != nil {
            load()
            child.receive(childAct)
        }
        if childActions == .forwarded { parentReceives(act) }
    }

    override func stop() {
        parent.stop()
        dropChild()
    }

    private var slice: Tree? { scope.state?[slot] }

    /// Reads the slice; while it is absent the child continues from its own state.
    private func load() { if childScope.state != nil, let slice { childScope.state = slice } }

    private func prepareChild() {
        if isLive { followOwn() }
        if !isLive { startChild() }
    }

    private func startChild() {
        isLive = true
        childScope.isOpen = true
        childScope.state = child.initial
        load()
        child.start()
    }

    private func dropChild() {
        guard isLive else { return }
        isLive = false
        childScope.close()
        child.stop()
    }

    private func childEmitted(_ state: Tree) {
        guard isLive else { return }
        parentReceives(.state(state, of: slot), duringChildsStep: true)
    }

    private func parentReceives(_ act: Act, duringChildsStep: Bool = false) {
        parent.receive(act)
        followOwn(duringChildsStep: duringChildsStep)
    }

    /// The next child starts when the step of the previous child is over.
    private func followOwn(duringChildsStep: Bool = false) {
        guard slot == .optional || telling == .byKind, scope.isOpen else { return }
        let wasPresent = isPresent
        isPresent = slot == .fixed || slice != nil
        if wasPresent && !isPresent || isAnother(wasPresent: wasPresent) { dropChild() }
        if isPresent, !isLive, !duringChildsStep { startChild() }
    }

    /// Whether the slice belongs to another child; a child without a slice has the kind of its own state.
    private func isAnother(wasPresent: Bool) -> Bool {
        guard telling == .byKind, let slice else { return false }
        let before = !wasPresent && isLive ? childScope.state?.kind ?? kind : kind
        kind = slice.kind
        return before != nil && before != slice.kind
    }

    /// At the end of a step, for this child and those inside it.
    func follow() {
        followOwn()
        guard isLive, scope.isOpen else { return }
        load()
        childScope.follow()
    }
}

extension ReferenceGraph {
    /// Runs what may end children; returns nil if that has cancelled the effect whose action is handled, so that whoever has taken a
    /// child's place does not get it.
    func keepingSource<Result>(_ body: () -> Result) -> Result? {
        let wasCancelled = source?.isCancelled ?? true
        let result = body()
        return wasCancelled || source?.isCancelled == false ? result : nil
    }
}
