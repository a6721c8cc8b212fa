internal import UnoArchitecture

/// Writes a recording as the JSON that the page reads; `recording.js` says what it looks like.
struct PageText<State: Sendable, Action: Sendable> {
    /// An effect from its registration to its end, as indices of entries.
    private struct Effect {
        let registration: RecordedEffect
        let start: Int
        var cancelled: Int?
        var end: Int?
    }

    private var values = PageValues()
    private var entries = TraceText()
    private var entryCount = 0
    private var time = Duration.zero
    private var state: Any?
    private var places: [SourcePlace: Int] = [:]
    private var effects: [Effect] = []
    private var effectPlaces: [UInt64: Int] = [:]

    /// The whole of it. `<` is escaped, so that it can stand in a page.
    private(set) var bytes: [UInt8] = []

    init(_ recording: Recording<State, Action>, parts: [UInt8]) {
        var initial = TraceText()
        if recording.droppedSteps > 0, let before = recording.stateBefore {
            values.write(before.value, to: &initial)
            state = before.value
        }
        for effect in recording.effectsBefore.values.sorted(by: { $0.number < $1.number }) { note(effect, at: -1) }
        for entry in recording.entries { write(entry) }

        var text = TraceText()
        text.append("{\"stateType\":")
        text.append(quoted: "\(State.self)")
        text.append(",\"actionType\":")
        text.append(quoted: "\(Action.self)")
        text.append(",\"droppedSteps\":")
        text.append(UInt64(recording.droppedSteps))
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
        text.append("],\n\"places\":[")
        list(places.sorted { $0.value < $1.value }, to: &text) { $1.append(quoted: "\($0.key)") }
        text.append("],\n\"shapes\":[")
        list(values.shapes, to: &text) { shape, text in
            text.append("[")
            list(shape, to: &text) { $1.append(quoted: $0) }
            text.append("]")
        }
        text.append("],\n\"parts\":")
        text.append(parts)
        text.append("}\n")
        bytes = Self.escapingTags(text.bytes)
    }

    private mutating func write(_ entry: Recording<State, Action>.Entry) {
        switch entry {
        case .step(let step): write(step)
        // Between two steps: the page shows it with the step before.
        case .effect(let effect): note(effect, at: max(0, entryCount - 1))
        case .cancelled(let event):
            begin("cancelled", at: time)
            write(",\"event\":", event)
            entries.append("}")
        case .rejected(let rejection):
            begin("refused", at: rejection.time)
            write(rejection.place)
            write(rejection.reason)
            entries.append("}")
        }
    }

    private mutating func write(_ step: Recording<State, Action>.Step) {
        for effect in step.effects { note(effect, at: entryCount) }
        begin(step.cause.rawValue, at: step.time)
        write(",\"number\":", UInt64(step.number))
        write(",\"event\":", step.event)
        write(",\"effect\":", step.effect)
        if let place = step.place { write(place) }
        if case .rejected(let reason) = step.outcome { write(reason) }
        if let action = step.keptAction {
            entries.append(",\"action\":")
            values.write(action.value, to: &entries)
        }
        if let kept = step.keptState {
            var changes = TraceText()
            if values.writeChanges(from: state, to: kept.value, to: &changes) {
                entries.append(",\"changes\":")
                entries.append(changes.bytes)
            }
            state = kept.value
        }
        entries.append("}")
    }

    private mutating func begin(_ cause: String, at time: Duration) {
        self.time = time
        entries.append(entryCount == 0 ? "{\"cause\":" : ",\n{\"cause\":")
        entries.append(quoted: cause)
        entries.append(",\"time\":")
        entries.append(UInt64(max(0, time / .microseconds(1))))
        entryCount += 1
    }

    private mutating func write(_ name: StaticString, _ number: UInt64?) {
        guard let number else { return }
        entries.append(name)
        entries.append(number)
    }

    private mutating func write(_ place: SourcePlace) { write(",\"place\":", UInt64(self.place(place))) }

    private mutating func write(_ reason: Rejection) {
        entries.append(",\"outcome\":")
        entries.append(quoted: reason.rawValue)
    }

    private mutating func place(_ place: SourcePlace) -> Int {
        if let known = places[place] { return known }
        places[place] = places.count
        return places.count - 1
    }

    // MARK: Effects

    private mutating func note(_ effect: RecordedEffect, at entry: Int) {
        switch effect.change {
        case .registered:
            effectPlaces[effect.number] = effects.count
            effects.append(Effect(registration: effect, start: entry))
            if let place = effect.place { _ = self.place(place) }
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
        write(",\"place\":", effect.registration.place.flatMap { places[$0] })
        write(",\"event\":", effect.registration.event.map { Int($0) })
        write(",\"from\":", effect.start)
        write(",\"cancelled\":", effect.cancelled)
        write(",\"to\":", effect.end)
        text.append("}")
    }

    private func list<Element>(
        _ elements: [Element], to text: inout TraceText, _ write: (Element, inout TraceText) -> Void
    ) {
        for (place, element) in elements.enumerated() {
            if place > 0 { text.append(",") }
            write(element, &text)
        }
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
