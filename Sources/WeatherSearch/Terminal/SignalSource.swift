import Dispatch

/// A signal that a closure answers, until it is cancelled.
///
/// `@unchecked` because Dispatch does not declare its sources `Sendable` on every platform: a dispatch
/// object may be used from any thread, and this one is not changed after `init`.
final class SignalSource: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    /// - Parameter handler: is called once when the signal is watched, and then after each arrival.
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
