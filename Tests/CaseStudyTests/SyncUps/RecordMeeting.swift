import UnoArchitecture

/// The meeting: each attendee speaks for the same time, and what is said is written down.
@Interactor struct RecordMeeting {
    enum End: Sendable, Equatable {
        case saved(String)
        case discarded
    }
    struct State: Sendable, Equatable {
        let syncUp: SyncUp
        var seconds = 0
        var speaker = 0
        var transcript = ""
        var question: Question?
        var end: End?

        var secondsLeft: Int { syncUp.minutes * 60 - seconds }
    }
    enum Action: Sendable, Equatable {
        case appeared, secondPassed
        case heard(String)
        case nextSpeaker, endTapped
        case answered(End?)
    }

    var body: some InteractorOf<Self> {
        Requiring(ClockKey.self, Speech.self) { clock, speech in
            Interact(initialValue: State(syncUp: SyncUp(id: 0))) { state, action, dispatch in
                switch action {
                case .appeared:
                    return .merge([
                        .observe { _, _ in
                            while (try? await clock.sleep(for: .seconds(1))) != nil { await dispatch(.secondPassed) }
                        },
                        .observe { _, _ in for await words in speech.words() { await dispatch(.heard(words)) } },
                    ])
                case .secondPassed:
                    guard state.question == nil, state.end == nil else { return .none }
                    state.seconds += 1
                    if state.seconds % state.syncUp.secondsPerAttendee == 0 { nextSpeaker(&state) }
                case .heard(let words): state.transcript += words
                case .nextSpeaker:
                    guard state.speaker < state.syncUp.attendees.count - 1 else { return ask(&state) }
                    state.seconds = (state.speaker + 1) * state.syncUp.secondsPerAttendee
                    nextSpeaker(&state)
                case .endTapped: return ask(&state)
                case .answered(let end):
                    state.question = nil
                    state.end = end
                }
                return .state
            }
        }
    }

    private func nextSpeaker(_ state: inout State) {
        state.speaker += 1
        if state.speaker >= state.syncUp.attendees.count { state.end = .saved(state.transcript) }
    }

    private func ask(_ state: inout State) -> Emission<State> {
        state.question = .endEarly
        return .state
    }
}
