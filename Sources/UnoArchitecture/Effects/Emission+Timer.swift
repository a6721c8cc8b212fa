internal import AsyncKit

extension Emission {
    /// Changes the state at each tick of a timer; runs until it is cancelled or the graph finishes.
    ///
    /// See ``ClockTimer`` for time and for ticks that are missed; a consumer that delays the change of one tick misses ticks.
    ///
    /// - Parameters:
    ///   - interval: the time between two ticks.
    ///   - clock: measures the time.
    ///   - id: names the timer within its scope, for `policy` and ``cancel(id:)``.
    ///   - policy: what happens if the scope already has an effect with this id: by default, the new timer takes its place.
    ///   - tick: changes the state, as an update of the effect.
    public static func timer(
        every interval: Duration,
        clock: any Clock<Duration>,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .cancelPrevious,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ tick: @escaping @Sendable (_ state: inout State) -> Void
    ) -> Emission {
        observe(id: id, policy: policy, fileID: fileID, line: line) { _, send in
            for await _ in clock.timer(interval: interval, fileID: fileID, line: line) {
                await send(fileID: fileID, line: line, tick)
            }
        }
    }
}

extension Dispatcher {
    /// Dispatches an action at each tick of a timer; see ``Emission/timer(every:clock:id:policy:fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - interval: the time between two ticks.
    ///   - clock: measures the time.
    ///   - id: names the effect; nil for none.
    ///   - policy: what happens if an effect with `id` is running.
    ///   - action: returns the action for the tick of this number.
    public func timer<State>(
        every interval: Duration,
        clock: any Clock<Duration>,
        id: (any Hashable & Sendable)? = nil,
        policy: EffectPolicy = .cancelPrevious,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ action: @escaping @Sendable (_ tick: Int) -> Action
    ) -> Emission<State> {
        .observe(id: id, policy: policy, fileID: fileID, line: line) { _, _ in
            for await tick in clock.timer(interval: interval, fileID: fileID, line: line) {
                await sendQuietly(action(tick), CallSite(fileID, line, function, note: nil))
            }
        }
    }
}
