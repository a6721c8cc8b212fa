import UnoArchitecture
import UnoPresentation

/// A child on the optional part of its parent's state: it steps first, in place, and lives while the part is there.
final class ReferenceAttached: ReferencePart, ReferenceFollower {
    private enum Finding {
        case absent, child
        /// Of another kind than the child that was found before.
        case anotherChild
    }

    private let parent: ReferencePart
    private let part: Tree.Part
    private let telling: Telling
    private var childScope: ReferenceScope!
    private var child: ReferencePart!
    private var isLive = false
    /// The kind of the child that was found last.
    private var kind: Int?

    init(_ scope: ReferenceScope, _ parent: ReferencePart, _ telling: Telling, _ child: Composition) {
        self.parent = parent
        part = .optional
        self.telling = telling
        super.init(scope)
        childScope = ReferenceScope(
            scope.graph, viewing: scope, at: .optional, embed: { [embed = scope.embed] in embed(.optional($0)) })
        self.child = child.reference(in: childScope)
        scope.followers.append(self)
    }

    /// A child of what is presented, which its owner follows.
    init(
        _ scope: ReferenceScope, at part: Tree.Part, _ child: Composition, embed: @escaping (Act) -> ScreenAct,
        dismissal: @escaping () -> Void
    ) {
        (parent, telling) = (ReferencePart(scope), .never)
        self.part = part
        super.init(scope)
        childScope = ReferenceScope(
            scope.graph, viewing: scope, at: part,
            embed: { [whole = scope.embed] in whole(.screen(.presented(embed($0)))) }, dismissal: dismissal)
        self.child = child.reference(in: childScope)
    }

    /// The child handles an action, if it is there.
    func childReceives(_ act: Act) {
        if scope.graph.keepingSource({ followOwn() }) ?? false { child.receive(act) }
        followOwn()
    }

    override var initial: Tree? { parent.initial }

    override func start() {
        parent.start()
        if find() != .absent { startChild() }
    }

    override func receive(_ act: Act) {
        guard scope.isOpen else { return }
        if let childAct = act.child(in: .optional), scope.graph.keepingSource({ followOwn() }) ?? false {
            child.receive(childAct)
        }
        guard scope.isOpen else { return }
        parent.receive(act)
        followOwn()
    }

    override func stop() {
        parent.stop()
        dropChild()
    }

    func follow() { if followOwn() { childScope.follow() } }

    private func find() -> Finding {
        guard let part = scope.state?[part] else { return .absent }
        guard telling == .byKind else { return .child }
        defer { kind = part.kind }
        return kind ?? part.kind == part.kind ? .child : .anotherChild
    }

    /// - Returns: whether the child is there.
    @discardableResult
    private func followOwn() -> Bool {
        guard scope.isOpen else { return false }
        let finding = find()
        if finding != .child { dropChild() }
        if finding != .absent, !isLive { startChild() }
        return finding != .absent
    }

    private func startChild() {
        isLive = true
        childScope.isOpen = true
        child.start()
    }

    private func dropChild() {
        guard isLive else { return }
        isLive = false
        childScope.close()
        child.stop()
    }
}
