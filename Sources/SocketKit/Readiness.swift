import Dispatch
import Synchronization

/// One wait until a descriptor can be read or written.
///
/// `@unchecked` because Dispatch does not declare its sources `Sendable` on every platform: a dispatch object may be used
/// from any thread, and this one does not change after `init`.
final class Readiness: @unchecked Sendable {
    enum Kind: Sendable { case readable, writable }

    private static let queue = DispatchQueue(label: "SocketKit")

    private let source: any DispatchSourceProtocol

    init(_ kind: Kind, of descriptor: Int32) {
        source =
            switch kind {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: Self.queue)
            }
    }

    /// Returns when the descriptor is ready, when `cancel()` is called, or when the task is cancelled. To be called once,
    /// because Dispatch traps at a source that is released before it was activated; the descriptor must stay open meanwhile.
    func wait() async {
        await withTaskCancellationHandler {
            await waitEvenIfCancelled()
        } onCancel: {
            cancel()
        }
    }

    /// As `wait()`, but not ended by the cancellation of the task.
    func waitEvenIfCancelled() async {
        await withCheckedContinuation { continuation in
            source.setEventHandler { [self] in cancel() }
            // Called once, and after it the source does not look at the descriptor any more.
            source.setCancelHandler { continuation.resume() }
            source.activate()
        }
    }

    func cancel() { source.cancel() }
}
