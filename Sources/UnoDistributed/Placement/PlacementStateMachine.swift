/// The nodes as a ``Placement`` knows them, and to which of them a key belongs, without locks, tasks or time.
///
/// A key belongs to the node for which the hash of both is the greatest (rendezvous hashing): every process that knows the same
/// nodes chooses the same one, and when a node comes or goes only its own keys move.
///
/// A node is *up* when the directory says so, until its host says that it is about to leave. It is *heard of* when its host claims a key before the directory has said so;
/// it then counts as up for a time. One that is no longer up is *gone*, and remembered for a time: its host may still have
/// keys.
///
/// Complexity: O(nodes) for each event and question.
struct PlacementStateMachine: Sendable {
    private struct Node: Sendable {
        let hash: UInt64
        /// When it has come, or gone.
        let since: Duration

        init(_ name: String, since: Duration) { (hash, self.since) = (stableHash(of: name), since) }
    }

    /// How long hosts may need to learn of a change.
    let settling: Duration
    private var up: [String: Node] = [:]
    private var heardOf: [String: Node] = [:]
    private var gone: [String: Node] = [:]
    /// The nodes that are gone by their own account, although the directory still names them.
    private var leaving: Set<String> = []
    /// Until when a host may have a key that belongs to another one.
    private var unsettledUntil: Duration?

    init(settling: Duration) {
        self.settling = settling
    }

    /// The directory names these nodes; returns the nodes that are gone, also those that were only heard of.
    mutating func update(_ names: Set<String>, at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        leaving.formIntersection(names)
        return change(to: names.subtracting(leaving), at: now)
    }

    /// The host of the node says that the node is about to leave.
    mutating func leaves(_ name: String, at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        let wasHeardOf = heardOf.removeValue(forKey: name) != nil
        guard up[name] != nil else { return (wasHeardOf ? [name] : [], wasHeardOf) }
        leaving.insert(name)
        return change(to: Set(up.keys).subtracting([name]), at: now)
    }

    private mutating func change(to names: Set<String>, at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        let before = Set(up.keys)
        guard names != before || unsettledUntil == nil else { return ([], false) }
        let left = before.subtracting(names)
        gone = gone.filter { isRecent($0.value, at: now) && !names.contains($0.key) }
        for name in left { gone[name] = Node(name, since: now) }
        let absent = Set(heardOf.filter { !isRecent($0.value, at: now) }.keys).subtracting(names)
        heardOf = heardOf.filter { isRecent($0.value, at: now) && !names.contains($0.key) }
        up = Dictionary(uniqueKeysWithValues: names.map { ($0, up[$0] ?? Node($0, since: now)) })
        unsettledUntil = now + settling
        return (left.union(absent), true)
    }

    /// The host of the node claims a key; returns whether the node was unknown.
    mutating func heard(of name: String, at now: Duration) -> Bool {
        // A node that is gone may not have learned of it.
        guard up[name] == nil, !isRecent(gone[name], at: now) else { return false }
        let isNew = !isRecent(heardOf[name], at: now)
        heardOf[name] = Node(name, since: now)
        if isNew { unsettledUntil = now + settling }
        return isNew
    }

    func isUp(_ name: String) -> Bool { up[name] != nil }

    /// Whether the node is neither unknown nor gone.
    func isKnown(_ name: String, at now: Duration) -> Bool {
        isUp(name) || isRecent(heardOf[name], at: now)
    }

    /// The other nodes that are up.
    func others(than name: String) -> [String] { up.keys.filter { $0 != name }.sorted() }

    /// The node to which the key of this hash belongs; nil while no node is up.
    func node(for key: UInt64, at now: Duration) -> String? {
        guard !up.isEmpty else { return nil }
        var best: (rank: UInt64, name: String)?
        for (name, node) in up { best = Self.greater(best, (Self.rank(key, node.hash), name)) }
        for (name, node) in heardOf where isRecent(node, at: now) {
            best = Self.greater(best, (Self.rank(key, node.hash), name))
        }
        return best?.name
    }

    /// The other nodes whose hosts may have the key that belongs to `owner`: none if no change has come for a time, else those
    /// that are up, and those that are gone and may have had the key: because it was theirs, or because they went before they
    /// could have given it to an owner that had just come.
    func rivals(of owner: String, for key: UInt64, at now: Duration) -> [String] {
        guard let unsettledUntil, now < unsettledUntil else { return [] }
        let own = (Self.rank(key, stableHash(of: owner)), owner)
        let present = Set(up.keys).union(heardOf.filter { isRecent($0.value, at: now) }.keys).subtracting([owner])
        let settled = (up[owner]?.since ?? now) + settling
        let former = gone.filter { name, node in
            isRecent(node, at: now) && ((Self.rank(key, node.hash), name) > own || node.since < settled)
        }
        return present.union(former.keys).sorted()
    }

    /// Whether the node has come or gone so recently that other hosts may not know it.
    private func isRecent(_ node: Node?, at now: Duration) -> Bool { node.map { now < $0.since + settling } ?? false }

    private static func greater(
        _ first: (rank: UInt64, name: String)?,
        _ second: (rank: UInt64, name: String)
    ) -> (rank: UInt64, name: String) {
        first.map { $0 > second ? $0 : second } ?? second
    }

    private static func rank(_ key: UInt64, _ node: UInt64) -> UInt64 { mix(key ^ mix(node)) }
}

/// FNV-1a of the text's UTF-8, well mixed: the same in every process, unlike `Hasher`.
func stableHash(of text: some CustomStringConvertible) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return mix(hash)
}

/// The finaliser of SplitMix64.
private func mix(_ number: UInt64) -> UInt64 {
    var number = number &+ 0x9e37_79b9_7f4a_7c15
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
}
