internal import AsyncKit
internal import UnoArchitecture

/// Makes events of what was told, and writes them: what is known of the runtimes, and the file.
struct TraceWriter: ~Copyable, Sendable {
    private var events = TraceEvents()
    private var runtimes: [UInt64: RuntimeTrace] = [:]
    /// What is being written, and is then taken away to be released; empty between two writes, with its space kept.
    private var news: [TraceNews] = []
    /// Nil when the trace is closed or cannot be written any more.
    private var file: TraceFile?
    private let start = StepClock.now
    private let actions: TraceObserver.Actions

    init(_ file: consuming TraceFile, showing actions: TraceObserver.Actions) {
        self.file = consume file
        self.actions = actions
        events.open()
    }

    /// The number of runtimes that are remembered.
    var runtimeCount: Int { runtimes.count }

    // MARK: The file

    /// Why something is written.
    enum Occasion: Sendable {
        case planned
        case asked
        /// There was no room; what has waited may have been written since.
        case full
    }

    /// Writes what waits in `buffer`. After a failure, nothing is written any more.
    mutating func write(_ buffer: borrowing LockedField<TraceBuffer>, _ occasion: Occasion) throws(TraceFileError) {
        let isTaken = buffer.withLock { buffer in
            guard occasion != .full || buffer.isFull else { return false }
            buffer.take(&news, asPlanned: occasion == .planned)
            return true
        }
        guard isTaken else { return }
        do throws(TraceFileError) {
            for place in news.indices {
                add(news[place])
                if events.isFull { try writeEvents() }
            }
            try writeEvents()
        } catch {
            stop(buffer)
            throw error
        }
    }

    /// Takes what was written, or will not be: the caller releases it without the lock, because the end of an action may use the trace.
    mutating func takeWritten() -> [TraceNews] {
        defer { news = [] }
        return news
    }

    /// Uses the space of an array that was taken.
    mutating func reuse(_ space: [TraceNews]) {
        news = space
    }

    private mutating func writeEvents() throws(TraceFileError) {
        try file?.write(events.text.bytes)
        events.removeAll()
    }

    /// Writes what waits and the end of the file.
    mutating func close(_ buffer: borrowing LockedField<TraceBuffer>) throws(TraceFileError) {
        guard file != nil else { return }
        try write(buffer, .asked)
        events.close()
        defer { stop(buffer) }
        try writeEvents()
    }

    private mutating func stop(_ buffer: borrowing LockedField<TraceBuffer>) {
        news += buffer.withLock { $0.close() }
        file = nil
        runtimes = [:]
        events = TraceEvents()
    }

    // MARK: Events

    private func time(_ instant: Duration) -> UInt64 {
        UInt64(clamping: (instant - start).attoseconds / 1_000_000_000)
    }

    private mutating func add(_ item: TraceNews) {
        switch item {
        case .runtime(let runtime): runtimes[runtime.instance] = RuntimeTrace(runtime, &events)
        case .step(let step, let runtime): add(step, nil, of: runtime)
        case .handled(let action, let step, let runtime): add(step, actions.text(of: action), of: runtime)
        case .queued(let count, let runtime, let instant):
            let time = time(instant)
            with(runtime) { $0.queued(count, &$1, at: time) }
        case .effect(let effect, let change, let runtime, let instant):
            let time = time(instant)
            with(runtime) { runtime, events in
                switch change {
                case .registered: runtime.registered(effect, &events, at: time)
                case .began: runtime.began(effect, &events, at: time)
                case .cancelled: runtime.cancelled(effect, &events, at: time)
                case .ended: runtime.ended(effect, &events, at: time)
                }
            }
        case .instant(let title, let arguments, let runtime, let instant):
            events.instant(title, arguments, of: runtime, at: events.time(time(instant)))
        case .shutdown(let phase, let runtime, let instant):
            let time = time(instant)
            with(runtime) { $0.shutdown(phase, &$1, at: time) }
        }
    }

    private mutating func add(_ step: TraceNews.Step, _ action: String?, of runtime: UInt64) {
        let (start, end) = (time(step.began), time(step.ended))
        // The last step of a runtime that was cancelled meanwhile; its track has a name.
        guard runtimes[runtime] != nil else {
            return events.step(step, action, TraceEvents.stepHeader(of: runtime), from: start, to: max(end, start + 1))
        }
        with(runtime) { $0.ended(step, action, &$1, from: start, to: end) }
    }

    /// Does nothing for a runtime that is over: another thread may tell the phase of its shutdown after its last step.
    private mutating func with(_ runtime: UInt64, _ body: (inout RuntimeTrace, inout TraceEvents) -> Void) {
        guard let place = runtimes.index(forKey: runtime) else { return }
        body(&runtimes.values[place], &events)
        if runtimes.values[place].isOver { runtimes.remove(at: place) }
    }
}
