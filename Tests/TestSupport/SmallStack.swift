import Foundation
import UnoAsync

/// Runs `body` on a thread of its own with a stack of so many bytes, and waits for it.
///
/// What `body` captures is released by the caller: letting go of something deep takes stack, too.
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
