/// The nodes as a ``Placement`` knows them, and to which of them a key belongs, without locks, tasks or time.
///
/// A key belongs to the node for which the hash of both is the greatest (rendezvous hashing): every process that knows the same
/// nodes chooses the same one, and when a node comes or goes only its own keys move.
///
/// What is known of a node, and what becomes of it:
///
/// | | the directory names it | and no longer does | it claims a key | it says that it leaves | time |
/// |---|---|---|---|---|---|
/// | unknown | up | | heard of | leaving | |
/// | heard of | up | | heard of, anew | leaving | lapsed, if it claims no key meanwhile |
/// | lapsed | up | | heard of | leaving | unknown |
/// | up | | gone | | leaving | |
/// | leaving | leaving | gone | | | unknown, unless the directory names it |
/// | gone | up | | | | unknown |
///
/// The time is that of `settling`. Keys belong to nodes that are up or heard of. A host of one that is lapsed, leaving or gone
/// may still have keys, so it is asked for them for a time.
///
/// Complexity: O(nodes) for each event and question.
struct PlacementStateMachine: Sendable {
    /// A node that is unknown has none.
    private enum Standing: Sendable {
        /// The directory names it. Then `leaving` or `gone`.
        case up
        /// Its host has claimed keys, the last one at this moment, and the directory does not name it yet. Then `up`, `leaving` or
        /// `lapsed`.
        case heardOf(last: Duration)
        /// It was heard of, and the directory has not named it in time. Then `up`, `heardOf` or `leaving`, or it is forgotten.
        case lapsed
        /// Its host says that it is about to leave. Then `gone`, or it is forgotten.
        ///
        /// - isNamed: whether the directory names it, still or at last.
        case leaving(isNamed: Bool)
        /// The directory no longer names it. Then `up`, or it is forgotten.
        case gone
    }

    private struct Node: Sendable {
        let hash: UInt64
        var standing: Standing
        /// When it has come, or gone.
        var since: Duration

        init(_ name: String, _ standing: Standing, since: Duration) {
            (hash, self.standing, self.since) = (stableHash(of: name), standing, since)
        }

        var isUp: Bool { if case .up = standing { true } else { false } }
        var isHeardOf: Bool { if case .heardOf = standing { true } else { false } }
        var isThere: Bool { isUp || isHeardOf }
    }

    /// How long hosts may need to learn of a change.
    let settling: Duration
    private var nodes: [String: Node] = [:]

    init(settling: Duration) {
        self.settling = settling
    }

    // MARK: Events

    /// The directory names these nodes; returns the nodes that are gone, also those that were only heard of.
    mutating func update(_ names: Set<String>, at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        var (gone, hasChanged) = lapse(at: now)
        for name in names {
            switch nodes[name]?.standing {
            case .up?: break
            case .leaving?: nodes[name]?.standing = .leaving(isNamed: true)
            case .heardOf?, .lapsed?, .gone?, nil:
                nodes[name] = Node(name, .up, since: now)
                gone.remove(name)
                hasChanged = true
            }
        }
        for (name, node) in nodes where !names.contains(name) {
            switch node.standing {
            case .up:
                nodes[name] = Node(name, .gone, since: now)
                gone.insert(name)
                hasChanged = true
            // It was gone before for those who give out keys.
            case .leaving(isNamed: true): nodes[name]?.standing = .gone
            case .leaving(isNamed: false), .heardOf, .lapsed, .gone: break
            }
        }
        return (gone, hasChanged)
    }

    /// The host of the node says that the node is about to leave.
    mutating func leaves(_ name: String, at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        let lapsed = lapse(at: now)
        switch nodes[name]?.standing {
        case .leaving?, .gone?: return lapsed
        case .up?: nodes[name] = Node(name, .leaving(isNamed: true), since: now)
        case .heardOf?, .lapsed?, nil: nodes[name] = Node(name, .leaving(isNamed: false), since: now)
        }
        return (lapsed.gone.union([name]), true)
    }

