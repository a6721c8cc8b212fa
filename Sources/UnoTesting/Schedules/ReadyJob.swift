/// What a schedule knows of a job that is ready.
struct ReadyJob: Sendable, Hashable {
    /// The task that it belongs to: tasks count from 0, in the order of their first jobs.
    let task: Int
    /// The actor that it runs in, by the number of its serial executor; 0 if it runs in none, or in an unknown one.
    let isolation: Int
    /// The number of the job, in the order in which jobs became ready.
    let arrival: Int

    /// Whether the two may run in either order with the same result: they run in different actors.
    ///
    /// An assumption: actors may share an object with a lock. So what is left out because of it comes later.
    func commutes(with other: Self) -> Bool { isolation > 0 && other.isolation > 0 && isolation != other.isolation }
}
