import UnoAsync

/// Lies in what is to be freed, and says when it has been: hand the canary to a graph, and wait for the end of it.
package final class Canary: Sendable {
    /// Outlives the canary.
    package struct Watch: Sendable {
        fileprivate let channel = AsyncChannel<Never>()

        /// Returns when the canary has been freed.
        package func freed() async { _ = await channel.makeAsyncIterator().next() }
    }

    package let watch = Watch()

    package init() {}

    /// Mentions the canary, so that a closure keeps it.
    package func sing() {}

    deinit { watch.channel.finish() }
}