    /// The host of the node claims a key; returns whether the node was unknown, or lapsed.
    mutating func heard(of name: String, at now: Duration) -> Bool {
        switch present(nodes[name], at: now)?.standing {
        // A node that is gone may not have learned of it.
        case .up?, .leaving?, .gone?: return false
        case .heardOf?:
            nodes[name]?.standing = .heardOf(last: now)
            return false
        case .lapsed?, nil:
            nodes[name] = Node(name, .heardOf(last: now), since: now)
            return true
        }
    }

    /// Time has passed; returns the nodes that were heard of and have lapsed since the last event.
    mutating func lapse(at now: Duration) -> (gone: Set<String>, hasChanged: Bool) {
        var lapsed: Set<String> = []
        for (name, node) in nodes {
            let current = present(node, at: now)
            if node.isHeardOf, current?.isHeardOf != true { lapsed.insert(name) }
            nodes[name] = current
        }
        return (lapsed, !lapsed.isEmpty)
    }

    // MARK: Questions

    /// When the next node lapses that is heard of, unless something happens before; nil if none is.
    var nextLapse: Duration? {
        let lapses: [Duration] = nodes.values.compactMap { node in
            if case .heardOf(let last) = node.standing { last + settling } else { nil }
        }
        return lapses.min()
    }

    func isUp(_ name: String) -> Bool { nodes[name]?.isUp ?? false }

    /// Whether keys may belong to the node.
    func isKnown(_ name: String, at now: Duration) -> Bool { present(nodes[name], at: now)?.isThere ?? false }

    /// Whether the directory may find the host of the node later if it does not find it now: of a node that it names, or does not
    /// name yet. The host of one that is leaving may still have keys.
    func mayBeFound(_ name: String, at now: Duration) -> Bool {
        switch present(nodes[name], at: now)?.standing {
        case .up?, .heardOf?, .leaving?: true
        case .lapsed?, .gone?, nil: false
        }
    }

    /// The other nodes that are up or heard of.
    func others(than name: String) -> [String] { nodes.filter { $0.key != name && $0.value.isThere }.keys.sorted() }

    /// The node to which the key of this hash belongs; nil while no node is up.
    func node(for key: UInt64, at now: Duration) -> String? {
        guard nodes.values.contains(where: \.isUp) else { return nil }
        var best: (rank: UInt64, name: String)?
        for (name, node) in nodes where present(node, at: now)?.isThere == true {
            best = Self.greater(best, (Self.rank(key, node.hash), name))
        }
        return best?.name
    }

    /// The other nodes whose hosts may have the key that belongs to `owner`: none if no change has come for a time, else those
    /// that are there, and those that no longer are and may have had the key: because it was theirs, or because they went before
    /// they could have given it to an owner that had just come.
    func rivals(of owner: String, for key: UInt64, at now: Duration) -> [String] {
        let known = nodes.compactMapValues { present($0, at: now) }
        guard known.values.contains(where: { isRecent($0.since, at: now) }) else { return [] }
        let own = (Self.rank(key, stableHash(of: owner)), owner)
        let settled = (known[owner].flatMap { $0.isUp ? $0.since : nil } ?? now) + settling
        let others = known.filter { name, node in
            if name == owner { return false }
            if node.isThere { return true }
            return isRecent(node.since, at: now) && ((Self.rank(key, node.hash), name) > own || node.since < settled)
        }
        return others.keys.sorted()
    }

    /// The node as it stands at this moment, also if no event has come since the moment at which that has changed; nil if it is
    /// forgotten.
    private func present(_ node: Node?, at now: Duration) -> Node? {
        guard var node else { return nil }
        if case .heardOf(let last) = node.standing, !isRecent(last, at: now) {
            (node.standing, node.since) = (.lapsed, last + settling)
        }
        return switch node.standing {
        case .up, .heardOf, .leaving(isNamed: true): node
        case .lapsed, .leaving(isNamed: false), .gone: isRecent(node.since, at: now) ? node : nil
        }
    }

    /// Whether other hosts may not know yet what happened at this moment.
    private func isRecent(_ moment: Duration, at now: Duration) -> Bool { now < moment + settling }

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
