internal import UnoArchitecture

/// What a trace remembers of one runtime, to make events of what the runtime's observer is told.
struct RuntimeTrace: Sendable {
    /// The track of the steps. The effects have those above it.
    static let stepThread: UInt64 = 1

    private struct OpenEffect {
        /// When it was registered.
        let registered: UInt64
        /// Whether a step has registered it that has ended.
        var hasStep = false
        /// The effect's track, from its beginning to its end.
        var thread: UInt64?
        /// A time right after its beginning.
        var began: UInt64 = 0
    }

    private let process: UInt64
    private let stepHeader: [UInt8]
    private var lastStepEnd: UInt64 = 0
    private var effects: [UInt64: OpenEffect] = [:]
    /// The effects that were registered since the last step has ended.
    private var registered: [UInt64] = []
    private var lanes = EffectLanes(first: stepThread + 1)
    /// The depth of the mailbox that the trace shows.
    private var shownDepth = 0
    private var isEnding = false

    /// Whether nothing is left that another event could refer to.
    var isOver: Bool { isEnding && effects.isEmpty }

    /// Names the runtime and its track.
    init(_ runtime: RuntimeIdentity, _ events: inout TraceEvents) {
        process = runtime.instance
        stepHeader = TraceEvents.stepHeader(of: process)
        events.metadata("process_name", runtime.description, of: process, on: Self.stepThread)
        events.metadata("thread_name", "steps", of: process, on: Self.stepThread)
    }

    // MARK: Steps

    /// The depth of the mailbox at the end of a step.
    mutating func queued(_ depth: Int, _ events: inout TraceEvents, at now: UInt64) {
        guard depth != shownDepth else { return }
        shownDepth = depth
        events.counter("mailbox", depth, of: process, at: events.time(now))
    }

    /// A step has ended. What it has done to effects was told before.
    mutating func ended(
        _ step: TraceNews.Step, _ action: String?, _ events: inout TraceEvents, from start: UInt64, to end: UInt64
    ) {
        let start = max(start, lastStepEnd + 1)
        // Long enough for the end of an arrow.
        let end = max(end, start + 1)
        lastStepEnd = end
        events.step(step, action, stepHeader, from: start, to: end)
        if let number = step.effect, let thread = effects[number]?.thread {
            let arrow = events.nextArrow()
            events.arrow(.start, arrow, of: process, on: thread, at: start)
            events.arrow(.end, arrow, of: process, on: Self.stepThread, at: start + 1)
        }
        for number in registered { addArrow(to: number, registeredFrom: start, &events) }
        registered.removeAll(keepingCapacity: true)
    }

    /// From the step that has ended to an effect that was registered since another one has ended.
    private mutating func addArrow(
        to number: UInt64, registeredFrom start: UInt64, _ events: inout TraceEvents
    ) {
        guard var effect = effects[number], effect.registered >= start else { return }
        effect.hasStep = true
        effects[number] = effect
        drawArrow(to: effect, &events)
    }

    /// Once the step has ended and the effect has begun; an effect may be cancelled before.
    private func drawArrow(to effect: OpenEffect, _ events: inout TraceEvents) {
        guard effect.hasStep, let thread = effect.thread else { return }
        let arrow = events.nextArrow()
        events.arrow(.start, arrow, of: process, on: Self.stepThread, at: effect.registered)
        events.arrow(.end, arrow, of: process, on: thread, at: effect.began)
    }

    // MARK: Effects

    mutating func registered(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        effects[effect.number] = OpenEffect(registered: events.time(now))
        registered.append(effect.number)
        events.counter("effects", effects.count, of: process, at: events.nextTime())
    }

    mutating func began(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        guard var open = effects[effect.number] else { return }
        let lane = lanes.take(for: effect.id)
        if let name = lane.newName { events.metadata("thread_name", name, of: process, on: lane.thread) }
        events.beginEffect(effect, of: process, on: lane.thread, at: events.time(now))
        (open.thread, open.began) = (lane.thread, events.nextTime())
        effects[effect.number] = open
        drawArrow(to: open, &events)
    }

    mutating func cancelled(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        let thread = effects[effect.number]?.thread ?? Self.stepThread
        events.instant(
            "cancelled",
            [
                .init(key: "effect", value: effect.id ?? "\(effect.number)"),
                .init(key: "place", value: effect.place?.description),
            ],
            of: process,
            on: thread,
            at: events.time(now)
        )
    }

    mutating func ended(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        guard let open = effects.removeValue(forKey: effect.number) else { return }
        if let thread = open.thread {
            events.endEffect(of: process, on: thread, at: events.time(now))
            lanes.leave(thread, of: effect.id)
        }
        events.counter("effects", effects.count, of: process, at: events.time(now))
    }

    // MARK: The end

    mutating func shutdown(_ phase: ShutdownPhase, _ events: inout TraceEvents, at now: UInt64) {
        if phase != .draining { isEnding = true }
        events.instant("shutdown: \(phase)", [], of: process, at: events.time(now))
    }
}
