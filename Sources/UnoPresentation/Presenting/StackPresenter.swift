internal import UnoArchitecture

/// Pushes and pops the elements of a stack.
///
/// 1. `.push` appends its element.
/// 2. The element's child handles its action, then the parent handles it; see `ForEachNode`.
/// 3. If the child has asked to be dismissed, and the parent has not removed its element, the parent handles `.popFrom`.
/// 4. If `.popFrom` or `.popTo` was handled, the elements leave the stack, and the state is emitted once for all of this.
final class StackPresenter<WholeState: Sendable, WholeAction: Sendable, Element: Sendable, Action: Sendable>:
    RunningPart
{
    private let parent: Node<WholeState, WholeAction>
    private let elements: Node<WholeState, WholeAction>
    private let whole: StateScope<WholeState>
    private let stack: Slice<WholeState, StackState<Element>>
    private let action: AnyCasePath<WholeAction, StackAction<Element, Action>>
    private let requests: StackRequests
    private var isStepping = false
    private var emissionHold = EmissionHold()
    private var request: (id: StackElementID, origin: UInt64?, isTold: Bool)?

    init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        elements: Node<WholeState, WholeAction>,
        stack: Slice<WholeState, StackState<Element>>,
        action: AnyCasePath<WholeAction, StackAction<Element, Action>>,
        requests: StackRequests
    ) {
        (self.parent, self.elements) = (parent, elements)
        self.whole = context.scope
        self.stack = stack
        self.action = action
        self.requests = requests
        requests.receive = { [unowned self] id, isTold in dismiss(id, isTold: isTold) }
    }

    package func start() { elements.start() }

    package func stop() {
        release()
        elements.stop()
    }

    func handle(_ action: WholeAction) {
        var popped: StackAction<Element, Action>?
        switch self.action.extract(from: action) {
        case .push(let element)?:
            hold()
            modify { $0.append(element) }
        case .popFrom(let id)?:
            hold()
            popped = .popFrom(id)
        case .popTo(let id)?:
            hold()
            popped = .popTo(id)
        case .element?, nil: break
        }
        let origin = popped == nil ? nil : presentOrigin
        isStepping = true
        elements.step(action)
        whole.then(self, (popped, origin)) { $0.finish(popping: $1.0, from: $1.1) }
    }

    private func finish(popping popped: StackAction<Element, Action>?, from origin: UInt64?) {
        isStepping = false
        let request = request.take()
        if let popped {
            pop(popped, from: origin)
        } else if let (id, origin, isTold) = request {
            tell(id, of: origin, isTold: isTold)
        } else if emissionHold.isActive {
            release()
            whole.emitPending()
        }
    }

    /// An element asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(_ id: StackElementID, isTold: Bool) {
        hold()
        let origin = presentOrigin
        if isStepping {
            request = (id, origin, isTold || request?.isTold ?? false)
        } else {
            tell(id, of: origin, isTold: isTold)
        }
    }

    private func tell(_ id: StackElementID, of origin: UInt64?, isTold: Bool) {
        // In the step in which the element has asked, the parent may have removed it.
        guard isTold, whole.isOpen, isPresent(id, of: origin) else { return pop(.popFrom(id), from: origin) }
        parent.step(action.embed(.popFrom(id)))
        whole.then(self, (id, origin)) { $0.pop(.popFrom($1.0), from: $1.1) }
    }

    /// Pops elements, unless another stack is there by now.
    private func pop(_ action: StackAction<Element, Action>, from origin: UInt64?) {
        release()
        guard whole.isOpen else { return }
        // Popping what is gone changes nothing, and so emits nothing.
        if presentOrigin == origin, let count = remaining(after: action) {
            modify { $0.entries.removeSubrange(count...) }
        }
        whole.emitPending()
    }

    /// How many elements a stack keeps; nil if it keeps all.
    private func remaining(after action: StackAction<Element, Action>) -> Int? {
        var remaining: Int?
        whole.look { whole in
            guard let stack = stack.read(&whole) else { return }
            let entries = stack.entries
            remaining =
                switch action {
                case .popFrom(let id): entries.firstIndex { $0.id == id }
                case .popTo(let id?): entries.firstIndex { $0.id == id }.map { $0 + 1 }
                case .popTo(nil): 0
                case .push, .element: nil
                }
            if remaining == entries.count { remaining = nil }
        }
        return remaining
    }

    private var presentOrigin: UInt64? { stack.origin(in: whole) }

    private func isPresent(_ id: StackElementID, of origin: UInt64?) -> Bool {
        var isThere = false
        whole.look { whole in
            if let stack = stack.read(&whole) { isThere = stack.origin == origin && stack.ids.contains(id) }
        }
        return isThere
    }

    private func modify(_ change: (inout StackState<Element>) -> Void) {
        whole.modify { stack.modify(&$0, change) }
        whole.emitter.needsEmission = true
    }

    private func hold() {
        emissionHold.begin(on: whole.emitter)
    }

    private func release() {
        emissionHold.end(on: whole.emitter)
    }
}
