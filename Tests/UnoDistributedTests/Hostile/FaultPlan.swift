import UnoTesting

extension SplitMix {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &self))
    }
}

/// What goes wrong between the nodes, and when; a seed determines all of it.
struct FaultPlan: Sendable {
    /// A time in which something is the case.
    struct Spell: Sendable {
        let from: Duration
        let to: Duration

        func contains(_ moment: Duration) -> Bool { from <= moment && moment < to }
    }

    /// The fate of one call.
    struct Fate: Sendable {
        /// When each copy of the request arrives; none if it is lost.
        var arrivals: [Duration]
        /// How long the reply takes; nil if it is lost.
        var reply: Duration?
    }

    private var dice: SplitMix
    /// Percentages.
    let (lostRequests, lostReplies, repeats): (Int, Int, Int)
    let delay: Int
    /// Nothing gets through.
    let partition: Spell?
    /// The host's node does nothing; what arrives is handled afterwards.
    let stop: Spell?
    /// When the host's node ends, and is replaced by another one.
    let crash: Duration?
    /// When a client is told, wrongly, that the host has ended, and then that it is there.
    let rumour: Duration?
    /// When everything goes wrong for the last time.
    let end: Duration = .seconds(20)

    init(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        func percent(_ numbers: [Int]) -> Int { numbers.randomElement(using: &dice)! }
        (lostRequests, lostReplies, repeats) = (percent([0, 0, 5, 30]), percent([0, 0, 5, 30]), percent([0, 10, 50]))
        delay = percent([0, 5, 50, 400])
        func spell(_ percent: Int) -> Spell? {
            guard dice.chance(percent) else { return nil }
            let from = dice.milliseconds(0...6_000)
            return Spell(from: from, to: from + dice.milliseconds(100...6_000))
        }
        partition = spell(40)
        stop = spell(30)
        crash = dice.chance(30) ? dice.milliseconds(0...8_000) : nil
        rumour = crash == nil && dice.chance(40) ? dice.milliseconds(0...6_000) : nil
        self.dice = dice
    }

    /// A plan in which only calls go wrong.
    static func calls(seed: UInt64) -> FaultPlan {
        let plan = FaultPlan(seed: seed)
        return FaultPlan(plan.dice, plan.lostRequests, plan.lostReplies, plan.repeats, plan.delay)
    }

    /// A plan in which nothing goes wrong.
    static var calm: FaultPlan { FaultPlan(SplitMix(seed: 0), 0, 0, 0, 0) }

    private init(_ dice: SplitMix, _ lostRequests: Int, _ lostReplies: Int, _ repeats: Int, _ delay: Int) {
        self.dice = dice
        (self.lostRequests, self.lostReplies, self.repeats, self.delay) = (lostRequests, lostReplies, repeats, delay)
        (partition, stop, crash, rumour) = (nil, nil, nil, nil)
    }

    mutating func next(at now: Duration) -> Fate {
        guard now < end else { return Fate(arrivals: [.zero], reply: .zero) }
        var fate = Fate(arrivals: [dice.milliseconds(0...delay)], reply: dice.milliseconds(0...delay))
        if dice.chance(repeats) { fate.arrivals.append(dice.milliseconds(0...delay * 4)) }
        if dice.chance(lostRequests) { fate.arrivals.removeFirst() }
        if dice.chance(lostReplies) { fate.reply = nil }
        return fate
    }
}

extension FaultPlan {
    /// Whether the host may be away, or not be heard of for so long that it counts as lost.
    var mayLoseHost: Bool {
        partition != nil || stop != nil || crash != nil || rumour != nil || lostRequests + lostReplies >= 30
    }

    /// Whether no lease can end and no stall limit run out.
    var isCalm: Bool {
        partition == nil && stop == nil && crash == nil && rumour == nil && lostRequests == 0 && lostReplies == 0
            && delay < 50
    }
}

/// What the clients of a trial do besides sending and reading.
struct Habits: Sendable {
    /// How many milliseconds each client's reader rests at most between two states.
    let slowness: [Int]
    /// Whether tasks are cancelled while they wait for a decision.
    let cancelsWaits: Bool
    /// Whether the present state is asked for again and again.
    let peeks: Bool
    /// Whether readers end, and begin anew.
    let leaves: Bool
    /// How long after the first crash's restart the next node ends as well.
    let secondCrash: Duration?

    init(seed: UInt64) {
        var dice = SplitMix(seed: seed &* 977 &+ 3)
        slowness = (1...2).map { _ in [0, 0, 200, 1_500, 6_000].randomElement(using: &dice)! }
        cancelsWaits = dice.chance(30)
        peeks = dice.chance(30)
        leaves = dice.chance(30)
        secondCrash = dice.chance(30) ? dice.milliseconds(0...4_000) : nil
    }
}
