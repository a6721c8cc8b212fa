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
/// - *Steps*, each with the name of its cause, the place that sent its action, its event, the effect that it follows, and the
///   number of its states.
/// - *Effects*, one track for each id, from the start of the task to its end. Effects that overlap have tracks of their own, and
///   those without an id share theirs. Of more than 64 ids of a runtime, the later ones do so, too.
/// - *Arrows* from the step that has registered an effect to the effect, and from the effect to each step that it causes while
///   it runs.
/// - *Counters*: the actions that wait, as they were at the end of a step, looked at every 100 microseconds and when they may have
///   been handled; and the effects that are registered and have not ended.
/// - *Instants*: rejected actions, cancelled effects, a reached effect limit, stalled subscribers, phases of a shutdown.
///
/// A trace has no states, and of actions what ``Actions`` says: nothing, unless you ask for it. The ids of effects, the names of
/// runtimes and the notes of rejected actions are in it: leave out of them what a trace must not show.
///
/// - *Ordering*: times are in nanoseconds from the creation of the observer. The slices of a track do not overlap.
/// - *Writing*: what a runtime tells is put into a buffer, and another thread makes events of it and writes them, at most 100
///   milliseconds later or when half of the buffer is full: 4096 steps and changes of effects. What the runtimes tell meanwhile is
///   put into a second buffer. If that is full too, because the disk is slow, they wait until the first one is written: a trace
///   has no gaps. Each event is written as a whole. After a crash, the file opens with all that was written; the last 100
///   milliseconds may be missing. A step is written when it has ended.
/// - *Errors*: if the file cannot be written, for instance because the disk is full, that is reported once to `Diagnostics`
///   (`Diagnostic.Kind.traceFailed`), the file keeps its whole events, and nothing is written any more. The
///   runtimes go on.
/// - *Memory*: two buffers of 8,192 events, which take 2 MB for steps and more for effects; actions, if they are shown, until they are
///   written; and what there is of each runtime and effect that has not ended.
///
/// One observer serves any number of runtimes, view models and groups, on any threads. An observer of your own that passes its calls on to
/// a trace passes all of them on: a trace has what follows the beginning of a runtime's first step.
public final class TraceObserver: RuntimeObserver {
    /// What a trace shows of the actions that steps handle.
    public enum Actions: Sendable, Hashable {
        /// Nothing.
        case redacted
        /// The name of the case, without its values; the type of an action that is no enum.
        case names
        /// The action as text, up to 1,000 characters. The trace then has what users have typed.
        ///
        /// The text is made later, by the thread that writes: the description of an action must not wait for anything or use a
        /// runtime.
        case values

        func text(of action: some Any) -> String? {
            switch self {
            case .redacted: nil
            case .names: CaseName.of(action)
            case .values: String("\(action)".prefix(1000))
            }
        }
    }

    /// Whether actions are kept for the trace.
    public let wantsActions: Bool
    /// The time after which events are written, even if few have gathered; nil if no other thread writes.
    private let delay: DispatchTimeInterval?
    private let buffer = LockedField(TraceBuffer())
    /// Held while something is written. Whoever holds it may lock the buffer, but not the other way round.
    private let writer: LockedField<TraceWriter>
    let queue = DispatchQueue(label: "UnoInspector.TraceObserver", qos: .utility)
    private let diagnostics = Diagnostics.current

    /// Creates a file, or empties the one that is there.
    ///
    /// - Parameters:
    ///   - file: the file. Its folder has to exist.
    ///   - actions: what the trace shows of actions. A runtime that keeps its actions for that allocates for each large one.
    /// - Throws: an error that names the path and the reason.
    public convenience init(writingTo file: URL, actions: Actions = .redacted) throws(TraceFileError) {
        try self.init(writingTo: file, actions: actions, delay: .milliseconds(100))
    }

