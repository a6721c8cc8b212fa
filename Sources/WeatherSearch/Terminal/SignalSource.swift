import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A signal source that calls a closure, until it is cancelled.
///
/// `@unchecked` because Dispatch does not declare its sources `Sendable` on every platform: a dispatch
/// object may be used from any thread, and this one does not change after `init`.
final class SignalSource: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    /// - Parameters:
    ///   - reportsStart: whether `handler` is also called once when the source starts to watch the signal.
    ///   - handler: called after each arrival.
    init(signal: Int32, reportsStart: Bool = true, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: signal)
        if reportsStart { source.setRegistrationHandler(handler: handler) }
        source.setEventHandler(handler: handler)
        source.activate()
    }

    func cancel() {
        source.cancel()
    }
}

extension SignalSource {
    /// An element for each arrival of one of `signals`, which do not end the process from now on.
    static func arrivals(of signals: [Int32]) -> AsyncStream<Int32> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let sources = signals.map { number in
                signal(number, SIG_IGN)
                return SignalSource(signal: number, reportsStart: false) { continuation.yield(number) }
            }
            continuation.onTermination = { _ in for source in sources { source.cancel() } }
        }
    }
}
