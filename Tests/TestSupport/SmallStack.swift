import AsyncKit
import Foundation

/// Runs `body` on a thread of its own with a stack of the given number of bytes, and waits for it.
///
/// The caller releases the captures of `body`, because releasing a deeply nested value takes stack, too.
package func onStack<Result: Sendable>(ofBytes size: Int, _ body: @escaping @Sendable () -> Result) -> Result {
    let body = Locked<(@Sendable () -> Result)?>(body)
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        let value = body.withLock { $0 }?()
        result.withLock { $0 = value }
        done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    body.withLock { $0 = nil }
    return result.withLock { $0! }
}
