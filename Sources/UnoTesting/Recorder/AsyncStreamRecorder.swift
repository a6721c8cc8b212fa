internal import AsyncKit
internal import ValueKit

/// Records the elements of a stream, so that a test can wait for them and check them.
///
/// ```swift
/// let recorder = AsyncStreamRecorder(recording: runtime.states(.unbounded))
/// await recorder.waitForEmissions(count: 3)
/// #expect(recorder.values == [0, 1, 2])
/// ```
///
/// Behavior:
/// - *Demand*. A task of the recorder consumes the stream as fast as it emits, from `record(_:)` on.
/// - *Waiting*. Without polling: a waiting task is resumed by the emission, the end, or the time-out, which records an
///   issue with the elements so far.
/// - *Cancellation*. `cancel()` cancels the recorder's task, and so does releasing the recorder. A wait in a cancelled
///   task returns.
/// - *Time*. With a test clock, each element has the clock's time, and `diagram` draws it.
public final class AsyncStreamRecorder<Element: Sendable>: Sendable {
    private typealias Watcher = CheckedContinuation<Bool, Never>
    private typealias Machine = RecorderStateMachine<Element, Watcher>

    private let machine = Locked(Machine())
    private let consumer = Locked<Task<Void, Never>?>(nil)
    private let clock: TestClock

    /// - Parameter clock: the clock that gives the time of each emission.
    public init(clock: TestClock = TestClock()) {
        self.clock = clock
    }

    /// Makes a recorder and begins to record `sequence`.
    public convenience init<Sequence: AsyncSequence & Sendable>(
        recording sequence: Sequence,
        clock: TestClock = TestClock()
    ) where Sequence.Element == Element {
        self.init(clock: clock)
        record(sequence)
    }

    deinit { consumer.withLock { $0 }?.cancel() }

