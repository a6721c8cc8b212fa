/// A ready job, as a search sees it.
struct ReadyJob: Sendable, Hashable {
    /// The task of the job. Tasks count from 0, in the order of their first jobs.
    let task: Int
    /// The number of the actor's serial executor; 0 for a job that runs in no actor.
    let isolation: Int
    /// The number of the job. Jobs count in the order in which they became ready.
    let arrival: Int

    /// The isolation of jobs in actors without an executor of their own, which are not told apart.
    static let plainActors = 1

    /// Whether the order of the two jobs does not matter, because they run in different actors.
    ///
    /// An assumption: actors may share an object with a lock. So the searches postpone schedules because of it, and
    /// leave none out.
    func commutes(with other: Self) -> Bool { isolation > 0 && other.isolation > 0 && isolation != other.isolation }
}
