/// The number of a job's task: the same for all jobs of a task, and different for each task. 0 for a job without a
/// task.
///
/// A function of the run time; `ExecutorJob.description` uses it.
@_silgen_name("swift_task_getJobTaskId")
func taskNumber(of job: UnownedJob) -> UInt64