    /// Begins to record `sequence`. A recorder records one sequence: a second call records an issue and does not
    /// consume its sequence.
    public func record<Sequence: AsyncSequence & Sendable>(
        _ sequence: Sequence,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Sequence.Element == Element {
        guard consumer.withLock({ $0 == nil }) else {
            let site = TestSite(fileID, filePath, line, column)
            return Failure("A recorder records one sequence; make another for \(Sequence.self)", at: site).record()
        }
        record(sequence, on: nil) {}
    }

    /// - Parameters:
    ///   - executor: the executor of the consumer.
    ///   - notesAll: whether to note, for the diagram, also what comes after the end of the recording. `next()` is then
    ///     called once more after the end of the sequence, when it should return nil.
    ///   - demand: waits until the next element may be asked for.
    func record<Sequence: AsyncSequence & Sendable>(
        _ sequence: Sequence,
        on executor: (any TaskExecutor)?,
        notingAll notesAll: Bool = false,
        demand: @escaping @Sendable () async -> Void
    ) where Sequence.Element == Element {
        consumer.withLock { consumer in
            guard consumer == nil else { return }
            // Weak, so that releasing the recorder ends the task.
            consumer = Task(executorPreference: executor) { [weak self] in
                await demand()
                var iterator = sequence.makeAsyncIterator()
                do {
                    while let element = try await iterator.next() {
                        self?.note(.value(element), evenLate: notesAll)
                        await demand()
                    }
                    self?.note(.finish, evenLate: notesAll)
                } catch {
                    self?.note(.failure(error), evenLate: notesAll)
                }
                guard notesAll else { return }
                do {
                    if let element = try await iterator.next() { self?.note(.value(element), evenLate: true) }
                } catch {
                    // A cancelled sequence may throw whenever it is asked.
                    if !Task.isCancelled { self?.note(.failure(error), evenLate: true) }
                }
            }
        }
    }

    /// The elements so far.
    public var values: [Element] { machine.withLock { $0.values } }

    /// The last element; nil if there is none.
    public var lastValue: Element? { machine.withLock { $0.values.last } }

    /// Whether the recording has ended: the stream has ended, or the recording was cancelled.
    public var hasEnded: Bool { machine.withLock { $0.hasEnded } }

    /// The error that ended the stream; nil if there is none.
    public var failure: (any Error)? {
        machine.withLock { machine in
            if case .failure(let error)? = machine.events.last?.event { error } else { nil }
        }
    }

    /// Ends the recording. The recorded elements remain.
    public func cancel() {
        note(.cancel)
        consumer.withLock { $0 }?.cancel()
    }

    /// Waits until at least `count` elements have been emitted, and returns all elements so far.
    ///
    /// Records an issue if the time-out passes or the stream ends first.
    @discardableResult
    public func waitForEmissions(
        count: Int,
        timeout: Duration = .seconds(5),
        on timeoutClock: any Clock<Duration> = ContinuousClock(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> [Element] {
        let site = TestSite(fileID, filePath, line, column)
        await wait(for: count, "\(count) emission(s) were awaited", timeout, timeoutClock, at: site)
        return values
    }

    /// Waits until the stream has ended.
    ///
    /// Records an issue if the time-out passes first.
    public func waitForFinish(
        timeout: Duration = .seconds(5),
        on timeoutClock: any Clock<Duration> = ContinuousClock(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = TestSite(fileID, filePath, line, column)
        await wait(for: .max, "The end of the stream was awaited", timeout, timeoutClock, at: site)
    }

    private func wait(
        for count: Int,
        _ what: String,
        _ timeout: Duration,
        _ clock: any Clock<Duration>,
        at site: TestSite
    ) async {
        let isReached = await isDone(within: timeout, on: clock) { await self.isReached(count) }
        guard !isReached, !Task.isCancelled else { return }
        // The last emission may coincide with the time-out.
        let (values, hasEnded) = machine.withLock { ($0.values, $0.hasEnded) }
        guard values.count < count, !(hasEnded && count == .max) else { return }
        let why = hasEnded ? "the stream ended before" : "did not come within \(timeout)"
        Failure("\(what), but \(why). What came: \(Rendering.of(values))", at: site).record()
    }

    private func isReached(_ count: Int) async -> Bool {
        let waiterID = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withCheckedContinuation { watcher in
                let answer: Bool? = machine.withLock { machine in
                    switch machine.watch(watcher, for: count, isCancelled: Task.isCancelled) {
                    case .answer(let answer): return answer
                    case .waits(let id):
                        waiterID.publish(id)
                        return nil
                    }
                }
                if let answer { watcher.resume(returning: answer) }
            }
        } onCancel: {
            let watcher = machine.withLock { machine in waiterID.value.flatMap { machine.withdraw($0) } }
            watcher?.resume(returning: false)
        }
    }

    private func note(_ event: Machine.Event, evenLate: Bool = false) {
        let told = machine.withLock { [clock] in $0.note(event, at: clock.now, evenLate: evenLate) }
        for (watcher, isReached) in told { watcher.resume(returning: isReached) }
    }

    // MARK: Drawing

    /// The recording as a marble diagram, with a symbol for each second on the clock.
    public var diagram: String { diagram(step: .steps(1)) }

    /// The recording as a marble diagram. Requires `step > .zero`.
    ///
    /// Elements after the 10,000th step are drawn in that step.
    public func diagram(step: Duration) -> String { marbles(step: step) { "\($0)" }.description }

    func marbles(step: Duration, text: (Element) -> String) -> MarbleDiagram {
        var diagram = MarbleDiagram()
        for (event, time) in machine.withLock({ $0.events }) {
            let symbol: MarbleDiagram.Symbol =
                switch event {
                case .value(let value): .value(text(value))
                case .finish: .finish
                case .failure: .failure
                case .cancel: .cancel
                }
            diagram.add(symbol, at: Int(max(0, min(time.offset / step, 10_000))))
        }
        return diagram
    }
}
