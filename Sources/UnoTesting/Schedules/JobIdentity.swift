/// The number of the task that a job belongs to: the same for all jobs of a task, and no other task's. 0 for a job that
/// belongs to none.
///
/// A function of the run time, which `ExecutorJob` describes itself with.
@_silgen_name("swift_task_getJobTaskId")
func taskNumber(of job: UnownedJob) -> UInt64
