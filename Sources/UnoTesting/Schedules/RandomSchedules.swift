/// The random schedules of an exploration: each follows a seed and one of several searches, in turn.
struct RandomSchedules {
    private enum Search {
        /// Chooses at each decision.
        case walk(RandomSearch)
        /// Gives priorities to tasks.
        case priorities
        /// Gives priorities to jobs.
        case partialOrder
        /// Runs jobs that concern one task at once, and chooses at each decision that is left.
        case sharedWalk
        /// Runs jobs that concern one task at once, and gives priorities to tasks.
        case sharedPriorities
    }

    /// The number of schedules that have been run.
    private var count = 0
    private(set) var local = LocalActors()
    /// The greatest number of decisions of a run, and of those that are left to choose in a shared search.
    private var length = 0
    private var sharedLength = 0

    /// Runs the next schedule.
    mutating func run(_ setting: ScenarioRun.Setting, seed: UInt64) async -> ScenarioRun {
        let search = search
        let turn = count / 2
        count += 1
        var generator = SplitMix(seed: seed)
        switch search {
        case .walk(let walk):
            return await setting.run { decision, _ in walk.decide(&decision, using: &generator) }
        case .priorities:
            var search = PrioritySearch(depth: 2 + turn % 5, length: length, generator: generator)
            return await setting.run { decision, ready in search.decide(&decision, ready: ready) }
        case .partialOrder:
            var search = PartialOrderSearch(seed: generator.next())
            return await setting.run { decision, ready in search.decide(&decision, ready: ready) }
        case .sharedWalk:
            return await sharedRun(setting, &generator) { decision, _, generator in
                RandomSearch.even.decide(&decision, using: &generator)
            }
        case .sharedPriorities:
            var search = PrioritySearch(depth: 2 + turn % 5, length: sharedLength, generator: generator)
            return await sharedRun(setting, &generator) { decision, ready, _ in search.decide(&decision, ready: ready) }
        }
    }

    /// Learns from a run of this exploration, by whatever search.
    mutating func learn(from run: ScenarioRun) {
        length = max(length, run.decisions.count)
        local.learn(run.visitors)
    }

    private var search: Search {
        guard local.leavesChoice else { return count.isMultiple(of: 2) ? walk(number: count / 2) : .priorities }
        return switch count % 6 {
        case 0, 3: .sharedWalk
        case 1: .priorities
        case 2: walk(number: count / 6)
        case 4: .partialOrder
        default: .sharedPriorities
        }
    }

    /// A walk with each bias in turn.
    private func walk(number: Int) -> Search { .walk(RandomSearch.allCases[number % RandomSearch.allCases.count]) }

    /// A run that decides only the order in which tasks enter the actors that they share.
    private mutating func sharedRun(
        _ setting: ScenarioRun.Setting,
        _ generator: inout SplitMix,
        _ decide: (inout Decision, [ReadyJob], inout SplitMix) -> Void
    ) async -> ScenarioRun {
        var (shared, total) = (0, 0)
        // A task that waits in a loop for another task would run for ever.
        let end = 2 * length + 8
        let run = await setting.run { decision, ready in
            total += 1
            if total <= end, let place = local.firstPlace(in: ready) { return decision.take(place, under: .oldest) }
            shared += 1
            if total <= end {
                decide(&decision, ready, &generator)
            } else {
                RandomSearch.even.decide(&decision, using: &generator)
            }
        }
        sharedLength = max(sharedLength, shared)
        return run
    }
}
