import UnoAsync

/// Lies in what belongs to the main actor, and says where it has been freed.
package final class HomeCanary: Sendable {
    /// Outlives the canary.
    package struct Watch: Sendable {
        fileprivate let end = AsyncChannel<Never>()
        private let isHome = Locked<Bool?>(nil)

        /// Returns when the canary has been freed: whether the main actor ran there.
        package func freedAtHome() async -> Bool {
            _ = await end.makeAsyncIterator().next()
            return isHome.withLock { $0 } ?? false
        }

        /// The first decision counts.
        fileprivate func decide(_ isHome: Bool) {
            self.isHome.withLock { decision in
                if decision == nil { decision = isHome }
            }
        }
    }

    package let watch = Watch()

    package init() {}

    /// Mentions the canary, so that a closure keeps it.
    package func sing() {}

    deinit {
        // An immediate task runs before the call returns only where the main actor runs already.
        if #available(macOS 26, iOS 26, *) {
            Task.immediate { @MainActor [watch] in watch.decide(true) }
        }
        watch.decide(false)
        watch.end.finish()
    }
}
