internal import UnoArchitecture

/// Writes the entries of a recording one after the other, as the page reads them; `recording.js` says what they look like.
struct PageEntries<State: Sendable, Action: Sendable> {
    var values: PageValues
    /// The new places written so far, with their numbers.
    private var places: [SourcePlace: Int] = [:]
    private let knownPlaces: Int
    /// Those that `writeTables(to:)` has not written yet.
    private var untoldPlaces: [SourcePlace] = []
    /// The number of new shapes that it has written.
    private var toldShapes = 0
    private var state: Any?
    private var time: Duration

    /// - Parameters:
    ///   - state: the state before the first entry; nil for none.
    ///   - time: the time of the step before.
    ///   - shapes: the number of shapes that the page knows; nil for a new page.
    ///   - places: the number of places that it knows.
    init(after state: Kept<State>? = nil, at time: Duration = .zero, shapes: Int? = nil, places: Int = 0) {
        (self.state, self.time) = (state?.value, time)
        values = PageValues(continuing: shapes)
        knownPlaces = places
    }

    /// The number of places that the page knows then.
    var placeCount: Int { knownPlaces + places.count }

    /// Writes an entry. An effect between two steps has none of its own: the page shows it with the step before.
    mutating func write(_ entry: Recording<State, Action>.Entry, to text: inout TraceText) {
        switch entry {
        case .step(let step): write(step, to: &text)
        case .effect: break
        case .cancelled(let event):
            begin("cancelled", at: time, &text)
            text.append(",\"event\":", event)
            text.append("}")
        case .rejected(let rejection):
            begin("refused", at: rejection.time, &text)
            write(rejection.place, to: &text)
            write(rejection.reason, to: &text)
            text.append("}")
        }
    }

    private mutating func write(_ step: Recording<State, Action>.Step, to text: inout TraceText) {
        begin(step.cause.rawValue, at: step.time, &text)
        text.append(",\"number\":", UInt64(clamping: step.number))
        text.append(",\"event\":", step.event)
        text.append(",\"effect\":", step.effect)
        if let place = step.place { write(place, to: &text) }
        if case .rejected(let reason) = step.outcome { write(reason, to: &text) }
        if let action = step.keptAction {
            text.append(",\"action\":")
            values.write(action.value, to: &text)
        }
        if let kept = step.keptState {
            var changes = TraceText()
            if values.writeChanges(from: state, to: kept.value, to: &changes) {
                text.append(",\"changes\":")
                text.append(changes.bytes)
            }
            state = kept.value
        }
        text.append("}")
    }

    private mutating func begin(_ cause: String, at time: Duration, _ text: inout TraceText) {
        self.time = time
        text.append("{\"cause\":")
        text.append(quoted: cause)
        text.append(",\"time\":")
        text.append(UInt64(clamping: time.attoseconds / 1_000_000_000_000))
    }

    private mutating func write(_ place: SourcePlace, to text: inout TraceText) {
        text.append(",\"place\":", UInt64(number(of: place)))
    }

    private func write(_ reason: Rejection, to text: inout TraceText) {
        text.append(",\"outcome\":")
        text.append(quoted: reason.rawValue)
    }

    mutating func number(of place: SourcePlace) -> Int {
        if let known = places[place] { return known }
        places[place] = placeCount
        untoldPlaces.append(place)
        return placeCount - 1
    }

    /// Writes the shapes and places that are new since the last call, as members of an object.
    mutating func writeTables(to text: inout TraceText) {
        text.append("\"places\":[")
        text.append(list: untoldPlaces) { $1.append(quoted: "\($0)") }
        text.append("],\"shapes\":[")
        text.append(list: Array(values.shapes[toldShapes...])) { shape, text in
            text.append("[")
            text.append(list: shape) { $1.append(quoted: $0) }
            text.append("]")
        }
        text.append("]")
        (untoldPlaces, toldShapes) = ([], values.shapes.count)
    }
}

extension TraceText {
    /// Appends a number with what stands before it; nothing for nil.
    mutating func append(_ name: StaticString, _ number: UInt64?) {
        guard let number else { return }
        append(name)
        append(number)
    }

    /// Appends elements with commas between them.
    mutating func append<Element>(list: [Element], _ write: (Element, inout TraceText) -> Void) {
        for (place, element) in list.enumerated() {
            if place > 0 { append(",") }
            write(element, &self)
        }
    }
}
