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

    /// Begins this emission when no other one has been debounced with `id` for `duration`.
    ///
    /// ```swift
    /// case .typed(let text):
    ///     state.text = text
    ///     return dispatch.run(\.found) { try await api.search(text) }
    ///         .debounce(id: "search", for: .milliseconds(300), clock: clock)
    /// ```
    ///
    /// Emits the state at once. A newer debounce with the same id in the scope takes the place of this one, and cancels its
    /// effects if they have begun; so does ``cancel(id:)``. An effect of this emission that has an id of its own keeps it
    /// and is cancelled by that only.
    ///
    /// To delay the actions of a part instead, see ``Interactors/Debounce``.
    ///
    /// - *Finish*: a finishing graph awaits the time and the effects.
    /// - *Clock*: if `clock` fails to sleep, that is reported, and this emission begins at once.
    public func debounce(
        id: any Hashable & Sendable,
        for duration: Duration,
        clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Emission {
        let gate = Gate(.perform, id: id, policy: .cancelPrevious, at: CallSite(fileID, line)) { pass in
            do {
                try await clock.sleep(for: duration.asWindow)
            } catch {
                if Task.isCancelled { return }
                let message =
                    "The clock of a debounce, \(type(of: clock)), did not sleep; what it delays begins at once"
                Diagnostics.current.report(Diagnostic(.unreliableClock, message, at: CallSite(fileID, line)))
            }
            pass.grant()
        }
        return .effects(EffectProgram(EffectTree(.gated(gate), of: [tree.map { $0.identified(by: id) }])))
    }

    /// Begins this emission at most once in each window of `duration`.
    ///
    /// Emits the state at once. The first emission with `id` in the scope begins, and a window with it. An emission that
    /// comes within the window is dropped or, if `latest` is true, waits for the end of the window: then the latest one
    /// begins, and another window with it. ``cancel(id:)`` ends the window and drops the emission that waits for it.
    ///
    /// To thin out the actions of a part instead, see ``Interactors/Throttle``.
    ///
    /// What follows this emission in a concatenation begins when its effects have ended; the window may last longer, and neither
    /// keeps an event open nor ends when an event is cancelled.
    ///
    /// - *Finish*: a finishing graph does not await the window; an emission that waits begins at once.
    ///
    /// - Parameters:
    ///   - id: names the window. Use another id for the effects of this emission.
    ///   - duration: the length of a window; one of zero or less drops nothing.
    ///   - latest: whether the latest emission within a window begins when the window ends.
    ///   - clock: measures the time.
    public func throttle(
        id: any Hashable & Sendable,
        for duration: Duration,
        latest: Bool = true,
        clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Emission {
        guard duration > .zero else {
            switch self {
            case .none, .unshown: return .state
            case .state, .effects: return self
            }
        }
        let policy = latest ? EffectPolicy.waitTurn(atMost: 1, then: .dropOldest) : .dropNew
        var gate = Gate(.perform, id: id, policy: policy, at: CallSite(fileID, line)) { $0.grant() }
        gate.window = Effect(kind: .observe, id: id, policy: .runBoth, site: CallSite(fileID, line)) { _ in
            try? await clock.sleep(for: duration.asWindow)
        }
        gate.window?.isOfEvent = false
        return .effects(EffectProgram(EffectTree(.gated(gate), of: [tree])))
    }
}

extension EffectTree.Instruction {
    /// This instruction, with `id` for an effect that has none.
    fileprivate func identified(by id: any Hashable & Sendable) -> EffectTree.Instruction {
        guard case .work(var effect) = self, effect.id == nil else { return self }
        (effect.id, effect.policy) = (id, .runBoth)
        return .work(effect)
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
