import UnoArchitecture
import UnoPresentation

// A module whose types belong to the main actor by default: what the graph works with is `nonisolated`, what is shown
// is written as it comes.

@Interactor
nonisolated struct Stopwatch {
    struct DomainState: Sendable {
        var laps: [Int] = []
    }

    enum Action: Sendable {
        case lap(Int)
        case load
    }

    let stored: @Sendable () async -> [Int]

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .lap(let seconds):
                state.laps.append(seconds)
                return .state
            case .load:
                return .perform { [stored] _, send in
                    let laps = await stored()
                    await send { $0.laps = laps }
                }
            }
        }
    }
}

@CasePathable
nonisolated enum StopwatchPhase: Sendable {
    case running(since: Int)
    case stopped
}

public struct StopwatchScreen: Equatable {
    public var title = ""
    public var total = 0
}

struct StopwatchReducer: ViewStateReducer {
    var body: some ViewStateReducer<Stopwatch.DomainState, StopwatchScreen> {
        BuildViewState { domainState, screen in screen.title = "\(domainState.laps.count) laps" }
        BuildViewState { domainState, screen in screen.total = domainState.laps.reduce(0, +) }
    }
}

/// A type of the main actor, as a view is, that has a view model.
public final class StopwatchPage {
    private let model: ViewModel<Stopwatch.Action, Stopwatch.DomainState, StopwatchScreen>

    public init(stored: @escaping @Sendable () async -> [Int]) {
        model = ViewModel(initialValue: StopwatchScreen(), Stopwatch(stored: stored), StopwatchReducer())
    }

    public var text: String { "\(model.title), \(model.total) s" }

    public func pressed(at seconds: Int) { model.sendViewEvent(\.lap, seconds) }

    public func refresh() async { await model.sendViewEvent(.load).finish() }
}
