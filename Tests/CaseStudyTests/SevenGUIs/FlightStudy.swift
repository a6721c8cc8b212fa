import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 3: two dates, of which the second counts only for a return flight.
@Interactor struct FlightStudy {
    enum Kind: Sendable { case oneWay, roundTrip }

    struct State: Sendable, Equatable {
        var kind = Kind.oneWay
        var departure = "2026-11-22"
        var arrival = "2026-11-22"
        var booked: AlertState<Never>?

        static func isDate(_ text: String) -> Bool {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
        }

        var canBook: Bool {
            Self.isDate(departure) && (kind == .oneWay || Self.isDate(arrival) && departure <= arrival)
        }
    }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case book
        case booked(PresentationAction<Never>)
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action in
            guard action == .book, state.canBook else { return .none }
            let back = state.kind == .roundTrip ? ", back \(state.arrival)" : ""
            state.booked = AlertState("Booked for \(state.departure)\(back)")
            return .state
        }
        .presents(\.booked, action: \.booked)
    }
}

@MainActor @Suite("Case study: a flight booker", .timeLimit(.hang)) struct FlightStudyTests {
    @Test func `A return flight cannot leave after it comes back`() {
        let model = ViewModel(FlightStudy(), instances: .many)
        model.departure = "2026-12-01"
        #expect(model.canBook)
        model.kind = .roundTrip
        #expect(!model.canBook)
        model.sendViewEvent(.book)
        #expect(model.booked == nil)
        model.arrival = "2026-12-24"
        model.sendViewEvent(.book)
        #expect(model.booked?.title == "Booked for 2026-12-01, back 2026-12-24")
        model.departure = "soon"
        #expect(!model.canBook)
    }
}
