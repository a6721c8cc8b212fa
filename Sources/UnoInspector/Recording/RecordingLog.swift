internal import AsyncKit
package import UnoArchitecture

/// Listens to one runtime and writes the entries of its recording.
package final class RecordingLog<State: Sendable, Action: Sendable>: GraphListener, RuntimeObserver {
    typealias Entry = Recording<State, Action>.Entry

    private struct Content: Sendable {
        var hearings: [Recorder<State, Action>.Hearing]
        var recording = Recording<State, Action>()
        /// The number of steps kept.
        var stepCount = 0
        var nextNumber = 0
        var open: Recording<State, Action>.Step?
        /// The place that the last part has had that held an action.
        var released: Int?
        /// The number of refusals kept; counted in a ring only.
        var refusalCount = 0
        /// Whether the recorder has another runtime.
        var hasEnded = false
        /// The number of entries that there have been.
        var entryCount = 0
        /// Refusals before this entry were forgotten.
        var gapEnd = 0
    }

    private let content: Locked<Content>
    private let extent: Recorder<State, Action>.Extent
    private let now: @Sendable () -> Duration

    init(
        keeping extent: Recorder<State, Action>.Extent,
        _ clock: some Clock<Duration>,
        _ hearings: [Recorder<State, Action>.Hearing]
    ) {
        self.extent = extent
        content = Locked(Content(hearings: hearings))
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    func hear(_ hear: @escaping Recorder<State, Action>.Hearing) { content.withLock { $0.hearings.append(hear) } }

    /// Records nothing more.
    func end() { content.withLock { ($0.hasEnded, $0.hearings) = (true, []) } }

    var recording: Recording<State, Action> { present.recording }

    /// The recording, and the number of entries that there have been.
    var present: (recording: Recording<State, Action>, entryCount: Int) {
        let (recording, count, entryCount) = content.withLock { ($0.recording, $0.stepCount, $0.entryCount) }
        guard case .last(let limit) = extent, count > limit else { return (recording, entryCount) }
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
        let time = now()
        content.withLock { content in
            var step = Recording<State, Action>.Step(
                number: content.nextNumber, cause: cause, event: event, effect: effect, time: time)
            if cause == .held { step.heldPlace = content.released }
            content.nextNumber += 1
            content.open = step
        }
    }

    package func received<Received: Sendable>(_ action: Received) {
        guard let action = action as? Action else { return }
        content.withLock { $0.open?.keptAction = Kept(value: action) }
    }

    package func changed<Changed: Sendable>(_ change: GraphChange, to state: Changed?) {
        content.withLock { content in
            content.open?.change = change
            content.open?.changed = state.map { .value($0) }
        }
    }

    package func stepEnded<Ended: Sendable>(_ step: GraphStep, state: Ended?) {
        let state = (state as? State).map { Kept(value: $0) }
        append { content in
            guard var ended = content.open else { return nil }
            content.open = nil
            ended.place = SourcePlace(known: step.place)
            if step.isRefused { ended.outcome = .rejected(.childEnded) }
            ended.keptState = state
            ended.heldCount = step.heldCount
            content.stepCount += 1
            return .step(ended)
        }
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
        case .released(let place): content.withLock { $0.released = place }
        case .eventCancelled(let event): append { _ in .cancelled(event: event) }
        }
    }

    private func note(_ effect: RecordedEffect) {
        append { content in
            guard content.open == nil else {
                content.open!.effects.append(effect)
                return nil
            }
            return .effect(effect)
        }
    }

    package func decides(_ isSo: Bool) -> Bool {
        content.withLock { $0.open?.decisions.append(isSo) }
        return isSo
    }

    // MARK: The runtime

    package func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
        let time = now()
        append { _ in .rejected(RecordedRejection(place: action.place, reason: reason, time: time)) }
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

    /// - Parameter make: makes the entry under the lock.
    private func append(_ make: (inout Content) -> Entry?) {
        let (entry, dropped, hearings) = content.withLock {
            content -> (Entry?, Recording<State, Action>?, [Recorder<State, Action>.Hearing]) in
            guard !content.hasEnded, let entry = make(&content) else { return (nil, nil, []) }
            content.recording.entries.append(entry)
            content.entryCount += 1
            if case .rejected = entry { forgetRefusals(&content) }
            // Twice as many are kept at times, so that dropping costs O(1) for each.
            guard case .last(let limit) = extent, content.stepCount / 2 >= limit else {
                return (entry, nil, content.hearings)
            }
            let all = content.recording
            content.recording = all.keeping(lastSteps: limit, of: content.stepCount)
            content.stepCount = limit
            content.refusalCount = content.recording.entries.count { if case .rejected = $0 { true } else { false } }
            return (entry, all, content.hearings)
        }
        withExtendedLifetime(dropped) {}
        if let entry { for hear in hearings { hear(entry) } }
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
