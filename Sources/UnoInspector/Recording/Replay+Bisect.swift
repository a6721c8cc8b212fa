internal import UnoArchitecture

extension Replay {
    /// Finds the sent actions that lead to a state: as few as were found.
    ///
    /// By delta debugging (Zeller and Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002): replays without more
    /// and more of the events, for as long as one of the states is as wanted. None of the steps returned can be left out alone.
    ///
    /// An event is left out with all that it led to. An update by an effect gives its part the state that was recorded, which may
    /// contain what an event that was left out had done.
    ///
    /// Complexity: O(n²) replays at worst in the events that are needed, O(log n) for one.
    ///
    /// - Parameter isMeant: called with the state of the whole feature after each step.
    /// - Returns: the steps in which the actions were handled, in order; nil if no state is as wanted.
    /// - Throws: ``ReplayError/impossible(_:)`` if the recording cannot be replayed, ``ReplayError/cancelled`` if the waiting task is
    ///   cancelled.
    public func steps(
        leadingTo isMeant: @escaping @Sendable (State) -> Bool
    ) async throws(ReplayError) -> [Recording<State, Action>.Step]? {
        let sent = recording.steps.filter { $0.cause == .sent }
        let events = Set(sent.compactMap(\.event))
        func step(with kept: [Recording<State, Action>.Step]) async throws(ReplayError) -> Int? {
            try await run(without: events.subtracting(kept.compactMap(\.event)), until: isMeant)
        }
        guard let last = try await step(with: sent) else { return nil }
        var kept = sent.filter { $0.number <= last }
        var parts = 1
        while !kept.isEmpty {
            let size = (kept.count + parts - 1) / parts
            var fewer: [Recording<State, Action>.Step]?
            for start in stride(from: 0, to: kept.count, by: size) where fewer == nil {
                let rest = Array(kept[..<start] + kept[min(start + size, kept.count)...])
                if try await step(with: rest) != nil { fewer = rest }
            }
            if let fewer {
                (kept, parts) = (fewer, max(1, parts - 1))
            } else if size == 1 {
                break
            } else {
                parts = min(2 * parts, kept.count)
            }
        }
        return kept
    }
}
