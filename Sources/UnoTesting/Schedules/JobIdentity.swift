/// The number of a job's task: the same for all jobs of a task, and different for each task. 0 for a job without a
/// task.
///
/// A function of the run time; `ExecutorJob.description` uses it.
@_silgen_name("swift_task_getJobTaskId")
func taskNumber(of job: UnownedJob) -> UInt64

/// What a job is for.
enum JobKind: Sendable, Hashable {
    case task
    /// Runs the tasks that wait for an actor without an executor of its own: all of them, one after the other.
    case plainActor
    /// Only enqueues a task again that has yielded.
    case requeue

    /// *Proof.* A job that an executor has been given exists until the executor runs it, and its kind never changes. The
    /// run time's binary interface (`Job` in `swift/ABI/Task.h`) begins with an object header of two words and two words
    /// for executors; the lowest byte of the flags that follow is the kind (`JobKind` in `swift/ABI/MetadataValues.h`).
    init(of job: UnownedJob) {
        let flags = unsafeBitCast(job, to: UnsafeRawPointer.self)
            .load(fromByteOffset: 4 * MemoryLayout<UnsafeRawPointer>.size, as: UInt32.self)
        self =
            switch flags & 0xFF {
            case 192...194: .plainActor
            case 195: .requeue
            default: .task
            }
    }
}
