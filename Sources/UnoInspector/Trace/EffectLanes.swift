/// The tracks of a runtime's effects: one for each id, and further ones for effects that run at the same time.
///
/// The slices of a track have to follow each other or lie within each other, and effects do neither. So each track takes one
/// effect at a time.
struct EffectLanes: Sendable {
    /// A track, and its name if this is its first effect.
    struct Lane {
        let thread: UInt64
        let newName: String?
    }

    private struct Group {
        var count = 0
        /// The threads without an effect, the latest one last.
        var free: [UInt64] = []
    }

    /// Ids are made from values, such as the ids of rows. Beyond this number they share the tracks of effects without an id.
    static let idLimit = 64

    private var groups: [String?: Group] = [:]
    private var nextThread: UInt64

    /// - Parameter first: the number of the first track.
    init(first: UInt64) { nextThread = first }

    private func key(of id: String?) -> String? { groups[id] != nil || groups.count < Self.idLimit ? id : nil }

    /// Takes a track without an effect.
    mutating func take(for id: String?) -> Lane {
        let key = key(of: id)
        if let thread = groups[key]?.free.popLast() { return Lane(thread: thread, newName: nil) }
        defer { nextThread += 1 }
        groups[key, default: Group()].count += 1
        let (name, number) = (key ?? "effects", groups[key]?.count ?? 1)
        return Lane(thread: nextThread, newName: number == 1 ? name : "\(name) (\(number))")
    }

    /// Gives a track back that was taken for the same id.
    mutating func leave(_ thread: UInt64, of id: String?) {
        groups[key(of: id)]?.free.append(thread)
    }
}
