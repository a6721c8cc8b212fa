package import AsyncKit

/// For a mailbox whose consumer polls it, so that `onReady` is not needed.
extension Mailbox {
    package func offer(_ element: Element) -> OfferResult { offer(element, onReady: {}) }

    package func send(_ element: Element) async -> SendResult { await send(element, onReady: {}) }

    package func release(_ count: Int) { release(count, onReady: {}) }
}
