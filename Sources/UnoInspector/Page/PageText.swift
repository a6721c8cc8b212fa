internal import UnoArchitecture

/// Writes a recording as the JSON that the page reads; `recording.js` says what it looks like.
struct PageText<State: Sendable, Action: Sendable> {
    /// An effect from its registration to its end, as indices of entries.
    private struct Effect {
        let registration: RecordedEffect
        let place: Int?
        let start: Int
        var cancelled: Int?
        var end: Int?
    }

    private var writer: PageEntries<State, Action>
    private var entries = TraceText()
    private var entryCount = 0
    private var effects: [Effect] = []
    private var effectPlaces: [UInt64: Int] = [:]

    /// The whole of it. `<` is escaped, so that it can stand in a page.
    private(set) var bytes: [UInt8] = []

    /// - Parameter live: what a page that is served knows of its server; gets the numbers of shapes and places in the page.
    init(
        _ recording: Recording<State, Action>, parts: [UInt8],
        live: (_ shapes: Int, _ places: Int) -> TraceText? = { _, _ in nil }
    ) {
        let before = recording.stateBefore
        writer = PageEntries(after: before)
        var initial = TraceText()
        if let before { writer.values.write(before.value, to: &initial) }
        for effect in recording.effectsBefore.values.sorted(by: { $0.number < $1.number }) { note(effect, at: -1) }
        for entry in recording.entries { write(entry) }

        var text = TraceText()
        text.append("{\"stateType\":")
        text.append(quoted: "\(State.self)")
        text.append(",\"actionType\":")
        text.append(quoted: "\(Action.self)")
        text.append(",\"droppedSteps\":")
        text.append(UInt64(clamping: recording.droppedSteps))
        text.append(",\"notes\":[")
        if let cut = recording.cut { text.append(quoted: "\(cut)") }
        text.append("]")
        if !initial.bytes.isEmpty {
            text.append(",\"initial\":")
            text.append(initial.bytes)
        }
        text.append(",\n\"entries\":[\n")
        text.append(entries.bytes)
        text.append("],\n\"effects\":[\n")
        for (place, effect) in effects.enumerated() { write(effect, isFirst: place == 0, to: &text) }
        text.append("],\n")
        writer.writeTables(to: &text)
        text.append(",\n\"parts\":")
        text.append(parts)
        if let live = live(writer.values.shapeCount, writer.placeCount) {
            text.append(",\n\"live\":")
            text.append(live.bytes)
        }
        text.append("}\n")
        bytes = Self.escapingTags(text.bytes)
    }

    private mutating func write(_ entry: Recording<State, Action>.Entry) {
        switch entry {
        case .step(let step): for effect in step.effects { note(effect, at: entryCount) }
        case .effect(let effect): return note(effect, at: max(0, entryCount - 1))
        case .cancelled, .rejected: break
        }
        if entryCount > 0 { entries.append(",\n") }
        writer.write(entry, to: &entries)
        entryCount += 1
    }

    // MARK: Effects

    private mutating func note(_ effect: RecordedEffect, at entry: Int) {
        switch effect.change {
        case .registered:
            effectPlaces[effect.number] = effects.count
            effects.append(
                Effect(registration: effect, place: effect.place.map { writer.number(of: $0) }, start: entry))
        case .cancelled: if let place = effectPlaces[effect.number] { effects[place].cancelled = entry }
        case .ended: if let place = effectPlaces[effect.number] { effects[place].end = entry }
        }
    }

    private func write(_ effect: Effect, isFirst: Bool, to text: inout TraceText) {
        func write(_ name: StaticString, _ number: Int?) {
            guard let number else { return }
            text.append(name)
            if number < 0 { text.append("-") }
            text.append(UInt64(number.magnitude))
        }
        text.append(isFirst ? "{\"number\":" : ",\n{\"number\":")
        text.append(effect.registration.number)
        if let id = effect.registration.effectID {
            text.append(",\"id\":")
            text.append(quoted: id)
        }
        write(",\"place\":", effect.place)
        write(",\"event\":", effect.registration.event.map { Int(clamping: $0) })
        write(",\"from\":", effect.start)
        write(",\"cancelled\":", effect.cancelled)
        write(",\"to\":", effect.end)
        text.append("}")
    }

    /// JSON in which no text can end the element of a page that it stands in: `<` is only in strings, and can be escaped there.
    private static func escapingTags(_ json: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(json.count + json.count / 64)
        for byte in json {
            if byte == UInt8(ascii: "<") { escaped.append(contentsOf: "\\u003c".utf8) } else { escaped.append(byte) }
        }
        return escaped
    }
}
