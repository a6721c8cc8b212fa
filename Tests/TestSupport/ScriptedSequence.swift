import UnoAsync

/// An upstream that a test plays by hand, and that tells the test when it has been asked.
///
/// *Behavior*
/// - Each `next()` of its iterator first reports that it asks, and then waits for what the test answers.
/// - `yield(_:)` answers, and returns when the iterator asks again: by then its consumer has dealt with the element.
/// - For one iterator at a time. Cancelling the asking task ends the iterator with nil.
package struct ScriptedSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    private let script = Script()

    package init() {}

    private final class Script: Sendable {
        let asked = AsyncChannel<Void>()
        let answers = AsyncThrowingChannel<Element, Failure>()
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
        fileprivate let asks: @Sendable () async -> Void
        fileprivate let answers: AsyncThrowingChannel<Element, Failure>.Iterator
        fileprivate let token: Token

        package func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            await asks()
            return try await answers.next(isolation: actor)
        }

        package func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }

    package func makeAsyncIterator() -> Iterator {
        let script = script
        return Iterator(
            asks: {
                script.askCount.withLock { $0 += 1 }
                await script.asked.send(())
            },
            answers: script.answers.makeAsyncIterator(),
            token: Token(script.released)
        )
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
        script.answers.fail(error)
    }

    /// Waits until an iterator and everything that held it are gone.
    package func waitUntilReleased() async {
        _ = await script.released.makeAsyncIterator().next()
    }
}
