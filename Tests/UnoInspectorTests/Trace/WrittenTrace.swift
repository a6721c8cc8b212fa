import Foundation

/// The events of a trace's file, as a viewer reads them.
struct WrittenTrace {
    struct NotAnArray: Error {}

    /// A track of a process.
    struct Track: Hashable {
        let process: Int
        let thread: Int
    }

    /// A step or an effect. Times are in nanoseconds.
    struct Slice: Hashable {
        let track: Track
        let name: String
        let start: Int
        /// Nil if it has not ended.
        var end: Int?
        let event: Int?
        /// The effect that a step follows.
        let cause: Int?
        /// The number of an effect.
        let number: Int?

        func encloses(_ time: Int) -> Bool { start <= time && time <= end ?? .max }
    }

    let events: [[String: Any]]

    /// - Parameter isClosed: whether the file has to have its closing bracket; otherwise it has to lack it.
    init(_ file: URL, isClosed: Bool = true) throws {
        let text = try String(contentsOf: file, encoding: .utf8) + (isClosed ? "" : "]")
        guard let events = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else {
            throw NotAnArray()
        }
        self.events = events
    }

    // MARK: Events

    func events(_ phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }

    /// The names of the instants, in order.
    var instants: [String] { events("i").map { $0["name"] as? String ?? "" } }

    /// The values of a counter, in order.
    func counter(_ name: String) -> [Int] {
        events("C").filter { $0["name"] as? String == name }
            .compactMap { ($0["args"] as? [String: Any])?["count"] as? Int }
    }

    /// The name of each track.
    var trackNames: [Track: String] {
        Dictionary(
            events("M").filter { $0["name"] as? String == "thread_name" }
                .map { (track(of: $0), ($0["args"] as? [String: Any])?["name"] as? String ?? "") },
            uniquingKeysWith: { $1 })
    }

    func track(of event: [String: Any]) -> Track {
        Track(process: event["pid"] as? Int ?? 0, thread: event["tid"] as? Int ?? 0)
    }

    func time(_ event: [String: Any], _ key: String = "ts") -> Int {
        Int(((event[key] as? Double ?? -1) * 1000).rounded())
    }

    private func slice(_ event: [String: Any], end: Int?) -> Slice {
        let arguments = event["args"] as? [String: Any] ?? [:]
        return Slice(
            track: track(of: event), name: event["name"] as? String ?? "", start: time(event), end: end,
            event: arguments["event"] as? Int, cause: arguments["effect"] as? Int, number: arguments["number"] as? Int)
    }

    var steps: [Slice] { events("X").map { slice($0, end: time($0) + time($0, "dur")) } }

    /// The effects, each from its `B` to the next `E` of its track.
    var effects: [Slice] {
        var effects: [Slice] = []
        var open: [Track: Int] = [:]
        for event in events {
            switch event["ph"] as? String {
            case "B":
                open[track(of: event)] = effects.count
                effects.append(slice(event, end: nil))
            case "E":
                if let place = open.removeValue(forKey: track(of: event)) { effects[place].end = time(event) }
            default: break
            }
        }
        return effects
    }

    // MARK: Arrows

    /// From the slice that encloses the beginning of each arrow to the one that encloses its end; nil where there is none.
    var arrows: [(from: Slice?, to: Slice?)] {
        let slices = Dictionary(grouping: steps + effects, by: \.track)
        func enclosing(_ event: [String: Any]) -> Slice? {
            let time = time(event)
            return slices[track(of: event)]?.first { $0.encloses(time) }
        }
        let starts = Dictionary(
            events("s").map { ($0["id"] as? Int ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
        return events("f").map { end in (starts[end["id"] as? Int ?? -1].flatMap(enclosing), enclosing(end)) }
    }

    // MARK: Queries

    var slowestStep: Slice? { steps.max { ($0.end ?? 0) - $0.start < ($1.end ?? 0) - $1.start } }

    func effects(named name: String) -> [Slice] { effects.filter { $0.name == name } }

    /// The longest path along the arrows.
    var longestChain: [Slice] {
        var causes: [Slice: Slice] = [:]
        for case (let from?, let to?) in arrows { causes[to] = from }
        let chains = causes.keys.map { last in Array(sequence(first: last) { causes[$0] }).reversed() as [Slice] }
        return chains.max { $0.count < $1.count } ?? []
    }
}
