internal import AsyncKit

/// Passes an action on, and then no other one until a while has passed.
///
/// - *Ordering*: the first action is handled in its own step, and a window begins with it. If `latest` is true, the newest
///   action of a window is handled as a step of its own when the window ends, and another window begins then; so two
///   actions are handled at least one window apart. A turn that comes late handles the action that waits before any other.
/// - *Buffering*: one action, if `latest` is true. An action that is superseded or dropped counts as handled.
/// - *Finish*, *cancellation* and clocks that are not reliable: as for ``DebounceInteractor``.
/// - *Complexity*: reads the clock once for each action. A task sleeps only while an action waits.
///
/// A zero duration passes actions through; so does a negative one, which is reported. A duration of more than a century is
/// reported and treated as a century.
public struct ThrottleInteractor<C: Clock, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
    @usableFromInline let duration: C.Instant.Duration
    @usableFromInline let latest: Bool
    @usableFromInline let clock: C
    @usableFromInline package let base: Child
    @usableFromInline let site: CallSite
    @usableFromInline let makeStep: ThrottleNode<DomainState, Action, C>.MakeStep
    @usableFromInline let makeHolderStep: DebounceNode<DomainState, Action, C>.MakeStep

    /// Creates a throttle on `clock`.
    ///
    /// - Parameters:
    ///   - duration: the length of a window.
    ///   - latest: whether the newest action of a window is handled when the window ends; otherwise it is dropped.
    ///   - clock: measures the windows.
    ///   - child: makes the interactor whose actions are thinned out; see ``DebounceInteractor``.
    @inlinable
    public init(
        for duration: C.Instant.Duration, latest: Bool = true, clock: C = ContinuousClock(),
        fileID: StaticString = #fileID, line: UInt = #line,
        child: () -> Child
    ) {
        self.duration = duration
        self.latest = latest
        self.clock = clock
        self.base = child()
        self.site = CallSite(fileID, line)
        self.makeStep = { $0.makeStep() }
        self.makeHolderStep = { DebounceNode.makeStep($0) }
    }

    package var outline: PartOutline {
        var outline = PartOutline(site: site)
        outline.detail = "\(duration)"
        return outline
    }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        context.delaying(
            base, by: duration, as: "throttle", at: site,
            ifNegative: "actions pass through", ifEndless: "an action that waits is handled at the finish"
        ) { window, child in
            ThrottleNode(
                context, duration: window, latest: latest, clock: clock, child: child,
                site: site, makeStep: makeStep, makeHolderStep: makeHolderStep
            )
        }
    }
}

extension ThrottleInteractor where C == AnyClock<Duration> {
    /// Creates a throttle on a clock whose type is erased.
    @_disfavoredOverload
    public init(
        for duration: Duration, latest: Bool = true, clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line,
        child: () -> Child
    ) {
        self.init(for: duration, latest: latest, clock: AnyClock(clock), fileID: fileID, line: line, child: child)
    }
}
