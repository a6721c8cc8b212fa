import TestSupport
import UnoArchitecture
import UnoTesting

/// Plays one script on the reference and on a host, and reports the first difference.
final class ModelComparison {
    private let model: ReferenceGraph
    private let executor: ControlledExecutor
    private let surroundings: Surroundings
    private let hosted: Hosted<Tree, Act>
    /// How a runtime is watched.
    private let policy: SubscriptionPolicy
    private let selection: StateSelection
    /// The actions that were taken in.
    private let taken = Record<Act>()
    private var history: [String] = []
    private var hasBurst = false
    /// Whether the next event depends on the schedule: which of several effects at one place continues after actions
    /// were queued together, or which of several simultaneous requests gets the next turn. The rest cannot be compared.
    private(set) var isUndecided = false
    /// Effects start others by feedback without end: the script has been compared, the graph's end has not.
    private var isEndless = false

    /// - Parameter schedule: chooses the order of jobs; what comes out must not depend on it.
    init(_ composition: Composition, in host: Host, schedule: UInt64) {
        model = ReferenceGraph(composition)
        executor = ControlledExecutor(seed: schedule)
        surroundings = Surroundings(executor: executor)
        let policies: [(SubscriptionPolicy, StateSelection)] = [
            (.unbounded, .everyState), (.bounded(1), .everyState), (.unbounded, .steps), (.bounded(1), .steps),
            (.latest, .steps), (.droppingOldest(2), .steps),
        ]
        (policy, selection) = host == .runtime ? policies[Int(schedule / 8 % 6)] : (.unbounded, .everyState)
        // An action for a child that is not there is reported.
        hosted = Diagnostics.$local.withValue(Diagnostics { _ in }) {
            [surroundings, executor, policy, selection, taken] in
            let whole = composition.interactor(in: surroundings).wrap { step in
                // What is named next comes from a handler.
                if !step.action.isNote { taken.append(step.action) }
                step.proceed()
            }
            return Hosted(whole, in: host, on: executor, watching: policy, of: selection)
        }
    }

    /// Nil if both agree after each operation, and at the end.
    func difference(_ operations: [Generator.Operation]) -> String? {
        if let difference = settle("start") { return difference }
        for operation in operations {
            if let difference = play(operation) { return difference }
            if isUndecided { return nil }
        }
        if let difference = releaseAll() { return difference }
        if isUndecided || isEndless { return nil }
        let finishing = hosted.finish()
        var wakes = 0
        repeat {
            model.finish()
            if isUndecided || model.isUndecided {
                isUndecided = true
                return nil
            }
            if let difference = settle("finish") ?? releaseAll() { return difference }
            if isUndecided || isEndless { return nil }
            wakes += 1
            if wakes > 60 { isEndless = true }
            if !model.sleepers.isEmpty, let difference = wake() { return difference }
        } while model.holdsActions || model.hasEffects
        finishing.cancel()
        executor.runUntilIdle()
        if hosted.ends.count != 1 { return report("the states do not end", 1, hosted.ends.count) }
        if let live = hosted.runtime?.tasks.liveCount, live != 0 { return report("tasks are left", 0, live) }
        return nil
    }

    private func play(_ operation: Generator.Operation) -> String? {
        switch operation {
        case .send(let act):
            model.send(act)
            hosted.send(act)
            return settle("send \(act)")
        case .burst(let acts):
            hasBurst = true
            model.send(together: acts)
            for act in acts { hosted.send(act) }
            return settle("send \(acts)")
        case .release(let index):
            guard !model.held.isEmpty else { return nil }
            return release(model.held[index % model.held.count].place)
        case .advance(let ticks): return advance(by: 1_000 * ticks)
        case .senders(let senders): return play(senders)
        }
    }

