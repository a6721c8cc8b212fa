/// Tells the drain loop that a task awaits an event.
///
/// The task would have to visit the isolation otherwise, which the loop occupies: two executor switches for the task, and
/// two more for the loop, which would leave the isolation to it. A note costs one lock.
///
/// Why every note is received: a loop takes the notes before it waits and when it ends, under the lock under which they are
/// left, and a note is left only while a loop is under way. A task that finds its event handled after it has left the note
/// visits the isolation and takes the notes itself: the loop may be waiting for something else.
struct LoopNote: Sendable {
    let eventID: EventID
    let end: AwaitedEnd
}

extension GraphIsolation {
    /// Leaves a note that the caller awaits an event, which has not been handled and so has no effect that could be the caller.
    ///
    /// - Returns: the end to await; nil if the caller has to visit the isolation.
    nonisolated func leaveNote(about eventID: EventID) -> AwaitedEnd? {
        guard !eventID.isHandled, !eventID.hasEffects else { return nil }
        let end = AwaitedEnd(priority: tasks.loopPriority.ofCaller)
        eventID.markAwaited()
        token.visitors.announce()
        if tasks.leaveNote(end, of: eventID) { return end }
        token.visitors.arrived()
        return nil
    }

    func receiveNotes() { receive(tasks.takeNotes()) }

    func receive(_ notes: [LoopNote]) {
        for note in notes {
            token.visitors.arrived()
            if !register(note.end, of: note.eventID) { note.end.reach() }
        }
    }

    /// Has `end` reached when the event is over; false if that is so already, and its states are published then.
    func register(_ end: AwaitedEnd, of eventID: EventID) -> Bool {
        if engine.inFlight.register(end, of: eventID) {
            if end.priority > tasks.loopPriority.base { engine.inFlight.raise(eventID, to: end.priority) }
            return true
        }
        // The drain loop may have handled the event without having published its state yet.
        engine.restIfIdle()
        return false
    }
}
