/// The tasks that await one event.
struct EventWaiters {
    private enum Ends {
        case none
        case one(AwaitedEnd)
        case several([AwaitedEnd])
    }

    private var ends = Ends.none

    var isEmpty: Bool {
        if case .none = ends { true } else { false }
    }

    /// The highest priority of the tasks.
    var priority: PriorityLevel {
        switch ends {
        case .none: .background
        case .one(let end): end.priority
        case .several(let ends): ends.map(\.priority).max() ?? .background
        }
    }

    mutating func add(_ end: AwaitedEnd) {
        switch ends {
        case .none: ends = .one(end)
        case .one(let first): ends = .several([first, end])
        case .several(var all):
            ends = .none
            all.append(end)
            ends = .several(all)
        }
    }

    /// - Returns: whether `end` was among them.
    mutating func remove(_ end: AwaitedEnd) -> Bool {
        switch ends {
        case .none: return false
        case .one(let only):
            guard only === end else { return false }
            ends = .none
        case .several(let all):
            let rest = all.filter { $0 !== end }
            guard rest.count < all.count else { return false }
            ends = .several(rest)
            if rest.isEmpty { ends = .none }
        }
        return true
    }

    mutating func take() -> EventWaiters {
        defer { ends = .none }
        return self
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
