import UnoAsync

/// What a test learns later than the feature is made that needs it.
package final class Slot<Value: Sendable>: Sendable {
    private let content = Locked<Value?>(nil)

    package init() {}

    package var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
