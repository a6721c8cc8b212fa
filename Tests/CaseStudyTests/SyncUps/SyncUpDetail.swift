import UnoArchitecture
import UnoStorage

/// One meeting: its form, its history, its deletion, and the way into a new recording.
@Interactor struct SyncUpDetail {
    struct State: Sendable, Equatable, Identifiable {
        let id: Int
        var all: IdentifiedArrayOf<SyncUp> = []
        var form: SyncUpForm.State?
        var recording: RecordMeeting.State?
        /// The screen of a past meeting.
        var meeting: SyncUp.Meeting?
        var question: Question?

        /// Nil after it was deleted, here or elsewhere.
        var syncUp: SyncUp? { all[id: id] }
    }
    enum Action: Sendable, Equatable {
        case editTapped
        case editEnded(isSaved: Bool)
        case startTapped
        case meetingTapped(Int)
        case meetingClosed
        case meetingsDeleted([Int])
        case deleteTapped
        case answered(isDeleted: Bool)
        case form(SyncUpForm.Action)
        case recording(RecordMeeting.Action)
    }

    let syncUps: SyncUps

    var body: some InteractorOf<Self> {
        Requiring(NewID.self) { newID in
            Interact(initialValue: State(id: 0)) { state, action in
                guard let syncUp = state.syncUp else { return .none }
                switch action {
                case .editTapped: state.form = SyncUpForm.State(syncUp: syncUp)
                case .editEnded(let isSaved):
                    if isSaved, let edited = state.form?.syncUp {
                        state.all = syncUps.update { $0[id: edited.id] = edited }
                    }
                    state.form = nil
                case .startTapped: state.recording = RecordMeeting.State(syncUp: syncUp)
                case .meetingTapped(let id): state.meeting = syncUp.meetings[id: id]
                case .meetingClosed: state.meeting = nil
                case .meetingsDeleted(let offsets):
                    state.all = syncUps.update { $0[id: syncUp.id]?.meetings.remove(atOffsets: offsets) }
                case .deleteTapped: state.question = .delete
                case .answered(let isDeleted):
                    state.question = nil
                    if isDeleted { state.all = syncUps.update { $0.remove(id: syncUp.id) } }
                case .form: return .none
                case .recording:
                    guard let end = state.recording?.end else { return .none }
                    state.recording = nil
                    if case .saved(let transcript) = end {
                        let meeting = SyncUp.Meeting(id: newID.next(), transcript: transcript)
                        state.all = syncUps.update { $0[id: syncUp.id]?.meetings.insert(meeting, at: 0) }
                    }
                }
                return .state
            }
            .ifLet(\.form, action: \.form) { SyncUpForm() }
            .ifLet(\.recording, action: \.recording) { RecordMeeting() }
            .observing(syncUps, at: \.all)
        }
    }
}
