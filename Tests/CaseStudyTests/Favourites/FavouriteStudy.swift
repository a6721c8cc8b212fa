import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A reusable part: a favourite that shows its change at once, and takes it back with an alert if the server refuses it.
@Interactor struct FavouriteStudy {
    struct State: Sendable, Equatable, Identifiable {
        let id: Int
        var isFavourite = false
        var alert: AlertState<Never>?
    }

    enum Action: Sendable, Equatable {
        case tapped
        case failed(was: Bool)
        case alert(PresentationAction<Never>)
    }

    struct Refused: Error {}
    let save: @Sendable (Int, Bool) async throws -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: State(id: 0)) { state, action, dispatch in
            switch action {
            case .tapped:
                state.isFavourite.toggle()
                return .perform(id: "save", policy: .cancelPrevious) { [save, state] _, _ in
                    do {
                        try await save(state.id, state.isFavourite)
                    } catch {
                        await dispatch(.failed(was: !state.isFavourite))
                    }
                }
            case .failed(let was):
                state.isFavourite = was
                state.alert = AlertState("Not saved")
                return .state
            case .alert: return .none
            }
        }
        .presents(\.alert, action: \.alert)
    }
}

@Interactor struct FavouriteListStudy {
    struct State: Sendable, Equatable { var episodes: [FavouriteStudy.State] = [] }
    enum Action: Sendable, Equatable { case episodes(IdentifiedAction<Int, FavouriteStudy.Action>) }

    let save: @Sendable (Int, Bool) async throws -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { _, _ in .none }
            .forEach(\.episodes, action: \.episodes) { FavouriteStudy(save: save) }
    }
}

@MainActor @Suite("Case study: a list of favourites", .timeLimit(.hang)) struct FavouriteStudyTests {
    private let threeEpisodes = FavouriteListStudy.State(episodes: (1...3).map { .init(id: $0) })

    @Test func `A favourite that cannot be saved is taken back, with an alert`() async {
        let harness = InteractorTestHarness(
            FavouriteListStudy { _, _ in throw FavouriteStudy.Refused() }, initialState: threeEpisodes)
        await harness.send(.episodes(.init(id: 2, action: .tapped))) { $0.episodes[1].isFavourite = true }
        await harness.receive(.episodes(.init(id: 2, action: .failed(was: false)))) {
            $0.episodes[1].isFavourite = false
            $0.episodes[1].alert = AlertState("Not saved")
        }
        await harness.send(.episodes(.init(id: 2, action: .alert(.dismiss)))) { $0.episodes[1].alert = nil }
        await harness.finish()
    }

    @Test func `Each row is observed by itself`() async {
        let model = ViewModel(FavouriteListStudy { _, _ in }.starting(with: threeEpisodes), instances: .many)
        let changed = Record<Int>()
        for (place, row) in model.scope(rows: \.episodes, action: \.episodes).enumerated() {
            withObservationTracking {
                _ = row.isFavourite
            } onChange: {
                changed.append(place)
            }
        }
        await model.scope(rows: \.episodes, action: \.episodes)[2].sendViewEvent(.tapped).finish()
        #expect(changed.elements == [2])
    }
}
