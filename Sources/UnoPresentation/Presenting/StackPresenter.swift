internal import UnoArchitecture

/// Pushes and pops the elements of a stack.
///
/// 1. `.push` appends its element.
/// 2. The element's child handles its action, then the parent handles it; see `ForEachNode`.
/// 3. If the child has asked to be dismissed, and the parent has neither removed nor replaced its element, the parent handles
///    `.popFrom`.
/// 4. If `.popFrom` or `.popTo` was handled, the elements leave the stack, and the state is emitted once for all of this. If
///    another element is in the place of the first of them by then, it stays, with a child of its own.
final class StackPresenter<WholeState: Sendable, WholeAction: Sendable, Element: Sendable, Action: Sendable>:
    RunningPart
{
    typealias Elements = ForEachNode<WholeState, WholeAction, [Entry], StackElementID, Action>
    typealias Entry = StackState<Element>.Entry

    private let parent: Node<WholeState, WholeAction>
    private let elements: Elements
    private let whole: StateScope<WholeState>
    private let stack: Slice<WholeState, StackState<Element>>
    private let action: AnyCasePath<WholeAction, StackAction<Element, Action>>
    private let requests: StackRequests
    private var isStepping = false
    private var emissionHold = EmissionHold()
    /// An element that is to leave. An object, so that an action that concerns none does not look up the types of its value.
    private final class Leaving {
        var entry: Entry
        var isTold = false

        init(_ entry: Entry) { self.entry = entry }
    }

    /// The element whose child has asked in the running step to be dismissed.
    private var request: Leaving?

    init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        elements: Elements,
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
            if request != nil { followRequest() }
            parentStep(action)
        }
    }

    package func start() { elements.start() }

    package func stop() {
        release()
        elements.stop()
    }

    func handle(_ action: WholeAction) {
        // The lowest element that leaves.
        var popped: Leaving?
        switch self.action.extract(from: action) {
        case .push(let element)?:
            hold()
            modify { $0.append(element) }
        case .popFrom(let id)?:
            hold()
            popped = entries.first { $0.id == id }.map { Leaving($0) }
        case .popTo(let id?)?:
            hold()
            popped = entries.drop { $0.id != id }.dropFirst().first.map { Leaving($0) }
        case .popTo(nil)?:
            hold()
            popped = entries.first.map { Leaving($0) }
        case .element?, nil: break
        }
        isStepping = true
        elements.step(action)
        whole.then(self, popped) { $0.finish(popping: $1) }
    }

    private func finish(popping popped: Leaving?) {
        isStepping = false
        let request = request.take()
        if let popped {
            pop(from: popped.entry)
        } else if let request {
            tell(request.entry, isTold: request.isTold)
        } else if emissionHold.isActive {
            release()
            whole.emitPending()
        }
    }

    /// An element asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(_ id: StackElementID, isTold: Bool) {
        guard let entry = entries.first(where: { $0.id == id }) else { return }
        hold()
        if isStepping {
            let isTold = isTold || request?.isTold ?? false
            request = Leaving(entry)
            request?.isTold = isTold
        } else {
            tell(entry, isTold: isTold)
        }
    }

    private func tell(_ entry: Entry, isTold: Bool) {
        // In the step in which the element has asked, the parent may have removed or replaced it.
        guard isTold, whole.isOpen, let place = place(of: entry), isSame(entry, entries[place]) else {
            return pop(from: entry)
        }
        parent.step(action.embed(.popFrom(entry.id)))
        whole.then(self, entry) { $0.pop(from: $1) }
    }

    /// Pops an element and those above it, unless another one is in its place by now.
    private func pop(from entry: Entry) {
        release()
        guard whole.isOpen else { return }
        // Popping what is gone changes nothing, and so emits nothing.
        guard let place = place(of: entry) else { return whole.emitPending() }
        if isSame(entry, entries[place]) {
            modify { $0.entries.removeSubrange(place...) }
            return whole.emitPending()
        }
        // Another element is news as well, and has a child of its own.
        whole.emitter.needsEmission = true
        whole.then(self, entry.id) { $0.elements.replaceRow($1) }
    }

    private func followRequest() {
        if let entry = request?.entry, let place = place(of: entry) { request?.entry = entries[place] }
    }

    /// Where an element is; nil if it has left the stack.
    ///
    /// Whether one with its id is the same is put on record; see ``FollowedElements/follow(_:decide:)``.
    private func place(of entry: Entry) -> Int? {
        let entries = entries
        guard let place = entries.firstIndex(where: { $0.id == entry.id }) else { return nil }
        return whole.engine.decide(entries[place].identity == entry.identity) ? place : nil
    }

    /// Whether what is in the place of an element is still that element.
    private func isSame(_ entry: Entry, _ present: Entry) -> Bool {
        PresentedIdentity.areSame(entry.element, present.element)
    }

    private var entries: [Entry] {
        var entries: [Entry] = []
        whole.look { whole in entries = stack.read(&whole)?.entries ?? [] }
        return entries
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
