/// The tasks that have entered an actor.
enum ActorVisitors: Sendable, Hashable {
    case none
    case one(task: Int)
    case several

    mutating func note(_ task: Int) {
        switch self {
        case .none: self = .one(task: task)
        case .one(task): break
        case .one, .several: self = .several
        }
    }
}

/// Which actors have been entered by a single task, in all runs of an exploration so far.
///
/// A job in such an actor, and one in no actor, may run as soon as it is ready: the order of the jobs that is left to
/// choose is that of the jobs in actors that several tasks enter. The luck that a random schedule needs grows with the
/// number of its decisions, and most of them are often of the first kind.
///
/// That is a guess: tasks may share more than actors, a channel or a lock for instance. So an exploration uses it for a
/// part of its schedules only.
struct LocalActors: Sendable {
    /// By the number of the actor; the first is for jobs in no actor.
    private var isLocal: [Bool] = [true]

    /// Whether several tasks enter some actor: only then is an order left to choose.
    var leavesChoice: Bool { isLocal.contains(false) }

    /// Whether several tasks have entered actors without an executor of their own.
    var sharesPlainActors: Bool { isLocal.count > ReadyJob.plainActors && !isLocal[ReadyJob.plainActors] }

    /// Learns from a run.
    mutating func learn(_ visitors: [ActorVisitors]) {
        for (number, visitors) in visitors.enumerated() {
            if number == isLocal.count { isLocal.append(true) }
            if visitors == .several { isLocal[number] = false }
        }
    }

    /// The place of the oldest job that may run at once; nil if none may.
    func firstPlace(in ready: [ReadyJob]) -> Int? {
        ready.firstIndex { $0.isolation < isLocal.count && isLocal[$0.isolation] }
    }
}
