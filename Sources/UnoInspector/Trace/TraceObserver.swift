internal import AsyncKit
package import Dispatch
public import Foundation
public import UnoArchitecture

/// Writes what runtimes do to a file that ui.perfetto.dev, `chrome://tracing` and speedscope open.
///
/// ```swift
/// let trace = try TraceObserver(writingTo: URL(filePath: "cart.trace"))
/// let runtime = Runtime(Cart(), name: "cart", observer: trace)
/// ```
///
/// The file is a JSON array of Chrome's trace events, which is read with or without its closing bracket. Each runtime is a
/// process of it, with these tracks:
///
/// - *Steps*, each with the name of its cause, its event, the effect that it follows, and the number of its states.
/// - *Effects*, one track for each id, from the start of the task to its end. Effects that overlap have tracks of their own, and
///   those without an id share theirs. Of more than 64 ids of a runtime, the later ones do so, too.
/// - *Arrows* from the step that has registered an effect to the effect, and from the effect to each step that it causes while
///   it runs.
/// - *Counters*: an estimate of the depth of the mailbox, which is that of the last accepted action, less the steps since; and the
///   effects that are registered and have not ended. The depth is written at most every 100 microseconds, and when it becomes 0.
/// - *Instants*: rejected actions, cancelled effects, a reached effect limit, stalled subscribers, phases of a shutdown.
///
/// Effects, rejected actions and stalled subscribers carry their place in the source. Actions and states do not occur in a trace,
/// because a runtime does not show them to its observer. The ids of effects, the names of runtimes and the notes of rejected
/// actions do: leave out of them what a trace must not show.
///
/// - *Ordering*: no two events have the same time, in nanoseconds from the creation of the observer.
/// - *Writing*: an event is written as a whole, at most 100 milliseconds after it has happened or when 64 KiB have gathered.
///   Whoever tells something meanwhile waits until they are written, so put the file on a disk that is quick. After a crash, the
///   file opens with all that was written. A step is written when it ends.
/// - *Errors*: if the file cannot be written, for instance because the disk is full, that is reported once to `Diagnostics`
///   (`Diagnostic.Kind.traceFailed`), the file keeps its whole events, and nothing is written any more. The
///   runtimes go on.
/// - *Memory*: 64 KiB, and what there is of each runtime and effect that has not ended.
///
/// One observer serves any number of runtimes, view models and groups, on any threads.
public final class TraceObserver: RuntimeObserver {
    /// The time after which events are written, even if few have gathered; nil for never.
    private let delay: DispatchTimeInterval?
    private let now: @Sendable () -> UInt64
    private let writer: LockedField<TraceWriter>
    private let diagnostics = Diagnostics.current

    /// Creates a file, or empties the one that is there.
    ///
    /// - Parameter file: the file. Its folder has to exist.
    /// - Throws: an error that names the path and the reason.
    public convenience init(writingTo file: URL) throws(TraceFileError) {
        let start = DispatchTime.now().uptimeNanoseconds
        try self.init(writingTo: file, delay: .milliseconds(100)) { DispatchTime.now().uptimeNanoseconds - start }
    }

    /// - Parameters:
    ///   - delay: nil to write only full buffers, and what `flush()` asks for.
    ///   - now: the time in nanoseconds. May be called on any thread.
    package init(
        writingTo file: URL, delay: DispatchTimeInterval? = nil, now: @escaping @Sendable () -> UInt64
    ) throws(TraceFileError) {
        (self.delay, self.now) = (delay, now)
        writer = LockedField(TraceWriter(try TraceFile(file.path)))
    }

    deinit { close() }

    /// Writes what was told so far. Returns when it is with the system.
    public func flush() { perform { $0.write() } }

    /// Writes what was told so far and the end of the file, and closes it.
    ///
    /// What happens later is not traced; calling again does nothing. Effects that run have no end in the trace, and a step that
    /// is under way is not in it. Releasing the observer closes the file, too.
    public func close() { perform { $0.close() } }

    /// The number of runtimes that the observer remembers.
    package var runtimeCount: Int { writer.withLock { $0.runtimeCount } }

    private func perform(_ body: (inout TraceWriter) -> TraceWriter.FollowUp) {
        switch writer.withLock(body) {
        case .nothing: break
        case .writeLater:
            guard let delay else { break }
            // Not a task: the last events before a deadlock of all tasks are those that matter.
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) { [weak self] in self?.flush() }
        case .report(let error):
            diagnostics.report(Diagnostic(.traceFailed, "\(error). Tracing has stopped"))
        }
    }

    private func record(
        _ runtime: RuntimeIdentity, begins: Bool = true,
        _ body: (inout RuntimeTrace, inout TraceEvents, _ now: UInt64) -> Void
    ) {
        let now = now()
        perform { $0.record(runtime, begins: begins) { body(&$0, &$1, now) } }
    }

    private func recordInstant(
        _ title: String, _ arguments: [(StaticString, String?)], of runtime: RuntimeIdentity
    ) {
        let now = now()
        perform { $0.recordInstant(title, arguments, of: runtime, at: now) }
    }

    // MARK: RuntimeObserver

    public func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
        let depth = action.mailboxDepth
        record(runtime, begins: false) { $0.accepted(queued: depth, &$1, at: $2) }
    }

    public func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
        recordInstant(
            "rejected: \(reason)", [("place", action.place.description), ("note", action.note)], of: runtime)
    }

    public func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
        record(runtime) { $0.began(step, &$1, at: $2) }
    }

    public func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
        record(runtime) { $0.ended(step, &$1, at: $2) }
    }

    public func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
        record(runtime) { trace, events, now in
            switch change {
            case .registered: trace.registered(effect, &events, at: now)
            case .began: trace.began(effect, &events, at: now)
            case .cancelled: trace.cancelled(effect, &events, at: now)
            case .ended: trace.ended(effect, &events, at: now)
            }
        }
    }

    public func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change) {
        guard change == .stalled else { return }
        recordInstant(
            "subscriber stalled",
            [("place", subscriber.place.description), ("policy", "\(subscriber.policy)")], of: runtime)
    }

    public func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {
        recordInstant("effect limit reached", [("limit", "\(limit)")], of: runtime)
    }

    public func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
        record(runtime, begins: false) { $0.shutdown(phase, &$1, at: $2) }
    }
}
