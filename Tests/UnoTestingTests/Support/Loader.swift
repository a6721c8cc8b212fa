import TestSupport
import UnoArchitecture
import UnoTesting

/// A feature with every kind of effect, for the harness to be tried on.
struct Loader: Interactor {
    struct Row: Sendable, Equatable {
        var id: Int
        var name: String
    }

    enum Phase: Sendable, Equatable {
        case idle
        case loading(since: Int)
        case loaded([Row])
    }

    struct DomainState: Sendable, Equatable {
        var count = 0
        var phase = Phase.idle
        var ticks = 0
    }

    enum Action: Sendable, Equatable {
        case increment
        /// Changes the state and does not emit it.
        case quietly
        /// Loads, and feeds `loaded` back.
        case load
        case loaded([Row])
        /// Loads, and changes the state directly.
        case loadDirectly
        /// Counts the seconds.
        case watch
        case unwatch
    }

    enum Effect: Sendable { case watch }

    let clock: TestClock
    /// Holds a load until it is released.
    let work = HeldWork()

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action, dispatch in
            switch action {
            case .increment:
                state.count += 1
                return .state
            case .quietly:
                state.count += 1
                return .none
            case .load:
                state.phase = .loading(since: state.count)
                return .perform { [work] _, _ in
                    guard await work.run() == .released else { return }
                    await dispatch(.loaded([Row(id: 1, name: "one")]))
                }
            case .loaded(let rows):
                state.phase = .loaded(rows)
                return .state
            case .loadDirectly:
                return .perform(id: "direct") { [work] _, send in
                    await work.run()
                    await send { $0.phase = .loaded([]) }
                }
            case .watch:
                return .observe(id: Effect.watch) { [clock] _, send in
                    while (try? await clock.sleep(for: .seconds(1))) != nil { await send { $0.ticks += 1 } }
                }
            case .unwatch: return .cancel(id: Effect.watch)
            }
        }
    }
}
