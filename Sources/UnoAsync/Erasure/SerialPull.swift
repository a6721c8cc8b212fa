/// Pulls a sequence on behalf of several tasks, one at a time.
///
/// The actor keeps the iterator, which is not `Sendable`, in one isolation; the turns keep its calls apart, because
/// an actor is free for others while a call of `next()` is suspended.
actor SerialPull<Base: AsyncSequence & Sendable> where Base.Element: Sendable, Base.Failure == Never {
    private let base: Base
    private let turns: Turnstile
    private var iterator: Base.AsyncIterator?

    init(_ base: Base, turns: Turnstile) {
        self.base = base
        self.turns = turns
    }

    /// The next element, when it is the caller's turn; nil when the sequence or the turns have ended.
    nonisolated func next() async -> Base.Element? {
        guard await turns.enterIgnoringCancellation() == .entered else { return nil }
        return await pull()
    }

    private func pull() async -> Base.Element? {
        var iterator = iterator.take() ?? base.makeAsyncIterator()
        let element = await iterator.next(isolation: self)
        if element == nil {
            turns.close()
        } else {
            self.iterator = iterator
            turns.leave()
        }
        return element
    }
}
