import UnoTesting

/// What happens to the nodes of a cluster, and when; a seed determines all of it.
struct ClusterPlan: Sendable {
    enum Change: Sendable, Equatable {
        case join
        /// The node is taken out of the views, drains, and ends.
        case leave
        /// The node ends at once, is taken out of the views later, and comes back as another one.
        case crash
        /// The node is cut off, is taken out of the views of the others, and ends when it can learn of that.
        ///
        /// - isAlone: whether it sees itself as the only node meanwhile; otherwise it learns nothing.
        case split(Duration, isAlone: Bool, withClient: Bool)
        /// The node does nothing for a time; if that is long, it is taken out of the views, and ends afterwards.
        case freeze(Duration)
    }

    let hosts: Int
    let changes: [(at: Duration, change: Change)]
    /// How many milliseconds a node needs at most to learn of a change.
    let gossip: Int
    let storeDelay: Duration
    /// When the last change comes, with all that follows from it.
    let end: Duration = .seconds(15)

    init(seed: UInt64) {
        var dice = SplitMix(seed: seed &* 613 &+ 11)
        hosts = Int.random(in: 1...4, using: &dice)
        gossip = [0, 50, 500, 1_500].randomElement(using: &dice)!
        storeDelay = [.zero, .milliseconds(20), .milliseconds(200)].randomElement(using: &dice)!
        let isHarsh = dice.chance(50)
        var changes: [(at: Duration, change: Change)] = []
        for _ in 0..<Int.random(in: 3...10, using: &dice) {
            let change: Change =
                switch Int.random(in: 0..<(isHarsh ? 5 : 2), using: &dice) {
                case 0: .join
                case 1: .leave
                case 2: .crash
                case 3: .split(dice.milliseconds(500...4_000), isAlone: dice.chance(50), withClient: dice.chance(50))
                default: .freeze(dice.milliseconds(200...4_000))
                }
            changes.append((dice.milliseconds(0...5_000), change))
        }
        self.changes = changes.sorted { $0.at < $1.at }
    }

    /// Whether a host may lose what it has accepted.
    var isHarsh: Bool { changes.contains { if case .join = $0.change { false } else { $0.change != .leave } } }

    var leaves: Bool { changes.contains { $0.change == .leave } }
}
