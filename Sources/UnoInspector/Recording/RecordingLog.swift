internal import AsyncKit
package import UnoArchitecture

/// Listens to one runtime and writes the entries of its recording.
package final class RecordingLog<State: Sendable, Action: Sendable>: GraphListener, RuntimeObserver {
    typealias Entry = Recording<State, Action>.Entry

    private struct Content: Sendable {
        var recording = Recording<State, Action>()
        /// The number of steps kept.
        var stepCount = 0
        /// The number of refusals kept; counted in a ring only.
        var refusalCount = 0
        /// Whether the recorder has another runtime.
        var hasEnded = false
        /// The number of entries that there have been.
        var entryCount = 0
        /// Refusals before this entry were forgotten.
        var gapEnd = 0
    }

    /// The step that is under way; always taken after the lock of the content, if both are.
    private let opening = Locked(OpenSteps())
    private let content = Locked(Content())
    private let extent: Recorder<State, Action>.Extent
    private let now: @Sendable () -> Duration
    private let teller: RecordingTeller<State, Action>
    /// The number that the teller has for this log.
    private let number: Int

    init(
        keeping extent: Recorder<State, Action>.Extent,
        _ clock: some Clock<Duration>,
        telling teller: RecordingTeller<State, Action>
    ) {
        self.extent = extent
        self.teller = teller
        number = teller.begin()
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Records nothing more.
    func end() { content.withLock { $0.hasEnded = true } }

    var recording: Recording<State, Action> { present.recording }

    /// The recording, and the number of entries that there have been.
    var present: (recording: Recording<State, Action>, entryCount: Int) {
        let (recording, count, entryCount) = content.withLock { ($0.recording, $0.stepCount, $0.entryCount) }
        guard case .last(let limit) = extent else { return (recording, entryCount) }
        return (recording.keeping(lastSteps: limit, of: count), entryCount)
    }

    /// What has come after the first `position` entries; nil if not all of it is kept. Complexity: O(n) in what is returned.
    func news(after position: Int, atMost limit: Int) -> RecordingNews<State, Action>? {
        content.withLock { content in
            let (recording, count) = (content.recording, content.entryCount - position)
            guard position >= content.gapEnd, 0...recording.entries.count ~= count else { return nil }
            return RecordingNews(recording, from: recording.entries.count - count, atMost: limit)
        }
    }

    /// The action of a step; nil if the step has none or is not kept. Complexity: O(n) in the entries.
    func action(ofStep number: Int) -> Action? {
        content.withLock { content in
            for case .step(let step) in content.recording.entries where step.number == number { return step.action }
            return nil
        }
    }

    // MARK: The graph

    package func stepBegan(_ cause: StepCause, of event: UInt64?, by effect: UInt64?) {
        // Under the lock, so that times have the order of the entries.
        opening.withLock { $0.begin(cause, of: event, by: effect, at: now()) }
    }

    package func received<Received: Sendable>(_ action: Received) {
        opening.withLock { $0.step?.action = action }
    }

    package func changed<Changed: Sendable>(_ change: GraphChange, to state: Changed?) {
        opening.withLock { opening in
            opening.step?.change = change
            opening.step?.changed = state.map { .value($0) }
        }
    }

    package func stepEnded<Ended: Sendable>(_ step: GraphStep, state: Ended?) {
        let state = state as? State
        // The program's values in it are released after the lock: those that are not recorded may do anything then.
        var open: OpenStep?
        let isRecorded = content.withLock { content -> Bool in
            // Here, so that no refusal of another thread, with a later time, gets in before the step.
            open = opening.withLock { $0.end(at: step.place) }
            guard !content.hasEnded, let open else { return false }
            content.stepCount += 1
            let ended = Recording<State, Action>.Step(
                open, isRefused: step.isRefused, heldCount: step.heldCount, state: state)
            add(.step(ended), to: &content)
            for note in open.behind {
                switch note {
                case .cancelled(let event): add(.cancelled(event: event), to: &content)
                case .effect(let effect): add(.effect(effect), to: &content)
                }
            }
            return true
        }
        withExtendedLifetime(open) {}
        if case .last(let limit) = extent { dropSteps(limit) }
        if isRecorded { teller.tell() }
    }

    package func heard(_ note: GraphNote) {
        switch note {
        case .effectRegistered(let number, let event, let id, let site, let hasWork):
            var effect = RecordedEffect(number, .registered)
            (effect.event, effect.effectID, effect.hasWork) = (event, id, hasWork)
            effect.place = site.map { SourcePlace($0) }
            self.note(effect)
        case .effectCancelled(let number): self.note(RecordedEffect(number, .cancelled))
        case .effectEnded(let number): self.note(RecordedEffect(number, .ended))
        case .released(let place): opening.withLock { $0.released = place }
        case .eventCancelled(let event): cancelled(event) { $0.noticed.remove(event) == nil }
        case .cancellationNoticed(let event):
            cancelled(event) { !($0.step?.says(cancelled: event) ?? false) && $0.noticed.insert(event).inserted }
        }
    }

    private func note(_ effect: RecordedEffect) {
        let isPartOfStep = opening.withLock { opening in
            opening.step?.note(effect)
            return opening.step != nil
        }
        if !isPartOfStep { append { add(.effect(effect), to: &$0) } }
    }

    /// An event is cancelled once, where the graph first acts on it; what a step does about it counts after the step.
    private func cancelled(_ event: UInt64, _ isNew: (inout OpenSteps) -> Bool) {
        let isBetweenSteps = opening.withLock { opening in
            guard isNew(&opening) else { return false }
            opening.step?.behind.append(.cancelled(event: event))
            return opening.step == nil
        }
        if isBetweenSteps { append { add(.cancelled(event: event), to: &$0) } }
    }

    package func decides(_ isSo: Bool) -> Bool {
        opening.withLock { $0.step?.decisions.append(isSo) }
        return isSo
    }

    package var isReplay: Bool { false }

    /// While a step is under way, a refusal stands before it and has its time.
    package func refused(at site: CallSite, _ reason: Rejection) {
        append { content in
            let time = opening.withLock { $0.step?.time ?? now() }
            add(.rejected(RecordedRejection(place: SourcePlace(site), reason: reason, time: time)), to: &content)
            forgetRefusals(&content)
        }
    }

    // MARK: Entries

    /// Refusals need no steps, so a ring keeps the last of them by their own number: as many as steps, and at times twice as many.
    private func forgetRefusals(_ content: inout Content) {
        guard case .last(let limit) = extent else { return }
        content.refusalCount += 1
        guard content.refusalCount / 2 >= limit else { return }
        var toDrop = content.refusalCount - limit
        content.recording.entries.removeAll { entry in
            guard toDrop > 0, case .rejected = entry else { return false }
            toDrop -= 1
            return true
        }
        content.refusalCount = limit
        content.gapEnd = content.entryCount
    }

    @inline(__always)
    private func add(_ entry: Entry, to content: inout Content) {
        content.recording.entries.append(entry)
        content.entryCount += 1
        teller.add(entry, of: number)
    }

    private func append(_ change: (inout Content) -> Void) {
        let isRecorded = content.withLock { content in
            guard !content.hasEnded else { return false }
            change(&content)
            return true
        }
        if isRecorded { teller.tell() }
    }

    /// Twice as many are kept at times, so that dropping costs O(1) for each.
    private func dropSteps(_ limit: Int) {
        let dropped = content.withLock { content -> Recording<State, Action>? in
            guard content.stepCount / 2 >= limit else { return nil }
            let all = content.recording
            content.recording = all.keeping(lastSteps: limit, of: content.stepCount)
            content.stepCount = limit
            content.refusalCount = content.recording.entries.count { if case .rejected = $0 { true } else { false } }
            return all
        }
        withExtendedLifetime(dropped) {}
    }
}

extension Recording {
    /// The recording from its last steps on; `count` is the number of steps that it has.
    func keeping(lastSteps limit: Int, of count: Int) -> Recording {
        guard count > limit else { return self }
        var (recording, toDrop, place) = (self, count - limit, 0)
        while toDrop > 0 {
            switch entries[place] {
            case .step(let step):
                if let state = step.keptState { recording.stateBefore = state }
                recording.heldBefore = step.heldCount
                for effect in step.effects { recording.noteBefore(effect) }
                toDrop -= 1
            case .effect(let effect): recording.noteBefore(effect)
            case .cancelled, .rejected: break
            }
            place += 1
        }
        recording.entries = Array(entries[place...])
        recording.droppedSteps += count - limit
        return recording
    }

    private mutating func noteBefore(_ effect: RecordedEffect) {
        switch effect.change {
        case .registered: effectsBefore[effect.number] = effect
        case .cancelled: break
        case .ended: effectsBefore[effect.number] = nil
        }
    }
}
