import UnoArchitecture

/// A `when` child, one of whose parts ends it in the step of its action.
enum LeavingGuest {
    struct Guest: Sendable, Equatable {
        var count = 0
        var hasLeft = false
        var bag: Int?
    }

    @CasePathable enum GuestAction: Sendable {
        case leave, count
        case bag(Int)
    }

    @CasePathable enum House: Sendable, Equatable {
        case empty
        case guest(Guest)
    }

    @CasePathable enum Action: Sendable {
        case guest(GuestAction)
        case guestState(Guest)
        case enter
    }

    /// The house, which receives the next guest with `enter`, and lets one go who has left or whose bag is empty.
    static func house<Parts: Interactor<Guest, GuestAction>>(
        @InteractorBuilder<Guest, GuestAction> _ guest: () -> Parts
    ) -> some Interactor<House, Action> {
        Interact<House, Action>(initialValue: .guest(Guest(bag: 1))) { house, action in
            switch action {
            case .enter: house = .guest(Guest())
            case .guestState(let guest): house = guest.hasLeft || guest.bag == 0 ? .empty : .guest(guest)
            case .guest: break
            }
            return .state
        }
        .when(stateIs: \Case<House>.guest, actionIs: \.guest, stateAction: \.guestState, run: guest)
    }

    static var leaver: Interact<Guest, GuestAction> {
        Interact(initialValue: Guest()) { guest, action in
            guard case .leave = action else { return .none }
            guest.hasLeft = true
            return .state
        }
    }

    /// Counts what it gets.
    static var counter: Interact<Guest, GuestAction> {
        Interact { guest, _ in
            guest.count += 1
            return .state
        }
    }
}
