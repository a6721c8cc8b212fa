import UnoArchitecture
import UnoInspector
import UnoTesting

/// What is recorded of a runtime of `feature` that handles `actions`, one after the other, and is drained.
func recorded<State: Sendable, Action: Sendable>(
    _ feature: some Interactor<State, Action>, _ actions: [Action],
    keeping extent: Recorder<State, Action>.Extent = .whole
) async -> Recording<State, Action> {
    let recorder = Recorder<State, Action>(keeping: extent)
    let runtime = Runtime(feature, recording: recorder)
    for action in actions { await runtime.send(action).finish() }
    await runtime.shutdown(.drain)
    return recorder.recording
}

extension ControlledExecutor {
    /// Ends a runtime that runs here, and everything that this leads to.
    func shutDown<State, Action>(_ runtime: Runtime<State, Action>, _ manner: Runtime<State, Action>.Shutdown = .drain)
    {
        task { await runtime.shutdown(manner) }
        runUntilIdle()
    }
}

extension ReplayResult {
    /// How the replay differs; nil if it does not.
    var difference: ReplayDifference? { if case .differs(let difference) = self { difference } else { nil } }
    /// Why there is no replay; nil if there is one.
    var obstacle: String? { if case .impossible(let reason) = self { reason } else { nil } }
}

/// A counter whose effects send and feed back.
struct Tally: Interactor {
    struct State: Sendable, Hashable, Codable {
        var count = 0
        var log: [String] = []
    }

    enum Action: Sendable, Hashable, Codable {
        case add(Int)
        case load(Int)
        case loaded(Int)
        case chain
    }

    /// What `add` multiplies by: another number makes another feature.
    var factor = 1

    var body: some Interactor<State, Action> {
        Interact<State, Action>(initialValue: State()) { [factor] state, action, dispatch in
            switch action {
            case .add(let number):
                state.count += number * factor
                return .state
            case .load(let number):
                state.log.append("loading \(number)")
                return .perform(id: "load", policy: .cancelPrevious) { _, send in
                    await send { $0.log.append("sent \(number)") }
                    await dispatch(.loaded(number))
                }
            case .loaded(let number):
                state.count += number
                state.log.append("loaded \(number)")
                return .state
            case .chain:
                state.log.append("chained")
                return .merge([.state, dispatch.next(.add(1))])
            }
        }
    }
}

/// Actions are numbers, which a debounce and a throttle pass on to the log, beside effects that a clock delays.
struct Timed: Interactor {
    struct State: Sendable, Hashable, Codable {
        var log: [String] = []
    }

    let clock: TestClock

    var body: some Interactor<State, Int> {
        Interact<State, Int>(initialValue: State()) { [clock] state, number, dispatch in
            .perform { _, send in await send { $0.log.append("delayed \(number)") } }
                .debounce(id: "later", for: .seconds(1), clock: clock)
        }
        DebounceInteractor(for: .seconds(1), clock: clock) { Self.part("debounced") }
        ThrottleInteractor(for: .seconds(1), clock: clock) { Self.part("throttled") }
    }

    private static func part(_ name: String) -> some Interactor<State, Int> {
        Interact<State, Int> { state, number in
            state.log.append("\(name) \(number)")
            return .state
        }
    }
}
