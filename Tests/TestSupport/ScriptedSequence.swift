import AsyncKit

/// An upstream that a test controls by hand, and that tells the test when an element is requested.
///
/// *Behavior*
/// - Each `next()` of its iterator first reports the request, and then waits for the test to provide an element.
/// - `yield(_:)` provides an element and returns at the next request: by then the consumer has handled the element.
/// - It supports one iterator at a time. Cancelling the task that calls `next()` ends the iterator with nil.
package struct ScriptedSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    private let script = Script()

    package init() {}

    fileprivate final class Script: Sendable {
        let asked = AsyncChannel<Void>()
        let answers = AsyncChannel<Element>()
        /// The error that the sequence throws at its end, once.
        let failure = Locked<Failure?>(nil)
        let released = AsyncChannel<Never>()
        let askCount = Locked(0)
    }

    /// Lives as long as an iterator and its copies.
    fileprivate final class Token: Sendable {
        let released: AsyncChannel<Never>

        init(_ released: AsyncChannel<Never>) { self.released = released }

        deinit { released.finish() }
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

        package func next() async throws(Failure) -> Element? { try await next(isolation: #isolation) }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(script: script, token: Token(script.released)) }

    /// The number of requests for an element.
    package var askCount: Int { script.askCount.withLock { $0 } }

    /// Waits until the iterator requests an element. Call it once, before the first `answer(_:)` or `yield(_:)`.
    package func waitUntilAsked() async { _ = await script.asked.makeAsyncIterator().next() }

    /// Provides the requested element, without waiting for the next request.
    package func answer(_ element: Element) async { await script.answers.send(element) }

    /// Provides the requested element, and waits for the next request.
    package func yield(_ element: Element) async {
        await answer(element)
        await waitUntilAsked()
    }

    package func finish() { script.answers.finish() }

    package func fail(_ error: Failure) {
        script.failure.withLock { $0 = error }
        script.answers.finish()
    }

    /// Waits until the iterator and all its copies have been released.
    package func waitUntilReleased() async { _ = await script.released.makeAsyncIterator().next() }
}
