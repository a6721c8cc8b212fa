import UnoArchitecture

/// The form for a new meeting, and for changes of one.
@Interactor struct SyncUpForm {
    enum Field: Sendable, Hashable {
        case title
        case attendee(Int)
    }
    struct State: Sendable, Equatable { var syncUp: SyncUp, focus: Field? = .title }
    enum Action: Sendable, Equatable {
        case titled(String)
        case minutesSet(Int)
        case named(Int, String)
        case attendeeAdded
        case attendeesDeleted([Int])
        case focused(Field?)
    }

    var body: some InteractorOf<Self> {
        Requiring(NewID.self) { newID in
            Interact(initialValue: State(syncUp: SyncUp(id: 0))) { state, action in
                switch action {
                case .titled(let title): state.syncUp.title = title
                case .minutesSet(let minutes): state.syncUp.minutes = minutes
                case .named(let id, let name): state.syncUp.attendees[id: id]?.name = name
                case .focused(let field): state.focus = field
                case .attendeeAdded:
                    let attendee = SyncUp.Attendee(id: newID.next())
                    state.syncUp.attendees.append(attendee)
                    state.focus = .attendee(attendee.id)
                case .attendeesDeleted(let offsets):
                    state.syncUp.attendees.remove(atOffsets: offsets)
                    if state.syncUp.attendees.isEmpty { state.syncUp.attendees.append(.init(id: newID.next())) }
                    let next = min(offsets.first ?? 0, state.syncUp.attendees.count - 1)
                    state.focus = .attendee(state.syncUp.attendees[next].id)
                }
                return .state
            }
        }
    }
}
