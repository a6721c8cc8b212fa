/// Compares a value at the end of each step with the value at the end of the step before.
final class ReferenceWatched: ReferencePart, ReferenceFollower {
    private let part: ReferencePart
    private let watch: WatchPart
    private var known: Int?
    private var isHandling = false

    init(_ scope: ReferenceScope, _ part: ReferencePart, _ watch: WatchPart) {
        self.part = part
        self.watch = watch
        super.init(scope)
        scope.followers.append(self)
    }

    override var initial: Tree? { part.initial }

    override func start() {
        part.start()
        known = present
    }

    override func receive(_ act: Act) { part.receive(act) }

    override func stop() {
        part.stop()
        known = nil
    }

    private var present: Int? { scope.state.map { watch($0) } }

    func follow() {
        guard !isHandling, scope.isOpen, let new = present else { return }
        if let known, known != new {
            isHandling = true
            scope.begin(watch.react(&scope.state!, known, new))
            // Other parts see what the handler has changed, and this one does not.
            scope.graph.follow()
            isHandling = false
        }
        known = present
    }
}
