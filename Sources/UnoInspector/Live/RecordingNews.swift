/// Entries of a recording, with what an entry is compared with: the state and the time before them.
struct RecordingNews<State: Sendable, Action: Sendable>: Sendable {
    let entries: [Recording<State, Action>.Entry]
    let stateBefore: Kept<State>?
    let timeBefore: Duration

    init(_ recording: Recording<State, Action>, from start: Int, atMost limit: Int) {
        entries = Array(recording.entries[start...].prefix(limit))
        var step: Recording<State, Action>.Step?
        for case .step(let former) in recording.entries[..<start].reversed() {
            step = former
            break
        }
        stateBefore = step?.keptState ?? recording.stateBefore
        timeBefore = step?.time ?? .zero
    }
}
