internal import AsyncKit
internal import UnoArchitecture

/// A value that a saver saves, with its type erased.
protocol SavedValue: AnyObject, Sendable {
    var unsaved: UnsavedValue { get }
    var version: UInt64 { get }
}

/// The newest value and its version.
struct UnsavedValue: Sendable {
    let value: any Sendable
    let version: UInt64
}

/// Saves a shared value after its changes: one task while something is unsaved, none otherwise.
///
/// The task keeps the value alive, so that the last changes are saved although nothing else refers to it any more.
final class SharedSaver: Sendable {
    typealias Waiter = UnsafeContinuation<(any Error)?, Never>

    private let machine: Locked<SharedSaverStateMachine<Waiter>>
    private let save: @Sendable (any Sendable) async throws -> Void
    private let clock: GraphClock
    private let diagnostics = Diagnostics.current
    private let title: String
    private let site: CallSite
    /// The task with the highest number so far; it may have ended.
    private let newest = Locked<(turn: UInt64, task: Task<Void, Never>)?>(nil)

    init<Storage: SharedStorage>(_ storage: Storage, _ delay: SaveDelay, _ clock: GraphClock, _ site: CallSite) {
        machine = Locked(SharedSaverStateMachine(delay: delay))
        title = storage.name
        save = { value in
            guard let value = value as? Storage.Value else {
                fatalError("A \(type(of: value)) is no \(Storage.Value.self)")
            }
            try await storage.save(value)
        }
        self.clock = clock
        self.site = site
    }

    func report(_ kind: Diagnostic.Kind, _ message: String) {
        diagnostics.report(Diagnostic(kind, "The storage \(title) \(message)", at: site))
    }

    /// Saves nothing from now on, because of `error`.
    func close(_ error: any Error, _ message: String) {
        machine.withLock { $0.close(error) }
        report(.storageUnreadable, message)
    }

    func valueChanged(_ value: any SavedValue) {
        let (version, now) = (value.version, clock.now)
        perform(machine.withLock { $0.changed(to: version, at: now) }, value)
    }

    /// Returns when the present value is saved.
    func flush(_ value: any SavedValue) async throws {
        let id = SharedWaiterID()
        // Read here: whoever has changed the value may not have told it yet.
        let version = value.version
        let error: (any Error)? = await withCancellationHandlerInPlace {
            await withUnsafeContinuation { waiter in
                perform(
                    machine.withLock { machine in
                        if Task.isCancelled { return .resume([waiter], CancellationError()) }
                        let (action, place) = machine.flush(waiter, upTo: version)
                        if let place { id.publish(place) }
                        return action
                    },
                    value
                )
            }
        } onCancel: {
            let waiter: Waiter? = machine.withLock { machine in id.value.flatMap { machine.withdraw($0) } }
            waiter?.resume(returning: CancellationError())
        }
        if let error { throw error }
    }

    private func perform(_ action: SharedSaverStateMachine<Waiter>.Action, _ value: any SavedValue) {
        switch action {
        case .none: break
        case .resume(let waiters, let error): for waiter in waiters { waiter.resume(returning: error) }
        case .start(let turn):
            let task = Task.detached { [self] in await run(turn, value) }
            // Of two tasks, the earlier one only sleeps. They may arrive here in either order.
            let earlier: Task<Void, Never>? = newest.withLock { newest in
                if let newest, newest.turn > turn { return task }
                defer { newest = (turn, task) }
                return newest?.task
            }
            earlier?.cancel()
        }
    }

    /// Timers may fire slightly early. A clock that does so this many times in a row would keep the task in a loop.
    private static var earlyWakeLimit: Int { 8 }

    /// Waits and saves until nothing is unsaved, or another task has taken over.
    private func run(_ turn: UInt64, _ value: any SavedValue) async {
        var hasSlept = true
        var earlyWakes = 0
        while true {
            let now = clock.now
            switch machine.withLock({ $0.next(turn, at: now, hasSlept: hasSlept) }) {
            case .end: return
            case .sleep(let duration):
                hasSlept = await clock.sleep(for: duration)
                earlyWakes = hasSlept && clock.now < now + duration ? earlyWakes + 1 : 0
                guard earlyWakes == Self.earlyWakeLimit else { continue }
                let fault = "woke \(earlyWakes) times in a row before its time"
                report(.unreliableClock, "has a clock that \(fault); the value is saved at once")
                (hasSlept, earlyWakes) = (false, 0)
            case .save:
                let unsaved = value.unsaved
                var failure: (any Error)?
                do { try await save(unsaved.value) } catch { failure = error }
                if let failure {
                    report(.storageFailed, "was not written: \(failure). The next change tries again")
                }
                let result = failure
                let (waiters, goesOn) = machine.withLock { $0.saved(unsaved.version, failure: result) }
                for waiter in waiters { waiter.resume(returning: failure) }
                if !goesOn { return }
                hasSlept = true
            }
        }
    }
}
