/// The root of a feature under test, which takes the place of the parent that presents the feature in an app.
///
/// As with such a parent, nothing more is emitted in a step in which the feature has asked to be dismissed; at the end of the
/// step its effects are cancelled and its parts are stopped. Actions that come later are refused.
final class NodeUnderTest<State: Sendable, Action: Sendable>: Node<State, Action>, SliceFollowing {
    private let base: Node<State, Action>
    private let scope: StateScope<State>
    private let underTest: FeatureUnderTest
    private var isDismissed = false
    private var following: Following?

    init(_ base: Node<State, Action>, in scope: StateScope<State>, for underTest: FeatureUnderTest) {
        (self.base, self.scope, self.underTest) = (base, scope, underTest)
        super.init(engine: base.engine)
        step = { [unowned self] action in receive(action) }
        // The last follower: one before it may ask for the dismissal.
        following = scope.addFollower(self, everyStep: true)
    }

    override func start() { base.start() }

    override func stop() { base.stop() }

    func dismiss(at site: CallSite?) {
        guard !isDismissed else { return }
        isDismissed = true
        scope.emissionHolds += 1
        underTest.dismissed(.init(site: site, event: engine.step.event?.id))
    }

    func followSlice() {
        guard isDismissed, scope.isOpen else { return }
        scope.emissionHolds -= 1
        scope.needsEmission = false
        scope.close()
        base.stop()
    }

    private func receive(_ action: Action) {
        guard scope.isOpen else {
            engine.refuse()
            return underTest.refused(action)
        }
        base.step(action)
    }
}
