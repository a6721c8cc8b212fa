import UnoArchitecture
import UnoStorage

/// The list of all meetings, and the way to each.
@Interactor struct SyncUpsList {
    struct State: Sendable, Equatable {
        var all: IdentifiedArrayOf<SyncUp> = []
        var new: SyncUpForm.State?
        var detail: SyncUpDetail.State?
    }
    enum Action: Sendable, Equatable {
        case addTapped
        case addEnded(isSaved: Bool)
        case deleted([Int])
        case tapped(Int)
        case closed
        case new(SyncUpForm.Action)
        case detail(SyncUpDetail.Action)
    }

    let syncUps: SyncUps

    var body: some InteractorOf<Self> {
        Requiring(NewID.self) { newID in
            Interact(initialValue: State()) { state, action in
                switch action {
                case .addTapped:
                    let id = newID.next()
                    state.new = SyncUpForm.State(syncUp: SyncUp(id: id, attendees: [.init(id: newID.next())]))
                case .addEnded(let isSaved):
                    if isSaved, var new = state.new?.syncUp {
                        new.attendees.removeAll { $0.name.allSatisfy(\.isWhitespace) }
                        state.all = syncUps.update { [new] in $0.append(new) }
                    }
                    state.new = nil
                case .deleted(let offsets): state.all = syncUps.update { $0.remove(atOffsets: offsets) }
                case .tapped(let id): state.detail = SyncUpDetail.State(id: id, all: state.all)
                case .closed: state.detail = nil
                case .new: return .none
                case .detail:
                    guard let detail = state.detail, detail.syncUp == nil else { return .none }
                    state.detail = nil
                }
                return .state
            }
            .ifLet(\.new, action: \.new) { SyncUpForm() }
            .ifLet(\.detail, action: \.detail) { SyncUpDetail(syncUps: syncUps) }
            .observing(syncUps, at: \.all)
        }
    }
}
