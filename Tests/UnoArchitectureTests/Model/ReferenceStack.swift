import UnoArchitecture
import UnoPresentation

/// Presents a child for each element of a stack.
final class ReferenceStack: ReferencePart, ReferenceFollower {
    private typealias Row = (id: StackElementID, scope: ReferenceScope, part: ReferencePart)

    private let parent: ReferencePart
    private let child: Composition
    /// Whether children run without an action, so that each starts, and the step waits for it, as soon as its element is there.
    private let startsAtOnce: Bool
    /// The elements that have had an action, or whose children run without one.
    private var rows: [Row] = []
    /// Kept, because their effects may be finishing.
    private var formerRows: [Row] = []
    /// The stack that they are in.
    private var tag: Int?
    private var isStepping = false
    private var request: (id: StackElementID, tag: Int?)?

    init(_ scope: ReferenceScope, _ parent: ReferencePart, _ child: Composition) {
        self.parent = parent
        self.child = child
        startsAtOnce = "\(child)".contains("transformer(")
        super.init(scope)
        scope.followers.append(self)
    }

    override var initial: Tree? { parent.initial }

    override func start() {
        parent.start()
        followRows()
    }

    override func receive(_ act: Act) {
        guard scope.isOpen else { return }
        let present = presentTag
        var popped: StackAction<Tree, Act>?
        isStepping = true
        if case .stack(let action) = act {
            switch action {
            case .push(let tree):
                hold()
                scope.state?.push(tree)
                scope.emitChange()
            case .popFrom, .popTo:
                hold()
                popped = action
            case .element(let id, let act):
                if scope.graph.keepingSource({ followRows() }) != nil { row(id)?.part.receive(act) }
            }
        }
        if scope.isOpen {
            parent.receive(act)
            followRows()
        }
        isStepping = false
        let asked = request
        request = nil
        if let popped {
            pop(popped, from: present)
        } else if let asked {
            tell(asked.id, from: asked.tag)
        } else if isHolding {
            release()
            scope.settle()
        }
    }

    override func stop() {
        request = nil
        release()
        parent.stop()
        dropRows { _ in true }
        tag = nil
    }

    func follow() {
        followRows()
        for row in rows where row.scope.isOpen { row.scope.follow() }
    }

    // MARK: Rows

    private var ids: [StackElementID] { scope.state?.stack.ids ?? [] }
    private var presentTag: Int? { scope.state?.stackTag.number }

    private func followRows() {
        guard scope.isOpen else { return }
        let present = presentTag
        if tag != nil, present != tag { dropRows { _ in true } }
        tag = present
        let ids = ids
        dropRows { !ids.contains($0.id) }
        if startsAtOnce { for id in ids { _ = row(id) } }
    }

    private func dropRows(where isGone: (Row) -> Bool) {
        let gone = rows.filter(isGone)
        rows.removeAll(where: isGone)
        formerRows += gone
        for row in gone {
            row.scope.close()
            row.part.stop()
        }
    }

    private func row(_ id: StackElementID) -> Row? {
        if let row = rows.first(where: { $0.id == id }) { return row }
        guard ids.contains(id) else { return nil }
        let rowScope = ReferenceScope(
            scope.graph, viewing: scope, at: .element(id),
            embed: { [embed = scope.embed] in embed(.stack(.element(id: id, action: $0))) },
            dismissal: { [unowned self] in ask(id) }
        )
        let row = (id, rowScope, child.reference(in: rowScope))
        rows.append(row)
        row.2.start()
        return row
    }

    // MARK: Popping

    private func ask(_ id: StackElementID) {
        hold()
        if isStepping { request = (id, presentTag) } else { tell(id, from: presentTag) }
    }

    private func tell(_ id: StackElementID, from tag: Int?) {
        if scope.isOpen, presentTag == tag, ids.contains(id) { parent.receive(.stack(.popFrom(id))) }
        pop(.popFrom(id), from: tag)
    }

    /// Pops elements, unless another stack is there by now.
    private func pop(_ action: StackAction<Tree, Act>, from tag: Int?) {
        release()
        guard scope.isOpen else { return }
        if presentTag == tag {
            switch action {
            case .popFrom(let id): while ids.contains(id) { scope.state!.popLast() }
            case .popTo(let id?): while ids.contains(id), ids.last != id { scope.state!.popLast() }
            case .popTo(nil): while !ids.isEmpty { scope.state!.popLast() }
            case .push, .element: break
            }
            if scope.state != nil { scope.emitChange() }
        }
        scope.settle()
    }
}
