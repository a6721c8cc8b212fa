internal import AsyncKit

/// Delays actions until none has come for a while; the newest within the window wins.
///
/// - *Ordering*: a held action is handled as a step of its own when its window ends. If the host's turn comes later than
///   that, the action is still handled before every step that begins after the deadline, so an action that arrives too
///   late does not supersede it. Several due actions are handled in the order of their deadlines.
/// - *Buffering*: one action. A superseded action is dropped, and its event no longer waits for it.
/// - *Finish*: a held action is handled at once. An action that arrives while the graph finishes waits for its window, or
///   until the last effect has ended.
/// - *Cancellation*: the held action is dropped at once with its graph, its scope, its event, or the effect that fed it
///   back.
/// - *Complexity*: one sleeping task per burst, whatever the number of actions. While actions are held, every step of the
///   graph reads each of their clocks once, however many actions there are. Clocks that are values, other than those of
///   the standard library, count as one clock for each debounce.
///
/// A zero duration passes actions through. A negative duration is reported and also passes them through. A duration of
/// more than a century is reported and treated as a century: its actions wait for the finish. If the clock repeatedly
/// wakes before the deadline, or throws without being cancelled, it is reported and the action is handled at once.
public struct DebounceInteractor<C: Clock, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
    @usableFromInline let duration: C.Instant.Duration
    @usableFromInline let clock: C
    @usableFromInline package let base: Child
    @usableFromInline let site: CallSite
    @usableFromInline let makeStep: DebounceNode<DomainState, Action, C>.MakeStep

    /// Creates a debounce on `clock`.
    ///
    /// - Parameters:
    ///   - duration: the length of the window.
    ///   - clock: measures the window.
    ///   - child: makes the interactor whose actions are delayed. A plain closure, not a builder, so that the types of
    ///     a handler in it are inferred from the enclosing body; wrap several interactors in
    ///     ``Interactors/CollectInteractors``.
    @inlinable
    public init(
        for duration: C.Instant.Duration, clock: C = ContinuousClock(),
        fileID: StaticString = #fileID, line: UInt = #line,
        child: () -> Child
    ) {
        self.duration = duration
        self.clock = clock
        self.base = child()
        self.makeStep = { DebounceNode.makeStep($0) }
        self.site = CallSite(fileID, line)
    }

    package var outline: PartOutline {
        var outline = PartOutline(site: site)
        outline.detail = "\(duration)"
        return outline
    }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        context.delaying(
            base, by: duration, as: "debounce", at: site,
            ifNegative: "actions pass through without delay", ifEndless: "its actions wait for the finish"
        ) { window, child in
            DebounceNode(context, duration: window, clock: clock, child: child, site: site, makeStep: makeStep)
        }
    }
}

extension DebounceInteractor where C == AnyClock<Duration> {
    /// Creates a debounce on a clock whose type is erased.
    @_disfavoredOverload
    public init(
        for duration: Duration, clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line,
        child: () -> Child
    ) {
        self.init(for: duration, clock: AnyClock(clock), fileID: fileID, line: line, child: child)
    }
}
