import UnoArchitecture
import UnoPresentation

struct Clicks: Interactor {
    struct DomainState: Sendable, Equatable {
        var count = 0
    }

    enum Action: Sendable {
        case click
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, _ in
            state.count += 1
            return .state
        }
    }
}

struct ClickScreen: Equatable {
    var title = ""
}

@ViewStateReducer<Clicks.DomainState, ClickScreen>
struct ClickScreenReducer {
    var body: some ViewStateReducerOf<Self> {
        BuildViewState { state, screen in screen.title = "\(state.count) clicks" }
    }
}

@MainActor
func click() {
    let model = ViewModel(initialValue: ClickScreen(), Clicks(), ClickScreenReducer())
    model.sendViewEvent(.click)
    print(model.title)
}
