internal import AsyncKit
internal import Synchronization

/// A part that copies a value outside the graph into the state.
package protocol ValueFollowing: SliceFollowing {
    /// Whether the value is another one than at the last look.
    var mayHaveNews: Bool { get }
    var valueType: Any.Type { get }
    /// Accesses the part's state, so that the end of the step does not pass over the row that it is in.
    func touch()
}

/// The parts of a graph that observe values outside it, and whether a value has changed since the graph has looked.
///
/// At the end of each step the parts copy what has changed: what the step itself has changed, and what has come from outside.
/// For a change that no step finds, one is made: the first change starts a task that takes a turn, and until that begins, further
/// ones start no other task.
///
/// Complexity: one atomic load for each step; O(n) in the parts for each change, or for several that come together.
package struct ObservedValues {
    private var parts: [ObjectIdentifier: any ValueFollowing] = [:]
    /// Nil until a part observes a value.
    private var news: News?
    /// The parts that have copied a value at the end of the step, while others may have to follow the copy.
    private var copied: [any ValueFollowing] = []

    var isEmpty: Bool { parts.isEmpty }

    /// - Returns: what to call after each change of the part's value, from any thread.
    mutating func add(_ part: any ValueFollowing, in isolation: GraphIsolation) -> @Sendable () -> Void {
        parts[ObjectIdentifier(part)] = part
        let news = self.news ?? News()
        self.news = news
        return { news.arrive(in: isolation) }
    }

    mutating func remove(_ part: any ValueFollowing) { parts[ObjectIdentifier(part)] = nil }

    var areCopied: Bool { !copied.isEmpty }

    /// The types of the values that were copied last, for a message.
    var copiedTypes: String { copied.map { "\($0.valueType)" }.sorted().joined(separator: ", ") }

    /// Begins to note whether another thread changes a value.
    func beginWatch() { news?.beginWatch() }

    /// Whether no other thread has changed a value since `beginWatch()`.
    var wereLeftAlone: Bool { news?.wereLeftAlone ?? true }

    package mutating func noteCopy(by part: any ValueFollowing) { copied.append(part) }

    /// The parts that the end of a step has to visit: those that have copied their values, once more, and those whose values have
    /// changed; of these all, also if only one of them has been told.
    mutating func takeChanged() -> [any ValueFollowing] {
        guard news?.take() ?? false || areCopied else { return [] }
        defer { copied = [] }
        // Those that have copied may have ended since.
        return copied.filter { parts[ObjectIdentifier($0)] != nil } + parts.values.filter(\.mayHaveNews)
    }
}

/// Whether values that a graph observes have changed since it has looked, and whether it has been asked to look.
private final class News: Sendable {
    private let areThere = Atomic(false)
    /// Whether a task waits for a turn. Steps that look before do not change it: so there is one task, however many of them.
    private let isAsked = Atomic(false)
    /// The thread that watches, until another one has changed a value; 0 then, and before.
    private let watcher = Atomic<UInt>(0)

    func arrive(in isolation: GraphIsolation) {
        let watcher = watcher.load(ordering: .relaxed)
        if watcher != 0, watcher != Platform.currentThread { self.watcher.store(0, ordering: .relaxed) }
        areThere.store(true, ordering: .sequentiallyConsistent)
        guard !isAsked.exchange(true, ordering: .sequentiallyConsistent) else { return }
        isolation.tasks.start { [self] in
            await isolation.step { isolation in
                // Before the look: what comes from now on asks anew.
                isAsked.store(false, ordering: .sequentiallyConsistent)
                isolation.engine.copyChangedValues()
            }
        }
    }

    func beginWatch() { watcher.store(Platform.currentThread, ordering: .relaxed) }

    var wereLeftAlone: Bool { watcher.load(ordering: .relaxed) != 0 }

    /// Before a look at the values: what changes from now on arrives anew.
    func take() -> Bool {
        areThere.load(ordering: .acquiring) && areThere.exchange(false, ordering: .sequentiallyConsistent)
    }
}
