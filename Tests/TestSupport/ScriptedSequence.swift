import UnoAsync

/// An upstream that a test controls by hand, and that tells the test when it has been asked.
///
/// *Behavior*
/// - Each `next()` of its iterator first reports that it asks, and then waits for the test to answer.
/// - `yield(_:)` answers, and returns when the iterator asks again: by then its consumer has dealt with the element.
/// - For one iterator at a time. Cancelling the asking task ends the iterator with nil.
package struct ScriptedSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    private let script = Script()

    package init() {}

    fileprivate final class Script: Sendable {
        let asked = AsyncChannel<Void>()
        let answers = AsyncChannel<Element>()
        /// What the sequence throws at its end, once.
        let failure = Locked<Failure?>(nil)
        let released = AsyncChannel<Never>()
        let askCount = Locked(0)
    }

    /// Lives as long as an iterator and its copies.
    fileprivate final class Token: Sendable {
        let released: AsyncChannel<Never>

        init(_ released: AsyncChannel<Never>) {
            self.released = released
        }

        deinit {
            released.finish()
        }
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let script: Script
        fileprivate let token: Token

        package func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            script.askCount.withLock { $0 += 1 }
            await script.asked.send(())
            if let element = await script.answers.makeAsyncIterator().next(isolation: actor) { return element }
            if let failure = script.failure.withLock({ $0.take() }) { throw failure }
            return nil
        }

        package func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(script: script, token: Token(script.released))
    }

    /// How often an element has been asked for.
    package var askCount: Int { script.askCount.withLock { $0 } }

    /// Waits until the iterator asks for an element. Call it once, before the first answer.
    package func waitUntilAsked() async {
        _ = await script.asked.makeAsyncIterator().next()
    }

    /// Answers the iterator that has asked, without waiting for what it does with the element.
    package func answer(_ element: Element) async {
        await script.answers.send(element)
    }

    /// Answers the iterator that has asked, and waits until it asks again.
    package func yield(_ element: Element) async {
        await answer(element)
        await waitUntilAsked()
    }

    package func finish() {
        script.answers.finish()
    }

    package func fail(_ error: Failure) {
        script.failure.withLock { $0 = error }
        script.answers.finish()
    }

    /// Waits until an iterator and everything that held it are gone.
    package func waitUntilReleased() async {
        _ = await script.released.makeAsyncIterator().next()
    }
}
