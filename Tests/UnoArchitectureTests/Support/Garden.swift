import TestSupport
import UnoArchitecture

/// A state with a part that is always present, an optional part and a case.
struct Garden: Sendable, Equatable {
    @CasePathable enum Season: Sendable, Equatable {
        case winter
        case summer(Plot)
    }

    /// A part whose growth can be counted. It contains an array, so that a copy can be detected.
    struct Plot: Sendable, Equatable {
        var plants: [Int] = []
        var address: UInt { plants.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }

    enum PlotAction: Sendable, Equatable {
        case plant(Int)
        case work, watch, stopWork
    }

    @CasePathable enum Action: Sendable, Equatable {
        case plot(PlotAction)
        case guest(PlotAction)
        case lend(Plot?)
        case replace(Plot)
        case lendLater, work, stopWork
    }

    var plot = Plot()
    var guest: Plot?

    /// Lets a test control and observe the effects.
    struct Works: Sendable {
        let child = HeldWork()
        let parent = HeldWork()
        let seen = Record<Action>()
    }

    static func plotFeature(_ works: Works) -> Interact<Plot, PlotAction> {
        Interact(initialValue: Plot(plants: [99])) { plot, action in
            switch action {
            case .plant(let number):
                plot.plants.append(number)
                return .state
            case .work:
                return .perform(id: "work") { _, send in
                    guard await works.child.run() == .released else { return }
                    await send { $0.plants.append(1_000) }
                }
            case .watch:
                return .observe { state, send in
                    while await works.child.run() == .released {
                        let count = await state.plants.count
                        await send { $0.plants.append(count) }
                    }
                }
            case .stopWork: return .cancel(id: "work")
            }
        }
    }

    static func parent(_ works: Works, initial: Garden = Garden()) -> Interact<Garden, Action> {
        Interact(initialValue: initial) { garden, action in
            works.seen.append(action)
            switch action {
            case .plot, .guest: return .none
            case .lend(let plot): garden.guest = plot
            case .replace(let plot): garden.plot = plot
            case .lendLater:
                return .perform { _, send in
                    await works.parent.run()
                    await send { $0.guest = nil }
                }
            case .work:
                return .perform(id: "work") { _, send in
                    guard await works.parent.run() == .released else { return }
                    await send { $0.plot.plants.append(2_000) }
                }
            case .stopWork: return .cancel(id: "work")
            }
            return .state
        }
    }
}