    /// Moves time in steps while an effect sleeps; otherwise at once, so that due actions are late.
    private func advance(by time: Int) -> String? {
        let end = model.now + time
        while let next = model.nextWake, next <= end {
            if let difference = wake() { return difference }
            if isUndecided { return nil }
        }
        if model.dueCount(after: end - model.now) > 1 {
            // The follow-up of an effect takes a turn among those of the due actions.
            guard !model.held.contains(where: \.isFollowed) else { return nil }
            hasBurst = true
        }
        surroundings.clock.advance(by: .milliseconds(end - model.now))
        model.advance(by: end - model.now)
        return settle("advance to \(end)")
    }

    /// Moves time to the next deadline.
    private func wake() -> String? {
        let time = model.nextDeadline! - model.now
        model.wake()
        surroundings.clock.advance(by: .milliseconds(time))
        return settle("wake at \(model.now)")
    }

    /// Several tasks send at the same time. The model takes the order in which the actions were taken in, in which each
    /// sender's order is kept.
    private func play(_ senders: [[Act]]) -> String? {
        hasBurst = true
        let before = taken.elements.count
        for acts in senders {
            executor.task { [hosted] in
                for act in acts {
                    await hosted.deliver(act)
                    await Task.yield()
                }
            }
        }
        executor.runUntilIdle()
        let order = Array(taken.elements[before...])
        guard Self.isInterleaved(order[...], of: senders.map { $0[...] }) else {
            return report("the order of senders", senders, [order])
        }
        model.send(together: order)
        return settle("send \(senders), taken as \(order)")
    }

    private static func isInterleaved(_ order: ArraySlice<Act>, of senders: [ArraySlice<Act>]) -> Bool {
        guard let first = order.first else { return senders.allSatisfy(\.isEmpty) }
        return senders.indices.contains { index in
            guard senders[index].first == first else { return false }
            var rest = senders
            rest[index].removeFirst()
            return isInterleaved(order.dropFirst(), of: rest)
        }
    }

    private func releaseAll() -> String? {
        for _ in 0..<60 {
            guard !isUndecided, let next = model.held.first else { return nil }
            if let difference = release(next.place) { return difference }
        }
        isEndless = true
        return nil
    }

    private func release(_ place: Workbench.Place) -> String? {
        if hasBurst, model.held.count(where: { $0.place == place }) > 1 {
            isUndecided = true
            return nil
        }
        model.release(place)
        // A finishing graph waits until no effect runs, and then handles the held actions.
        if model.isFinishing { model.finish() }
        surroundings.bench.release(place)
        return settle("release \(place)")
    }

    private func settle(_ operation: String) -> String? {
        executor.runUntilIdle()
        history.append(operation)
        if model.isUndecided {
            isUndecided = true
            return nil
        }
        let states = hosted.states.elements
        guard agree(states) else { return report("states", wanted, states) }
        let held = model.held.map(\.place).sorted()
        if held != surroundings.bench.held { return report("waiting effects", held, surroundings.bench.held) }
        let started = model.started.filter { !model.uncertain.contains($0) }.sorted()
        let hasStarted = surroundings.bench.started.filter { !model.uncertain.contains($0) }
        if started != hasStarted { return report("effects started", started, hasStarted) }
        return nil
    }

    /// The states for a reader that misses none.
    private var wanted: [Tree] { selection == .everyState ? model.states : model.handedOn }

    /// An unbounded subscriber sees all of these states; the others may miss some, but never the last one.
    private func agree(_ states: [Tree]) -> Bool {
        if policy.keepsEverything { return states == wanted }
        var rest = wanted[...]
        for state in states {
            guard let place = rest.firstIndex(of: state) else { return false }
            rest = rest[(place + 1)...]
        }
        return states.last == wanted.last
    }

    private func report<Value>(_ what: String, _ expected: Value, _ found: Value) -> String {
        "after \(history.joined(separator: ", ")): \(what): model \(expected), graph \(found)"
    }
}

extension SubscriptionPolicy {
    fileprivate var keepsEverything: Bool {
        switch self {
        case .unbounded, .bounded, .boundedUntilStalled: true
        case .latest, .droppingOldest: false
        }
    }
}
