import AsyncKit

/// Reports whether it was freed on the main actor. Store it in an object that must be freed there.
package final class HomeCanary: Sendable {
    /// Outlives the canary.
    package struct Watch: Sendable {
        fileprivate let end = AsyncChannel<Never>()
        private let isHome = Locked<Bool?>(nil)

        /// Waits until the canary has been freed, and returns whether that happened on the main actor.
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

    /// Call it in a closure to make the closure capture the canary.
    package func sing() {}

    deinit {
        // An immediate task runs before the call returns only if the current code already runs on the main actor.
        if #available(macOS 26, iOS 26, *) { Task.immediate { @MainActor [watch] in watch.decide(true) } }
        watch.decide(false)
        watch.end.finish()
    }
}
