internal import UnoArchitecture

/// What a trace remembers of one runtime, to make events of what the runtime's observer is told.
struct RuntimeTrace: Sendable {
    /// The track of the steps. The effects have those above it.
    static let stepThread: UInt64 = 1

    private struct OpenEffect {
        /// From the step that has registered the effect; nil if it was none.
        let arrow: UInt64?
        /// The effect's track, from its beginning to its end.
        var thread: UInt64?
    }

    /// A mailbox changes with each action; so much time is between two events of its counter.
    private static let counterInterval: UInt64 = 100_000

    private let process: UInt64
    private let stepHeader: [UInt8]
    private var stepBegan: UInt64?
    private var effects: [UInt64: OpenEffect] = [:]
    private var lanes = EffectLanes(first: stepThread + 1)
    private var queued = 0
    /// The depth of the mailbox that the trace shows, and since when.
    private var shownQueued: (count: Int, since: UInt64) = (0, 0)
    private var isEnding = false

    /// Whether nothing is left that another event could refer to.
    var isOver: Bool { isEnding && stepBegan == nil && effects.isEmpty }

    /// Names the runtime and its track.
    init(_ runtime: RuntimeIdentity, _ events: inout TraceEvents) {
        process = runtime.instance
        stepHeader = TraceEvents.stepHeader(of: process)
        events.metadata("process_name", runtime.description, of: process, on: Self.stepThread)
        events.metadata("thread_name", "steps", of: process, on: Self.stepThread)
    }

    // MARK: The mailbox

    mutating func accepted(queued: Int, _ events: inout TraceEvents, at now: UInt64) {
        self.queued = queued
        showQueued(&events, at: now)
    }

    /// A mailbox that is empty is shown at once, because it may stay so.
    private mutating func showQueued(_ events: inout TraceEvents, at now: UInt64) {
        guard queued != shownQueued.count, queued == 0 || now >= shownQueued.since + Self.counterInterval else {
            return
        }
        shownQueued = (queued, now)
        events.counter("mailbox", queued, of: process, at: events.time(now))
    }

    // MARK: Steps

    mutating func began(_ step: StepRecord, _ events: inout TraceEvents, at now: UInt64) {
        stepBegan = events.time(now)
        if let number = step.effect, let thread = effects[number]?.thread {
            let arrow = events.nextArrow()
            events.arrow(.start, arrow, of: process, on: thread, at: events.nextTime())
            events.arrow(.end, arrow, of: process, on: Self.stepThread, at: events.nextTime())
        }
        switch step.cause {
        case .sent, .fedBack: queued = max(0, queued - 1)
        case .start, .next, .held, .effect, .transformer, .shared, .finish: break
        }
        showQueued(&events, at: now)
    }

    mutating func ended(_ step: StepRecord, _ events: inout TraceEvents, at now: UInt64) {
        guard let start = stepBegan.take() else { return }
        events.step(step, stepHeader, from: start, to: events.time(now))
    }

    // MARK: Effects

    mutating func registered(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        var arrow: UInt64?
        if stepBegan != nil {
            arrow = events.nextArrow()
            events.arrow(.start, arrow ?? 0, of: process, on: Self.stepThread, at: events.time(now))
        }
        effects[effect.number] = OpenEffect(arrow: arrow)
        events.counter("effects", effects.count, of: process, at: events.time(now))
    }

    mutating func began(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        guard effects[effect.number] != nil else { return }
        let lane = lanes.take(for: effect.id)
        effects[effect.number]?.thread = lane.thread
        if let name = lane.newName { events.metadata("thread_name", name, of: process, on: lane.thread) }
        events.beginEffect(effect, of: process, on: lane.thread, at: events.time(now))
        guard let arrow = effects[effect.number]?.arrow else { return }
        events.arrow(.end, arrow, of: process, on: lane.thread, at: events.nextTime())
    }

    mutating func cancelled(_ effect: EffectRecord, _ events: inout TraceEvents, at now: UInt64) {
        let thread = effects[effect.number]?.thread ?? Self.stepThread
        events.instant(
            "cancelled", [("effect", effect.id ?? "\(effect.number)"), ("place", effect.place?.description)],
            of: process, on: thread, at: events.time(now))
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
