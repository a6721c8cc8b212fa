internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The priority at which the mailbox loop of a graph runs, or is about to run.
///
/// A sender compares its own priority with it, and raises the loop's if need be. Before the loop looks whether it may end,
/// it forgets what senders have wanted: a sender whose action comes after that finds the base priority, and either starts
/// the loop or raises it again. What it wants too much does no harm: a loop may run at a higher priority than necessary.
struct LoopPriority: ~Copyable, Sendable {
    /// The priority of a loop for which no sender wants a higher one.
    let base: PriorityLevel
    private let wanted: Atomic<UInt8>
    /// The thread of the last sender that has looked at its priority; 0 for none. See `isKnownOnThisThread()`.
    private let knownThread = Atomic<UInt>(0)
    private let remembersThreads: Bool

    /// - Parameter remembersThreads: whether tasks of different priorities run on different threads.
    init(base: PriorityLevel, remembersThreads: Bool) {
        self.base = base
        self.remembersThreads = remembersThreads
        wanted = Atomic(base.rawValue)
    }

    /// Whether the last sender was on this thread, since the loop has begun its present batch of actions.
    ///
    /// Reading the priority of the running task takes 25 ns on Linux, a fifth of what an action takes (workload
    /// "counter"). There the global executor keeps threads for each priority apart, so a burst reads it once a batch. On
    /// Apple systems a thread changes its priority with its task, and reading it is cheaper: each `send` reads it.
    func isKnownOnThisThread() -> Bool {
        #if canImport(Darwin)
            return false
        #else
            guard remembersThreads else { return false }
            let thread = UInt(pthread_self())
            if knownThread.load(ordering: .relaxed) == thread { return true }
            knownThread.store(thread, ordering: .relaxed)
            return false
        #endif
    }

    /// Called for each batch of actions.
    func forgetThread() { knownThread.store(0, ordering: .relaxed) }

    var current: PriorityLevel { PriorityLevel(rawValue: wanted.load(ordering: .relaxed)) }

    /// Whether the loop runs at `priority` at least. Complexity: one relaxed atomic load.
    func covers(_ priority: PriorityLevel) -> Bool { priority.rawValue <= wanted.load(ordering: .relaxed) }

    /// Returns false if the loop ran at `priority` already.
    @discardableResult
    func raise(to priority: PriorityLevel) -> Bool {
        wanted.max(priority.rawValue, ordering: .acquiringAndReleasing).oldValue < priority.rawValue
    }

    /// Forgets what senders have wanted, and returns it.
    func forget() -> PriorityLevel {
        let current = current
        forgetThread()
        if current != base { wanted.store(base.rawValue, ordering: .relaxed) }
        return current
    }

    /// The priority of the running task, but at least the base. Outside a task it is the thread's on Apple systems, and
    /// the base elsewhere, where threads have none.
    var ofCaller: PriorityLevel {
        let priority = PriorityLevel.current
        guard priority > base else { return base }
        #if canImport(Darwin)
            return priority
        #else
            return PriorityLevel.isKnown ? priority : base
        #endif
    }
}
