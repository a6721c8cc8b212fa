import AsyncKit

/// Reports when it is freed: pass the canary to a graph, and wait until the graph has released it.
package final class Canary: Sendable {
    /// Outlives the canary.
    package struct Watch: Sendable {
        fileprivate let channel = AsyncChannel<Never>()

        /// Returns when the canary has been freed.
        package func freed() async { _ = await channel.makeAsyncIterator().next() }
    }

    package let watch = Watch()

    package init() {}

    /// Call it in a closure to make the closure capture the canary.
    package func sing() {}

    deinit { watch.channel.finish() }
}
