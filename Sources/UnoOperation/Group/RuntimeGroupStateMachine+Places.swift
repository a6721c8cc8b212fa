internal import AsyncKit
internal import UnoArchitecture

// The limit of a group: which keys have a place, which wait for one, and which runtime makes room.

extension RuntimeGroupStateMachine {
    /// A runtime that is to be made.
    struct Next: Sendable {
        let key: Key
        let incarnation: Incarnation
    }

    /// How many runtimes at work a search passes over while the lock is held.
    private static var glance: Int { 64 }

    /// The number of runtimes, those included that are being made or ended.
    var count: Int { slots.count - waiting.count }

    /// The keys that have a runtime. Complexity: O(keys).
    var keys: [Key] { slots.compactMap { if case .waiting = $0.value.stage { nil } else { $0.key } } }

    var hasFreePlace: Bool { count < limit }

    /// Whether a caller of `key` would need a place that no caller before it has asked for.
    func needsPlace(_ key: Key) -> Bool {
        guard let index = slots.index(forKey: key) else { return true }
        guard case .ending = slots.values[index].stage else { return false }
        return slots.values[index].line.isEmpty
    }

    // MARK: Finding a place

    /// Whether there is a place for `key`: now, or when a runtime has ended.
    ///
    /// - Parameter victim: a runtime that is to be ended for it.
    mutating func findPlace(for key: Key, _ victim: inout Candidate?, where isAtRest: (Hosted) -> Bool) -> Bool {
        guard isShortOfPlaces(for: key) else { return true }
        guard makesRoom else { return false }
        searchCredit = min(searchCredit, unused.count) + Self.glance
        guard let longest = longestUnused(atMost: Self.glance, where: isAtRest),
            let index = slots.index(forKey: longest),
            case .live(let hosted) = slots.values[index].stage
        else { return false }
        beginEnding(index, hosted)
        victim = Candidate(key: longest, hosted: hosted)
        return true
    }

    /// Whether the places that are free or become free are all meant for other keys. A group that does not make room counts
    /// the place that an ending runtime leaves for its own key only.
    private func isShortOfPlaces(for key: Key) -> Bool {
        guard makesRoom else { return !hasFreePlace && slots[key] == nil }
        return waiting.count + returningCount >= limit - count + endingCount
    }

    /// Passes over runtimes at work, until the longest unused one at rest is the first. To be called before
    /// ``arrive(_:at:where:)`` until it returns false, so that no search keeps the lock for long.
    ///
    /// Each call of `arrive` that needs room pays for passing over a few. So a search can be complete when the one before it is
    /// long ago, and a flood of new keys does not search all runtimes again and again.
    mutating func searchOn(for key: Key, where isAtRest: (Hosted) -> Bool) -> Bool {
        guard isOpen, needsPlace(key), isShortOfPlaces(for: key) else { return false }
        // None is unused in a group that does not make room.
        searchCredit = min(searchCredit, unused.count)
        return longestUnused(atMost: min(Self.glance, searchCredit), where: isAtRest) == nil && searchCredit > 0
    }

    /// The first key of `unused` whose runtime is at rest. One that is found at work counts as used now.
    private mutating func longestUnused(atMost number: Int, where isAtRest: (Hosted) -> Bool) -> Key? {
        for _ in 0..<min(number, unused.count) {
            guard let place = unused.first else { return nil }
            guard case .live(let hosted)? = slots[unused[place]]?.stage else {
                fatalError("longestUnused: the runtime of \(unused[place]) is not live")
            }
            if isAtRest(hosted) { return unused[place] }
            unused.moveToEnd(place)
            searchCredit -= 1
        }
        return nil
    }

    /// Gives a place that has become free to the key that has waited longest.
    mutating func fillPlace() -> Next? {
        guard hasFreePlace, let key = waiting.popFirst(), let index = slots.index(forKey: key) else { return nil }
        slots.values[index].stage = .making(nil)
        return Next(key: key, incarnation: slots.values[index].incarnation)
    }

    // MARK: Keeping account

    mutating func beginEnding(_ index: Dictionary<Key, Slot>.Index, _ hosted: Hosted) {
        noteUsed(index)
        unlistAsBusy(index)
        slots.values[index].stage = .ending(hosted)
        endingCount += 1
        if !slots.values[index].line.isEmpty { returningCount += 1 }
    }

    /// All callers in the line of a key have been cancelled.
    mutating func noteAbandoned(_ index: Dictionary<Key, Slot>.Index) {
        switch slots.values[index].stage {
        case .making, .live: break
        case .ending: returningCount -= 1
        case .waiting(let id):
            _ = waiting.withdraw(id)
            slots.remove(at: index)
        }
    }

    /// Takes note that no call uses the runtime any more, if that is so.
    mutating func noteUnused(_ index: Dictionary<Key, Slot>.Index) {
        guard makesRoom, slots.values[index].isFree, slots.values[index].unusedPlace == nil else { return }
        slots.values[index].unusedPlace = unused.append(slots.keys[index])
    }

    mutating func noteUsed(_ index: Dictionary<Key, Slot>.Index) {
        guard let place = slots.values[index].unusedPlace else { return }
        unused.remove(place)
        slots.values[index].unusedPlace = nil
    }
}
