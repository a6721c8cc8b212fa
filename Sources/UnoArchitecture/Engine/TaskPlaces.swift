/// The places of a graph's tasks, used again and again.
struct TaskPlaces: Sendable {
    private enum Place: Sendable {
        /// Nobody's; the next one that is nobody's, if there is one.
        case free(next: Int32?)
        /// A task's; its handle is not known yet.
        case starting(cancelled: Bool)
        /// A task's that runs.
        case running(Task<Void, Never>)
    }

    private var places: [(place: Place, generation: Int)] = []
    private(set) var count = 0
    /// In 32 bits, and last, for the sake of a graph that rests: its tasks are 16 bytes less.
    private var firstFree: Int32?

    mutating func take() -> GraphTasks.ID {
        count += 1
        guard let index = firstFree.map({ Int($0) }), case .free(let next) = places[index].place else {
            places.append((.starting(cancelled: false), 0))
            return GraphTasks.ID(place: places.count - 1, generation: 0)
        }
        firstFree = next
        places[index].place = .starting(cancelled: false)
        return GraphTasks.ID(place: index, generation: places[index].generation)
    }

    /// Whether the task has not ended.
    func holds(_ id: GraphTasks.ID) -> Bool { places[id.place].generation == id.generation }

    /// The handle of the task; true if it has been cancelled before that was known.
    mutating func fill(_ id: GraphTasks.ID, with task: Task<Void, Never>) -> Bool {
        // The task may have ended before.
        guard holds(id), case .starting(let cancelled) = places[id.place].place else { return false }
        places[id.place].place = .running(task)
        return cancelled
    }

    mutating func leave(_ id: GraphTasks.ID) {
        count -= 1
        places[id.place] = (.free(next: firstFree), id.generation + 1)
        firstFree = Int32(id.place)
    }

    /// The task to be cancelled, if it is known and has not ended.
    mutating func cancel(_ id: GraphTasks.ID) -> Task<Void, Never>? {
        guard holds(id) else { return nil }
        if case .running(let task) = places[id.place].place { return task }
        places[id.place].place = .starting(cancelled: true)
        return nil
    }

    /// The tasks to be cancelled; those whose handle is not known yet are when it is.
    mutating func cancelAll() -> [Task<Void, Never>] {
        var running: [Task<Void, Never>] = []
        for index in places.indices {
            switch places[index].place {
            case .free: break
            case .starting: places[index].place = .starting(cancelled: true)
            case .running(let task): running.append(task)
            }
        }
        return running
    }
}
