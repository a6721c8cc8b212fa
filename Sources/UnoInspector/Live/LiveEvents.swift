internal import UnoArchitecture

/// Writes the entries that a page does not have yet as server-sent events; `live.js` reads them.
struct LiveEvents<State: Sendable, Action: Sendable> {
    /// The most entries of one event.
    static var mostEntries: Int { 256 }

    /// That of a page which has got the last event; each event has it as its id.
    private(set) var position: PagePosition
    private var writer: PageEntries<State, Action>?

    /// - Parameter position: how far the page is.
    init(after position: PagePosition) { self.position = position }

    /// The event of these entries, which follow those that were written before.
    mutating func event(of news: RecordingNews<State, Action>) -> [UInt8] {
        var writer =
            writer
            ?? PageEntries(
                after: news.stateBefore, at: news.timeBefore, shapes: position.shapes, places: position.places)
        var data = TraceText()
        data.append("{\"items\":[")
        data.append(list: news.entries) { entry, data in
            data.append("{\"heard\":[")
            data.append(list: Self.effects(of: entry)) { Self.write($0, to: &$1, &writer) }
            data.append("]")
            if case .effect = entry {
            } else {
                data.append(",\"entry\":")
                writer.write(entry, to: &data)
            }
            data.append("}")
        }
        data.append("],")
        writer.writeTables(to: &data)
        data.append("}")
        position.entries += news.entries.count
        (position.shapes, position.places) = (writer.values.shapeCount, writer.placeCount)
        self.writer = writer
        return Array("id: \(position)\ndata: ".utf8) + data.bytes + Array("\n\n".utf8)
    }

    private static func effects(of entry: Recording<State, Action>.Entry) -> [RecordedEffect] {
        switch entry {
        case .step(let step): step.effects
        case .effect(let effect): [effect]
        case .cancelled, .rejected: []
        }
    }

    private static func write(
        _ effect: RecordedEffect, to data: inout TraceText, _ writer: inout PageEntries<State, Action>
    ) {
        data.append("{\"number\":", effect.number)
        data.append(",\"change\":")
        data.append(quoted: effect.change.rawValue)
        if let id = effect.effectID {
            data.append(",\"id\":")
            data.append(quoted: id)
        }
        data.append(",\"place\":", effect.place.map { UInt64(writer.number(of: $0)) })
        data.append(",\"event\":", effect.event)
        data.append("}")
    }
}
