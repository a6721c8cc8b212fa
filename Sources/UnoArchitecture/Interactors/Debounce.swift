internal import UnoAsync

extension Interactors {
    /// Delays actions until none has come for a while; the newest within the window wins.
    ///
    /// - *Ordering*: an action that waited is handled as a step of its own when its window is over. If its host has no turn
    ///   at that moment, it is still handled before every step that begins after the deadline: an action that arrives
    ///   too late does not supersede it. Several that are due are handled in the order of their deadlines.
    /// - *Buffering*: one action. A superseded one is dropped, and its event has then nothing to wait for.
    /// - *Finish*: a waiting action is handled at once. One that arrives while the graph finishes waits for its window, or
    ///   until the last effect has ended.
    /// - *Cancellation*: with its graph, its scope, its event, or the effect that has fed it back, the waiting action is
    ///   dropped at once.
    /// - *Cost*: one sleeping task per burst, whatever the number of actions. While actions wait, every step of the graph
    ///   reads each of their clocks once, however many they are. Clocks that are values, other than those of the standard
    ///   library, count as one for each debounce.
    ///
    /// A zero duration passes actions through; a negative one is reported and passes them through, too. One of more than a
    /// century is reported and taken for a century, so that its actions wait for the finish. A clock that wakes before the
    /// deadline again and again, or throws without having been cancelled, is reported, and the action is handled then.
    public struct Debounce<C: Clock, Child: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Child.DomainState
        public typealias Action = Child.Action

        @usableFromInline let duration: C.Instant.Duration
        @usableFromInline let clock: C
        @usableFromInline let child: Child
        @usableFromInline let site: CallSite
        @usableFromInline let makeStep: DebounceNode<DomainState, Action, C>.MakeStep

        /// - Parameter child: makes the interactor whose actions are delayed. It is no builder, so that the types of a
        ///   handler in it follow from the body around it; several interactors go into a ``CollectInteractors``.
        @inlinable
        public init(
            for duration: C.Instant.Duration,
            clock: C,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            child: () -> Child
        ) {
            self.duration = duration
            self.clock = clock
            self.child = child()
            self.site = CallSite(fileID, line)
            self.makeStep = { DebounceNode.makeStep($0) }
        }

        public var initialValue: DomainState { child.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(child) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(child) }

        package var initialValueSource: any Interactor<DomainState, Action> { GraphParts.initialValueSource(of: child) }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            let childNode = GraphParts.makeNode(child, in: context)
            if duration < .zero {
                context.engine.log.report(
                    .negativeDuration,
                    "A debounce of \(duration) is negative; actions pass through without delay",
                    at: site
                )
            }
            guard duration > .zero else { return childNode }
            let window = duration.asWindow
            if window < duration {
                context.engine.log.report(
                    .endlessDuration,
                    "A debounce of \(duration) is longer than a century; its actions wait for the finish",
                    at: site
                )
            }
            return DebounceNode(
                context,
                duration: window,
                clock: clock,
                child: childNode,
                site: site,
                makeStep: makeStep
            )
        }
    }
}

extension Interactors.Debounce where C == ContinuousClock {
    /// A debounce on the continuous clock.
    @inlinable
    public init(
        for duration: Duration,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        child: () -> Child
    ) {
        self.init(for: duration, clock: ContinuousClock(), fileID: fileID, line: line, child: child)
    }
}

extension Interactors.Debounce where C == AnyClock {
    /// A debounce on a clock whose type is not known.
    @_disfavoredOverload
    public init(
        for duration: Duration,
        clock: any Clock<Duration>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        child: () -> Child
    ) {
        self.init(for: duration, clock: AnyClock(clock), fileID: fileID, line: line, child: child)
    }
}
