/// The tasks that await one event.
struct EventWaiters: Sendable {
    private enum Ends: Sendable {
        case none
        case one(AwaitedEnd)
        case several([AwaitedEnd])
    }

    private var ends = Ends.none
    /// The highest priority that one of the tasks has had.
    var priority = PriorityLevel.background

    var isEmpty: Bool {
        if case .none = ends { true } else { false }
    }

    mutating func raise(to priority: PriorityLevel) { self.priority = max(self.priority, priority) }

    mutating func add(_ end: AwaitedEnd, at priority: PriorityLevel) {
        raise(to: priority)
        switch ends {
        case .none: ends = .one(end)
        case .one(let first): ends = .several([first, end])
        case .several(var all):
            ends = .none
            all.append(end)
            ends = .several(all)
        }
    }

    mutating func remove(_ end: AwaitedEnd) {
        switch ends {
        case .none: break
        case .one(let only): if only === end { ends = .none }
        case .several(let all):
            let rest = all.filter { $0 !== end }
            ends = rest.isEmpty ? .none : .several(rest)
        }
    }

    /// Resumes the tasks, in the order in which they came.
    func reach() {
        switch ends {
        case .none: break
        case .one(let end): end.reach()
        case .several(let ends): for end in ends { end.reach() }
        }
    }
}
