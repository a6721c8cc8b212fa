import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A child that an earlier part of the step has made, and whose transformer keeps the step waiting as it starts.
@Suite("A child that is made and steps in one step", .timeLimit(.hang))
struct StartedInStepTests {
    struct Guest: Sendable, Equatable {
        var count = 0
        var echo = 0
    }

    @CasePathable enum GuestAction: Sendable {
        case count
        case echo(Int)
    }

    struct House: Sendable, Equatable {
        var guest: Guest?
        var handled = 0
    }

    @CasePathable enum HouseAction: Sendable {
        case guest(GuestAction)
        case come
    }

    private struct Greeter: Interactor {
        var body: some Interactor<Guest, GuestAction> {
            Scope(state: \.echo, action: \.echo) { PullingGreeter(greeting: 7) }
            Interact { guest, action in
                guard case .count = action else { return .none }
                guest.count += 1
                return .state
            }
        }
    }

    @Test(
        "tells its onChange of what its transformer yields as it starts, if an effect has made it",
        arguments: Host.allCases)
    func change(host: Host) {
        let house = Interact<House, HouseAction>(initialValue: House()) { _, _ in
            .perform { _, send in await send { $0.guest = Guest() } }
        }
        .ifLet(\.guest, action: \.guest) {
            Greeter().onChange(of: \.echo) { guest, _, new in
                guest.count = new
                return .state
            }
        }
        let stage = Stage(house, in: host)
        #expect(stage.send(.come).last.guest == Guest(count: 7, echo: 7))
    }

    @Test("shows its own state before that of its parent, behind the transformer's", arguments: Host.allCases)
    func order(host: Host) {
        let house = Interactors.Merge(
            Interact<House, HouseAction>(initialValue: House()) { house, _ in
                guard house.guest == nil else { return .none }
                house.guest = Guest()
                return .state
            },
            Interact<House, HouseAction>.changing { house, _ in house.handled += 1 }
                .ifLet(\.guest, action: \.guest) { Greeter() }
        )
        let stage = Stage(house, in: host)
        stage.send(.guest(.count))
        #expect(
            stage.states == [
                House(), House(guest: Guest()), House(guest: Guest(echo: 7)), House(guest: Guest(count: 1, echo: 7)),
                House(guest: Guest(count: 1, echo: 7), handled: 1),
            ]
        )
    }
}
