internal import AsyncKit

/// One run of one runtime: it differs for any two runtimes, in whatever processes they live.
public struct RuntimeEpoch: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A random number of the process.
    private let process: UInt64
    /// The number of the runtime in its process.
    private let instance: UInt64

    private static let thisProcess = UInt64.random(in: .min ... .max)

    init(instance: UInt64) {
        process = Self.thisProcess
        self.instance = instance
    }

    /// The two numbers, as in `9a3f00c1d2b4e587.3`.
    public var description: String { "\(String(process, radix: 16)).\(instance)" }
}

/// A state with its number among the states of its runtime.
public struct NumberedState<State: Sendable>: Sendable {
    /// Grows from state to state. In a subscription to every state, each state has the number that follows the last one's;
    /// a number that is left out stands for states that were skipped.
    public let number: UInt64
    /// The state.
    public let state: State

    /// Joins a state and its number.
    public init(number: UInt64, state: State) {
        self.number = number
        self.state = state
    }
}

extension NumberedState: Equatable where State: Equatable {}
extension NumberedState: Codable where State: Codable {}

/// A subscription to a runtime's states that is pulled, and whose pulls may end without a state; made by
/// ``Runtime/numberedStates(_:fileID:line:)``.
///
/// - *Ordering*: as in a stream of states. Pulls are served one after the other, in the order of the calls.
/// - *Numbers*: all subscriptions to one runtime have the same number for the same emitted state. The first state of a
///   subscription is the present state, and has the number of the last emission that it contains.
/// - *Demand*: with `.bounded`, what is not pulled keeps the runtime waiting.
/// - *Finish*: the pull that finds no more states says why; see ``Pull/end``.
/// - *Cancellation*: cancelling a task that pulls ends that pull only. ``cancel()``, or releasing the object, unsubscribes.
public final class NumberedStates<State: Sendable>: Sendable {
    /// Why there are no further states.
    public enum End: Sendable, Hashable, Codable {
        /// The runtime has ended.
        case finished
        /// The subscriber kept the runtime waiting for longer than its policy allows.
        case stalled
        /// The subscription was cancelled.
        case cancelled
    }

    /// What one pull returns.
    public struct Pull: Sendable {
        /// The states, the oldest first; empty if the pull ended before there was one.
        public var states: [NumberedState<State>]
        /// Why there are no further states; nil if there may be some. Set in a pull without states only.
        public var end: End?
    }

    /// The run of the runtime that the numbers belong to.
    public let epoch: RuntimeEpoch
    private let subscription: BroadcastSubscription<State>
    private let isolation: GraphIsolation
    private let lock = AsyncLock()

    init(_ subscription: BroadcastSubscription<State>, _ epoch: RuntimeEpoch, _ isolation: GraphIsolation) {
        self.subscription = subscription
        self.epoch = epoch
        self.isolation = isolation
    }

    /// Waits for a state, and returns with it those that are there already, at most `count` in all.
    ///
    /// Returns without a state when `limit` has passed, when ``interrupt()`` is called, and when the waiting task is
    /// cancelled; no state is lost by that.
    ///
    /// - Parameters:
    ///   - count: at least 1.
    ///   - limit: how long to wait for the first state; nil for any time.
    ///   - clock: measures the limit; nil for the runtime's clock.
    public func pull(
        atMost count: Int,
        within limit: Duration? = nil,
        clock: (any Clock<Duration>)? = nil
    ) async -> Pull {
        await pull(atMost: count, within: limit, clock: clock) { false }
    }

    /// - Parameter isVoid: asked when ``interrupt()`` would already end this pull; true ends it at once.
    package func pull(
        atMost count: Int,
        within limit: Duration?,
        clock: (any Clock<Duration>)?,
        unless isVoid: () -> Bool
    ) async -> Pull {
        guard await lock.acquire() == .acquired else { return Pull(states: []) }
        defer { lock.release() }
        var states = ready(atMost: count)
        let clock = clock.map { GraphClock($0) } ?? isolation.clock
        if states.isEmpty, let first = await first(limit, clock, isVoid) {
            states = [first] + ready(atMost: count - 1)
        }
        return Pull(states: states, end: states.isEmpty ? end : nil)
    }

    /// Returns the states that are there already, at most `count`; none while another call waits for states.
    public func pullReady(atMost count: Int) -> Pull {
        guard lock.tryAcquire() else { return Pull(states: []) }
        defer { lock.release() }
        let states = ready(atMost: count)
        return Pull(states: states, end: states.isEmpty ? end : nil)
    }

    /// Ends the pull that waits for a state, if there is one: it returns without a state.
    public func interrupt() { subscription.interruptPull() }

    /// Unsubscribes. A pull that waits returns.
    public func cancel() { subscription.unsubscribe() }

    private var end: End? {
        switch subscription.end {
        case nil: nil
        case .finished: .finished
        case .givenUp: .stalled
        case .unsubscribed: .cancelled
        }
    }

    private func ready(atMost count: Int) -> [NumberedState<State>] {
        var states: [NumberedState<State>] = []
        while states.count < count, let (state, number) = subscription.nextNumbered() {
            states.append(NumberedState(number: number, state: state))
        }
        return states
    }

    private func first(
        _ limit: Duration?,
        _ clock: GraphClock,
        _ isVoid: () -> Bool
    ) async -> NumberedState<State>? {
        guard let pull = subscription.beginPull(), !isVoid() else { return nil }
        let watch = limit.map { limit in
            isolation.tasks.startWatch { [subscription] in
                if await clock.sleep(for: limit) { subscription.interruptPull(pull) }
            }
        }
        defer { watch?.cancel() }
        let next = await withCancellationHandlerInPlace {
            await subscription.next(inPull: pull)
        } onCancel: {
            subscription.interruptPull(pull)
        }
        return next.map { NumberedState(number: $0.number, state: $0.value) }
    }
}

extension Runtime {
    /// The run of this runtime, for the numbers of its states.
    public nonisolated var epoch: RuntimeEpoch { RuntimeEpoch(instance: core.identity.instance) }

    /// Subscribes to the states with their numbers, as ``states(_:of:fileID:line:)`` does; a new subscription per call.
    public nonisolated func numberedStates(
        _ policy: SubscriptionPolicy = .latest,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> NumberedStates<State> {
        NumberedStates(core.subscribe(policy, at: CallSite(fileID, line)), epoch, core.isolation)
    }
}

extension NumberedStates: CustomReflectable, OpaquelyReflected {}
