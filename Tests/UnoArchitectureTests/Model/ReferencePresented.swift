import UnoArchitecture
import UnoPresentation

/// Presents one of two children: the child steps first, in place, then the parent. A dismissal is told to the parent while
/// the child is there; then the child is removed, unless another one has taken its place.
final class ReferencePresented: ReferencePart, ReferenceFollower {
    private let parent: ReferencePart
    private var detail: ReferenceAttached!
    private var note: ReferenceAttached!
    private var isLive = false
    private var isStepping = false
    /// What has asked in the running step to be dismissed.
    private var request: PresentedTree?

    init(_ scope: ReferenceScope, _ parent: ReferencePart, _ detail: Composition, _ note: Composition) {
        self.parent = parent
        super.init(scope)
        let ask = { [unowned self] in self.ask() }
        self.detail = ReferenceAttached(scope, at: .detail, detail, embed: { .detail($0) }, dismissal: ask)
        self.note = ReferenceAttached(scope, at: .note, note, embed: { .note($0) }, dismissal: ask)
        scope.followers.append(self)
    }

    override var initial: Tree? { parent.initial }

    override func start() {
        parent.start()
        followOwn()
    }

    override func receive(_ act: Act) {
        guard scope.isOpen else { return }
        let dismissed = act == .screen(.dismiss) ? screen : nil
        isStepping = true
        if dismissed != nil { hold() }
        if case .screen(.presented(let childAct)) = act, scope.graph.keepingSource({ followOwn() }) ?? false {
            switch childAct {
            case .detail(let act): detail.childReceives(act)
            case .note(let act): note.childReceives(act)
            }
        }
        if scope.isOpen {
            parent.receive(act)
            followOwn()
        }
        isStepping = false
        let asked = request
        request = nil
        if let dismissed { remove(dismissed) } else if let asked { tell(asked) }
    }

    override func stop() {
        request = nil
        release()
        parent.stop()
        drop()
    }

    func follow() {
        guard followOwn() else { return }
        detail.follow()
        note.follow()
    }

    private var screen: PresentedTree? { scope.state?.screen }

    @discardableResult
    private func followOwn() -> Bool {
        guard scope.isOpen else { return false }
        if screen == nil {
            drop()
        } else if !isLive {
            isLive = true
            detail.start()
            note.start()
        }
        return screen != nil
    }

    private func drop() {
        guard isLive else { return }
        isLive = false
        detail.stop()
        note.stop()
    }

    // MARK: Dismissing

    private func ask() {
        guard let screen else { return }
        hold()
        if isStepping { request = screen } else { tell(screen) }
    }

    private func tell(_ asking: PresentedTree) {
        if scope.isOpen, screen?.isDetail == asking.isDetail { parent.receive(.screen(.dismiss)) }
        remove(asking)
    }

    private func remove(_ dismissed: PresentedTree) {
        release()
        guard scope.isOpen else { return }
        if screen?.isDetail == dismissed.isDetail {
            scope.state!.screen = nil
            scope.emitChange()
        }
        scope.settle()
        // What is there from here on is another child.
        drop()
        followOwn()
    }
}
