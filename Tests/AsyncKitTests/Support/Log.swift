import AsyncKit

/// What happened, in order, from any task.
final class Log<Entry: Sendable>: Sendable {
    private let recorded = Locked<[Entry]>([])

    func record(_ entry: Entry) { recorded.withLock { $0.append(entry) } }

    var entries: [Entry] { recorded.withLock { $0 } }
}
