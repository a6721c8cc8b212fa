internal import UnoArchitecture

/// The state of a trace: what is known of the runtimes, the events that are not written yet, and the file.
struct TraceWriter: ~Copyable, Sendable {
    /// What there is to do without the lock.
    enum FollowUp: Sendable {
        case nothing
        /// Events wait that no one has been asked to write.
        case writeLater
        case report(TraceFileError)
    }

    private var events = TraceEvents()
    private var runtimes: [UInt64: RuntimeTrace] = [:]
    private var isWritePlanned = false
    /// Nil when the trace is closed or cannot be written any more.
    private var file: TraceFile?

    init(_ file: consuming TraceFile) {
        self.file = consume file
        events.open()
    }

    /// The number of runtimes that are remembered.
    var runtimeCount: Int { runtimes.count }

    // MARK: Events

    /// Adds what `body` adds of a runtime.
    ///
    /// - Parameter begins: whether this can be the first that is told of a runtime. What a sender's thread tells may come after the
    ///   last, and would make a runtime that is over known again.
    mutating func record(
        _ runtime: RuntimeIdentity, begins: Bool, _ body: (inout RuntimeTrace, inout TraceEvents) -> Void
    ) -> FollowUp {
        guard file != nil, begins || runtimes[runtime.instance] != nil else { return .nothing }
        let place = runtimes.index(forKey: runtime.instance) ?? remember(runtime)
        body(&runtimes.values[place], &events)
        if runtimes.values[place].isOver { runtimes.remove(at: place) }
        return followUp()
    }

    private mutating func remember(_ runtime: RuntimeIdentity) -> Dictionary<UInt64, RuntimeTrace>.Index {
        runtimes[runtime.instance] = RuntimeTrace(runtime, &events)
        return runtimes.index(forKey: runtime.instance) ?? runtimes.startIndex
    }

    /// Adds an event that refers to no other one, so that the runtime need not be remembered.
    mutating func recordInstant(
        _ title: String, _ arguments: [(StaticString, String?)], of runtime: RuntimeIdentity, at now: UInt64
    ) -> FollowUp {
        guard file != nil else { return .nothing }
        events.instant(title, arguments, of: runtime.instance, at: events.time(now))
        return followUp()
    }

    private mutating func followUp() -> FollowUp {
        if events.isFull { return writeNow() }
        guard !isWritePlanned else { return .nothing }
        isWritePlanned = true
        return .writeLater
    }

    // MARK: The file

    /// Writes the events that wait, as planned or as asked. After a failure, nothing is written any more.
    mutating func write() -> FollowUp {
        isWritePlanned = false
        return writeNow()
    }

    /// Writes, and leaves a planned write as it is.
    private mutating func writeNow() -> FollowUp {
        do throws(TraceFileError) {
            try file?.write(events.text.bytes)
            events.removeAll()
            return .nothing
        } catch {
            stop()
            return .report(error)
        }
    }

    /// Writes the events that wait and the end of the file.
    mutating func close() -> FollowUp {
        guard file != nil else { return .nothing }
        events.close()
        let followUp = write()
        stop()
        return followUp
    }

    private mutating func stop() {
        file = nil
        runtimes = [:]
        events = TraceEvents()
    }
}
