internal import UnoArchitecture

/// Pushes and pops the elements of a stack.
///
/// 1. `.push` appends its element.
/// 2. The element's child handles its action, then the parent handles it; see `ForEachNode`.
/// 3. If the child has asked to be dismissed, and the parent has neither removed nor replaced its element, the parent handles
///    `.popFrom`.
/// 4. If `.popFrom` or `.popTo` was handled, the elements leave the stack, and the state is emitted once for all of this.
final class StackPresenter<WholeState: Sendable, WholeAction: Sendable, Element: Sendable, Action: Sendable>:
    RunningPart
{
    private typealias Entry = StackState<Element>.Entry

    /// Which elements are to leave the stack.
    private enum Popping {
        case from(Entry)
        case above(Entry)
        case everything(first: Entry)
    }

    private let parent: Node<WholeState, WholeAction>
    private let elements: Node<WholeState, WholeAction>
    private let whole: StateScope<WholeState>
    private let stack: Slice<WholeState, StackState<Element>>
    private let action: AnyCasePath<WholeAction, StackAction<Element, Action>>
    private let requests: StackRequests
    private var isStepping = false
    private var emissionHold = EmissionHold()
    /// The element whose child has asked in the running step to be dismissed.
    private var request: (entry: Entry, isTold: Bool)?

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
        // An element that has asked may go on to another case of its state; what the parent finds is still that element.
        let parentStep = parent.step
        parent.step = { [unowned self] action in
            if let entry = request?.entry, let present = self[entry.id], present.identity == entry.identity {
                request?.entry = present
            }
            parentStep(action)
        }
    }

    package func start() { elements.start() }

    package func stop() {
        release()
        elements.stop()
    }

    func handle(_ action: WholeAction) {
        var popping: Popping?
        switch self.action.extract(from: action) {
        case .push(let element)?:
            hold()
            modify { $0.append(element) }
        case .popFrom(let id)?:
            hold()
            popping = self[id].map { .from($0) }
        case .popTo(let id?)?:
            hold()
            popping = self[id].map { .above($0) }
        case .popTo(nil)?:
            hold()
            popping = entries.first.map { .everything(first: $0) }
        case .element?, nil: break
        }
        isStepping = true
        elements.step(action)
        whole.then(self, popping) { $0.finish($1) }
    }

    private func finish(_ popping: Popping?) {
        isStepping = false
        let request = request.take()
        if let popping {
            pop(popping)
        } else if let (entry, isTold) = request {
            tell(entry, isTold: isTold)
        } else if emissionHold.isActive {
            release()
            whole.emitPending()
        }
    }

    /// An element asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(_ id: StackElementID, isTold: Bool) {
        guard let entry = self[id] else { return }
        hold()
        if isStepping {
            request = (entry, isTold || request?.isTold ?? false)
        } else {
            tell(entry, isTold: isTold)
        }
    }

    private func tell(_ entry: Entry, isTold: Bool) {
        // In the step in which the element has asked, the parent may have removed or replaced it.
        guard isTold, whole.isOpen, entries.contains(where: { isSame(entry, $0) }) else { return pop(.from(entry)) }
        parent.step(action.embed(.popFrom(entry.id)))
        whole.then(self, entry) { $0.pop(.from($1)) }
    }

    /// Pops elements, unless others are in their places by now.
    private func pop(_ popping: Popping) {
        release()
        guard whole.isOpen else { return }
        // Popping what is gone changes nothing, and so emits nothing.
        if let count = remaining(after: popping) { modify { $0.entries.removeSubrange(count...) } }
        whole.emitPending()
    }

    /// How many elements the stack keeps; nil if it keeps all.
    private func remaining(after popping: Popping) -> Int? {
        let entries = entries
        let remaining =
            switch popping {
            case .from(let entry): entries.firstIndex { isSame(entry, $0) }
            case .above(let entry): entries.firstIndex { $0.identity == entry.identity }.map { $0 + 1 }
            case .everything(let first): entries.first?.identity == first.identity ? 0 : nil as Int?
            }
        return remaining == entries.count ? nil : remaining
    }

    private func isSame(_ entry: Entry, _ present: Entry) -> Bool {
        entry.identity == present.identity && PresentedIdentity.areSame(entry.element, present.element)
    }

    private var entries: [Entry] {
        var entries: [Entry] = []
        whole.look { whole in entries = stack.read(&whole)?.entries ?? [] }
        return entries
    }

    private subscript(id: StackElementID) -> Entry? { entries.first { $0.id == id } }

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
