internal import UnoArchitecture

/// Composes the events of a trace: JSON objects as in the *Trace Event Format*.
///
/// A process of the trace is a runtime; its threads are its tracks. Times are in nanoseconds.
struct TraceEvents: Sendable {
    /// The number of bytes after which the text is written.
    static let capacity = 64 * 1024

    private(set) var text = TraceText()
    private var lastTime: UInt64 = 0
    private var arrowCount: UInt64 = 0
    private var isFirst = true
    /// The places of steps, in quotation marks.
    private var places: [LiteralPlace: [UInt8]] = [:]

    var isFull: Bool { text.bytes.count >= Self.capacity }

    mutating func removeAll() { text.removeAll() }

    mutating func open() { text.append("[") }

    mutating func close() { text.append("\n]\n") }

    /// The time of the next event: `now`, but later than all before. Where two events had the same time, viewers would have to
    /// guess which of them lies within the other.
    mutating func time(_ now: UInt64) -> UInt64 {
        lastTime = max(now, lastTime + 1)
        return lastTime
    }

    /// The time right after the last event.
    mutating func nextTime() -> UInt64 { time(0) }

    mutating func nextArrow() -> UInt64 {
        arrowCount += 1
        return arrowCount
    }

    // MARK: Events

    /// What the steps of a runtime begin with; composed once, because steps are frequent.
    static func stepHeader(of process: UInt64) -> [UInt8] {
        var events = TraceEvents()
        events.isFirst = false
        events.begin("X", process, RuntimeTrace.stepThread)
        events.text.append(#","ts":"#)
        return events.text.bytes
    }

    /// A step, from its beginning to its end.
    mutating func step(
        _ step: TraceNews.Step, _ action: String?, _ header: [UInt8], from start: UInt64, to end: UInt64
    ) {
        text.append(header)
        text.append(nanoseconds: start)
        text.append(#","dur":"#)
        text.append(nanoseconds: end - start)
        text.append(#","name":"#)
        text.append(quoted: step.cause.rawValue)
        text.append(#","args":{"states":"#)
        text.append(UInt64(max(0, step.states)))
        if let event = step.event {
            text.append(#","event":"#)
            text.append(event)
        }
        if let effect = step.effect {
            text.append(#","effect":"#)
            text.append(effect)
        }
        if let place = quoted(step.place) {
            key("place")
            text.append(place)
        }
        if let action { argument("action", action) }
        text.append("}}")
    }

    /// The beginning of an effect.
    mutating func beginEffect(_ effect: EffectRecord, of process: UInt64, on thread: UInt64, at time: UInt64) {
        begin("B", process, thread, at: time)
        name(effect.id ?? "effect")
        argument("number", effect.number)
        if let event = effect.event { argument("event", event) }
        argument("policy", "\(effect.policy)")
        argument("kind", effect.isAwaited ? "perform" : "observe")
        if let place = effect.place { argument("place", "\(place)") }
        text.append("}}")
    }

    /// The end of an effect.
    mutating func endEffect(of process: UInt64, on thread: UInt64, at time: UInt64) {
        begin("E", process, thread, at: time)
        text.append("}")
    }

    /// The beginning (`s`) or the end (`f`) of an arrow, at the slice that encloses it in time.
    mutating func arrow(_ end: ArrowEnd, _ id: UInt64, of process: UInt64, on thread: UInt64, at time: UInt64) {
        begin(end == .start ? "s" : "f", process, thread, at: time)
        text.append(
            end == .start ? #","cat":"cause","name":"cause","id":"# : #","cat":"cause","name":"cause","bp":"e","id":"#)
        text.append(id)
        text.append("}")
    }

    enum ArrowEnd { case start, end }

    /// A value that is shown over time.
    mutating func counter(_ title: StaticString, _ value: Int, of process: UInt64, at time: UInt64) {
        begin("C", process, RuntimeTrace.stepThread, at: time)
        text.append(#","name":""#)
        text.append(title)
        text.append(#"","args":{"count":"#)
        text.append(UInt64(max(0, value)))
        text.append("}}")
    }

    /// Something that takes no time, with strings that describe it.
    mutating func instant(
        _ title: String, _ arguments: [TraceNews.Argument], of process: UInt64,
        on thread: UInt64 = RuntimeTrace.stepThread, at time: UInt64
    ) {
        begin("i", process, thread, at: time)
        text.append(#","s":"t""#)
        name(title)
        for argument in arguments {
            if let value = argument.value { self.argument(argument.key, value) }
        }
        text.append("}}")
    }

    /// The name of a process or a thread.
    mutating func metadata(_ kind: StaticString, _ title: String, of process: UInt64, on thread: UInt64) {
        begin("M", process, thread)
        text.append(#","name":""#)
        text.append(kind)
        text.append(#"","args":{"#)
        argument("name", title)
        text.append("}}")
    }

    // MARK: Parts of events

    private mutating func begin(_ phase: StaticString, _ process: UInt64, _ thread: UInt64, at time: UInt64) {
        begin(phase, process, thread)
        text.append(#","ts":"#)
        text.append(nanoseconds: time)
    }

    private mutating func begin(_ phase: StaticString, _ process: UInt64, _ thread: UInt64) {
        text.append(isFirst ? "\n" : ",\n")
        isFirst = false
        text.append(#"{"ph":""#)
        text.append(phase)
        text.append(#"","pid":"#)
        text.append(process)
        text.append(#","tid":"#)
        text.append(thread)
    }

    /// The name, and the beginning of the arguments.
    private mutating func name(_ name: String) {
        text.append(#","name":"#)
        text.append(quoted: name)
        text.append(#","args":{"#)
    }

    /// A place in quotation marks, composed once, because steps are frequent; nil if it is not known.
    private mutating func quoted(_ place: LiteralPlace) -> [UInt8]? {
        if let known = places[place] { return known }
        guard let known = SourcePlace(known: place) else { return nil }
        var quoted = TraceText()
        quoted.append(quoted: "\(known)")
        places[place] = quoted.bytes
        return quoted.bytes
    }

    private mutating func key(_ key: StaticString) {
        text.append(text.bytes.last == UInt8(ascii: "{") ? "\"" : ",\"")
        text.append(key)
        text.append("\":")
    }

    private mutating func argument(_ key: StaticString, _ value: UInt64) {
        self.key(key)
        text.append(value)
    }

    private mutating func argument(_ key: StaticString, _ value: String) {
        self.key(key)
        text.append(quoted: value)
    }
}
