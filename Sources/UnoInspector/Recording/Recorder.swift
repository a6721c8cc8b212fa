internal import AsyncKit
public import UnoArchitecture

/// Records what a runtime does.
///
/// ```swift
/// let recorder = Recorder<Counter.State, Counter.Action>()
/// let runtime = Runtime(Counter(), recording: recorder)
/// ```
///
/// It records one runtime; given to another one, it leaves the first, forgets it and begins anew. It keeps the state after each step, so a
/// step that changes a large collection copies it. A runtime without a recorder pays nothing.
public final class Recorder<State: Sendable, Action: Sendable>: Sendable {
    /// How much a recorder keeps.
    public enum Extent: Sendable, Hashable {
        /// Everything.
        case whole
        /// The last steps, as many as stated, at least one; the recording then begins with the state before them.
        case last(Int)
    }

    private let extent: Extent
    private let clock: any Clock<Duration>
    private let present = Locked(RecordingLog<State, Action>?.none)
    private let teller = RecordingTeller<State, Action>()

    /// Makes a recorder without a recording.
    ///
    /// - Parameters:
    ///   - extent: how many steps are kept.
    ///   - clock: tells the times of the steps.
    public init(keeping extent: Extent = .whole, clock: any Clock<Duration> = ContinuousClock()) {
        if case .last(let count) = extent { self.extent = .last(max(1, count)) } else { self.extent = .whole }
        self.clock = clock
    }

    /// What has been recorded so far; a step that is under way is not part of it. Complexity: O(n) in a ring, else O(1).
    public var recording: Recording<State, Action> { presentLog?.recording ?? Recording() }

    /// What records the present runtime.
    var presentLog: RecordingLog<State, Action>? { present.withLock { $0 } }

    /// Called with each entry and the number of its log, in the order of the recording, one at a time: by the thread that has made the
    /// entry, or by one that tells others meanwhile.
    typealias Hearing = @Sendable (_ entry: Recording<State, Action>.Entry, _ log: Int) -> Void

    func begin() -> RecordingLog<State, Action> {
        let (log, former) = present.withLock { present in
            let log = RecordingLog<State, Action>(keeping: extent, clock, telling: teller)
            defer { present = log }
            return (log, present)
        }
        former?.end()
        return log
    }

    /// Has `hear` called with each entry of the runtimes that the recorder is given from now on.
    ///
    /// - Parameter alsoNow: also with the further entries of the present one.
    func hear(alsoNow: Bool, with hear: @escaping Hearing) {
        teller.hear(alsoNow: alsoNow, with: hear)
    }
}

extension Recorder {
    /// The observer of the runtime or the view model that is made next, which the recorder then records.
    ///
    /// Each call forgets what was recorded. Give the observer to one of them only, when it is made.
    ///
    /// - Parameter other: another observer of the same runtime, such as a ``TraceObserver``; not one of a recorder.
    public func observer(beside other: (any RuntimeObserver)? = nil) -> any RuntimeObserver {
        let log = begin()
        return other.map { ListenedObserver(log, $0) } ?? log
    }
}

extension Runtime {
    /// Makes a runtime whose steps `recorder` records, from the first on.
    ///
    /// The parameters are those of the runtime's other initialiser. `observer` is told what the runtime does, beside the recorder.
    public init(
        _ interactor: some Interactor<State, Action>,
        recording recorder: Recorder<State, Action>,
        mailbox: MailboxPolicy = .default,
        executor: RuntimeExecutor = .default,
        clock: (any Clock<Duration>)? = nil,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            interactor,
            mailbox: mailbox,
            executor: executor,
            clock: clock,
            name: name,
            limits: limits,
            observer: recorder.observer(beside: observer),
            fileID: fileID,
            line: line
        )
    }
}