    /// - Parameter delay: nil to write only full buffers, and what `flush()` asks for.
    package init(
        writingTo file: URL, actions: Actions = .redacted, delay: DispatchTimeInterval?
    ) throws(TraceFileError) {
        self.delay = delay
        wantsActions = actions != .redacted
        writer = LockedField(TraceWriter(try TraceFile(file.path), showing: actions))
    }

    deinit { close() }

    /// Writes what was told so far. Returns when it is with the system.
    public func flush() { write(.asked) }

    /// Writes what was told so far and the end of the file, and closes it.
    ///
    /// What happens later is not traced; calling again does nothing. Effects that run have no end in the trace, and a step that
    /// is under way is not in it. Releasing the observer closes the file, too.
    public func close() { perform { writer, buffer throws(TraceFileError) in try writer.close(buffer) } }

    /// The number of runtimes that the observer remembers.
    package var runtimeCount: Int { writer.withLock { $0.runtimeCount } }

    private func write(_ occasion: TraceWriter.Occasion) {
        perform { writer, buffer throws(TraceFileError) in try writer.write(buffer, occasion) }
    }

    private func perform(
        _ body: (inout TraceWriter, borrowing LockedField<TraceBuffer>) throws(TraceFileError) -> Void
    ) {
        var written: [TraceNews] = []
        let failure: TraceFileError? = writer.withLock { writer in
            defer { written = writer.takeWritten() }
            do throws(TraceFileError) {
                try body(&writer, buffer)
                return nil
            } catch {
                return error
            }
        }
        written.removeAll(keepingCapacity: true)
        writer.withLock { [written] in $0.reuse(written) }
        guard let failure else { return }
        diagnostics.report(Diagnostic(.traceFailed, "\(failure). Tracing has stopped"))
    }

    private func follow(_ followUp: TraceBuffer.FollowUp) {
        switch followUp {
        case .nothing: break
        case .writeLater:
            // Not a task: the last events before a deadlock of all tasks are those that matter.
            if let delay { queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.write(.planned) } }
        case .writeSoon: if delay != nil { queue.async { [weak self] in self?.write(.asked) } }
        case .write: write(.full)
        }
    }

    private func tell(_ news: TraceNews) { follow(buffer.withLock { $0.add(news) }) }

    private func tellInstant(_ title: String, _ arguments: [TraceNews.Argument], of runtime: RuntimeIdentity) {
        tell(.instant(title, arguments, of: runtime.instance, at: StepClock.now))
    }

    // MARK: RuntimeObserver

    /// Names the runtime. Its first step begins while it is made, so before anything else of it is told, its end above all.
    public func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
        if step.cause == .start { tell(.runtime(runtime)) }
        step.leaveOutBeginnings(for: Self.self)
    }

    public func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
        let now = StepClock.now
        let ended = TraceNews.Step(step, ended: now)
        let news: TraceNews =
            if let action = step.action {
                .handled(action, ended, of: runtime.instance)
            } else {
                .step(ended, of: runtime.instance)
            }
        let (followUp, isDepthWanted) = buffer.withLock { $0.addStep(news, of: runtime, endedAt: now) }
        follow(followUp)
        guard isDepthWanted else { return }
        let depth = step.mailboxDepth
        follow(buffer.withLock { $0.addDepth(depth, of: runtime, at: now) })
    }

    public func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
        tell(.effect(effect, change, of: runtime.instance, at: StepClock.now))
    }

    public func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
        tellInstant(
            "rejected: \(reason)",
            [.init(key: "place", value: action.place.description), .init(key: "note", value: action.note)],
            of: runtime
        )
    }

    public func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change) {
        guard change == .stalled else { return }
        tellInstant(
            "subscriber stalled",
            [
                .init(key: "place", value: subscriber.place.description),
                .init(key: "policy", value: "\(subscriber.policy)"),
            ],
            of: runtime
        )
    }

    public func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {
        tellInstant("effect limit reached", [.init(key: "limit", value: "\(limit)")], of: runtime)
    }

    public func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
        tell(.shutdown(phase, of: runtime.instance, at: StepClock.now))
    }
}
