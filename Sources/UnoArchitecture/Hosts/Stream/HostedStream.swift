internal import AsyncKit

/// The host of `interact(_:)`: a stream of actions in, a stream of states out.
///
/// The graph starts when its first state is requested. Nothing is buffered: an action is taken when a state is
/// requested or, while effects are in flight, when all earlier states have been taken. So a consumer that stops pulling
/// stops the producer after one action. Releasing the stream, or cancelling its consumer, cancels the graph.
///
/// While `effectLimit` effects (65,536) are under way, one action is taken, and handled when an effect has ended.
@usableFromInline
package enum HostedStream {
    @usableFromInline
    package static func states<State: Sendable, Action: Sendable>(
        of interactor: some Interactor<State, Action>,
        upstream: AsyncStream<Action>,
        executor: RuntimeExecutor = .default,
        clock: (any Clock<Duration>)? = nil,
        effectLimit: Int? = nil
    ) -> AsyncStream<State> {
        let sink = StreamSink<State>()
        let (isolation, engine) = GraphIsolation.make(executor, .with(clock, effectLimit: effectLimit), to: sink)
        let graph = FeatureGraph<State, Action>(engine: engine, sink: sink)
        let bound = GraphBound(WeakPart(graph), to: isolation.token)
        // There is no mailbox: a fed-back action takes a turn of its own, behind the callers that wait for one.
        let feedback = Feedback<Action> { [weak isolation] action, origin, site in
            guard let isolation else { return .cancelled }
            return await isolation.receive(action, at: bound, from: origin, at: site)
        } enqueue: { [weak isolation] action, origin, site in
            guard let isolation else { return true }
            switch origin {
            case .effect(let effect, _):
                let place = isolation.token.turnLock.reserve()
                isolation.tasks.startInternal { _ in
                    await isolation.receive(action, at: bound, of: effect, from: site, in: place)
                }
            case .handler(let scope):
                scope.openForNext(bound, at: site)?.part?.handleNext(action, of: scope, at: site)
            }
            return true
        }
        graph.makeParts(of: interactor, feedback: feedback)
        let name = "\(type(of: interactor))"
        let port = StreamPort(graph, sink, upstream)
        let driver = StreamDriver(engine, port, sink, handovers: sink.handovers, name: name)
        let boundDriver = GraphBound(driver, to: isolation.token)
        let boundPort = GraphBound(port, to: isolation.token)
        // Lets the consumers in, one at a time.
        let consumers = AsyncLock()
        let lifetime = StreamLifetime(isolation, consumers)
        return AsyncStream {
            if !consumers.tryAcquire() {
                guard await consumers.acquireIgnoringCancellation() == .acquired else { return nil }
            }
            let state = await isolation.nextState(boundDriver, boundPort)
            consumers.release()
            return state
        } onCancel: {
            lifetime.end()
        }
    }

    /// The stream of a type that has neither a body nor an `interact(_:)` of its own.
    @usableFromInline
    static func ofNothing<State: Sendable>(_ interactor: Any.Type) -> AsyncStream<State> {
        Diagnostics.current.report(
            Diagnostic(
                .selfReferringBody,
                "\(interactor) returns itself from body and has no interact(_:), so it emits nothing"
            )
        )
        return AsyncStream { $0.finish() }
    }
}

extension GraphIsolation {
    /// Returns the next state of the graph behind a stream.
    fileprivate func nextState<State, Action>(
        _ driver: GraphBound<StreamDriver>,
        _ port: GraphBound<StreamPort<State, Action>>
    ) async -> State? {
        await driver.open(in: self).next(on: self) ? port.open(in: self).giveState() : nil
    }

    /// Handles a fed-back action in a turn of its own, unless its effect has ended or been cancelled by then.
    fileprivate nonisolated func receive<State, Action>(
        _ action: Action,
        at bound: GraphBound<WeakPart<FeatureGraph<State, Action>>>,
        from origin: FeedbackOrigin,
        at site: CallSite
    ) async -> SendOutcome {
        await step { isolation in
            guard let graph = bound.open(in: isolation).part else { return .cancelled }
            switch isolation.beginFeedingBack(origin, at: site) {
            case .refused(let outcome): return outcome
            case .admitted(let effect, _, _):
                return graph.receive(action, of: effect.open(in: isolation), from: site, reply: origin.reply)
            }
        } ?? .cancelled
    }

    /// Handles a fed-back action that was queued at once, in the turn that was reserved for it.
    fileprivate func receive<State, Action>(
        _ action: Action,
        at bound: GraphBound<WeakPart<FeatureGraph<State, Action>>>,
        of effect: GraphBound<EffectRun>,
        from site: CallSite,
        in place: AsyncLockReservation
    ) async {
        guard let turn = await turn(claiming: place) else { return }
        await step(in: turn) { isolation in
            guard let graph = bound.open(in: isolation).part else { return isolation.endFeedingBack(effect) }
            _ = graph.receive(action, of: effect.open(in: isolation), from: site)
        }
    }
}

/// Cancels the graph when the last reference to its stream is released.
final class StreamLifetime: Sendable {
    private let isolation: GraphIsolation
    private let consumers: AsyncLock

    init(_ isolation: GraphIsolation, _ consumers: AsyncLock) {
        self.isolation = isolation
        self.consumers = consumers
    }

    func end() {
        consumers.close()
        isolation.cancel()
    }

    deinit { end() }
}

extension Interactor where Body: Interactor, Body.DomainState == DomainState, Body.Action == Action {
    /// Runs the graph that `body` describes, hosted by the returned stream.
    ///
    /// The graph starts when its first state is requested. Releasing the stream, or cancelling its consumer, cancels
    /// the graph. A type that returns itself from `body` is reported, and its stream finishes at once.
    ///
    /// The states are meant for one consumer. If several read them, each state goes to one of them. Cancelling one cancels the
    /// graph, and one that waits for the next action meanwhile goes on when `upstream` gives it or ends.
    @inlinable
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        guard Body.self != Self.self else { return HostedStream.ofNothing(Self.self) }
        return HostedStream.states(of: self, upstream: upstream)
    }
}
