import Dispatch

/// A signal source that calls a closure, until it is cancelled.
///
/// `@unchecked` because Dispatch does not declare its sources `Sendable` on every platform: a dispatch
/// object may be used from any thread, and this one does not change after `init`.
final class SignalSource: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    /// - Parameter handler: called once when the source starts to watch the signal, and then after each arrival.
    init(signal: Int32, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: signal)
        source.setRegistrationHandler(handler: handler)
        source.setEventHandler(handler: handler)
        source.activate()
    }

    func cancel() {
        source.cancel()
    }
}
