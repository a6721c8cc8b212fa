import AsyncKit

/// A value that a feature needs and that a test can provide only after it has made the feature.
package final class Slot<Value: Sendable>: Sendable {
    private let content = Locked<Value?>(nil)

    package init() {}

    package var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
