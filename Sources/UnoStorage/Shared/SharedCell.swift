internal import AsyncKit
internal import Synchronization
internal import UnoArchitecture

/// Holds a shared value, its version and its observers.
///
/// The change of an update is foreign code, so it runs without the lock, on a copy; the result is stored if no other update
/// was stored meanwhile, and is otherwise made again from the newer value. Each repetition means that another update has
/// been stored, so the updates together always make progress.
final class SharedCell<Value: Sendable & Equatable>: SharedSource {
    private struct Present: Sendable {
        let value: Value
        let version: UInt64
    }

    private struct State: Sendable {
        var value: Value
        /// In the order in which they came; their ids ascend.
        var observers: [(id: UInt64, changed: @Sendable () -> Void)] = []
        var lastObserver: UInt64 = 0
        /// The threads whose updates have begun and not ended.
        var updating: [UInt] = []
        /// Every value since a test began to record.
        var record: [Value]?

        mutating func endUpdate(on thread: UInt) {
            if let place = updating.firstIndex(of: thread) { updating.remove(at: place) }
        }
    }

    private enum Outcome: Sendable {
        /// The value that was replaced; released without the lock.
        case stored(Value, [(id: UInt64, changed: @Sendable () -> Void)])
        case overtaken(Present)
    }

    private let state: Locked<State>
    /// Changed under the lock, together with the value. Read without it: each part that observes does so in every step.
    private let changes = Atomic<UInt64>(0)
    private let diagnostics = Diagnostics.current
    private let saver: SharedSaver?

    init(_ value: Value, saver: SharedSaver? = nil) {
        state = Locked(State(value: value))
        self.saver = saver
    }

    var value: Value { state.withLock { $0.value } }
    var version: UInt64 { changes.load(ordering: .acquiring) }
    private var present: Present { state.withLock { present(in: $0) } }

    /// Call it under the lock.
    private func present(in state: State) -> Present { Present(value: state.value, version: version) }

    func update(at site: CallSite, _ change: (inout Value) -> Void) -> Value {
        let thread = Platform.currentThread
        let begin: Present? = state.withLock { state in
            guard !state.updating.contains(thread) else { return nil }
            state.updating.append(thread)
            return present(in: state)
        }
        guard var present = begin else {
            let message = "An update of a shared \(Value.self) was made within another one, and has no effect"
            diagnostics.report(Diagnostic(.nestedUpdate, message, at: site))
            return value
        }
        while true {
            var new = present.value
            change(&new)
            if new == present.value {
                state.withLock { $0.endUpdate(on: thread) }
                return new
            }
            switch store(new, after: present.version, on: thread) {
            case .overtaken(let newer): present = newer
            case .stored(_, let observers):
                for observer in observers { observer.changed() }
                saver?.valueChanged(self)
                return new
            }
        }
    }

    private func store(_ new: Value, after version: UInt64, on thread: UInt) -> Outcome {
        state.withLock { state in
            guard self.version == version else { return .overtaken(present(in: state)) }
            let old = state.value
            state.value = new
            changes.wrappingAdd(1, ordering: .releasing)
            state.record?.append(new)
            state.endUpdate(on: thread)
            return .stored(old, state.observers)
        }
    }

    func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation {
        let id = state.withLock { state in
            state.lastObserver += 1
            state.observers.append((state.lastObserver, changed))
            return state.lastObserver
        }
        return SharedObservation { [weak self] in self?.forget(id) }
    }

    private func forget(_ id: UInt64) {
        // Returned, so that the observer is released without the lock.
        _ = state.withLock { state -> (@Sendable () -> Void)? in
            var range = state.observers.startIndex..<state.observers.endIndex
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                if state.observers[middle].id == id { return state.observers.remove(at: middle).changed }
                range = state.observers[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }
    }

    func flush() async throws { try await saver?.flush(self) }

    /// The number of observers.
    var observerCount: Int { state.withLock { $0.observers.count } }

    // MARK: Recording

    /// Begins to keep every value.
    func beginRecord() { state.withLock { $0.record = [] } }

    /// Returns the values since `beginRecord()` that have not been taken.
    func takeRecord() -> [Value] {
        state.withLock { state in
            let record = state.record ?? []
            if !record.isEmpty { state.record = [] }
            return record
        }
    }
}

extension SharedCell: SavedValue {
    var unsaved: UnsavedValue {
        let present = self.present
        return UnsavedValue(value: present.value, version: present.version)
    }
}
