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
    ///   - start: called once when the source has started to watch the signal.
    ///   - handler: called after each arrival.
    init(signal: Int32, start: @escaping @Sendable () -> Void = {}, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: signal)
        source.setRegistrationHandler(handler: start)
        source.setEventHandler(handler: handler)
        source.activate()
    }

    func cancel() {
        source.cancel()
    }
}

extension SignalSource {
    /// Returns when `signals` are watched: from then on, none of them ends the process or is lost, and each arrival is an
    /// element of the stream. Arrivals that have not been read are one element.
    static func watch(_ signals: [Int32]) async -> AsyncStream<Int32> {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let sources = signals.map { number in
            SignalSource(signal: number) {
                // On Linux, Dispatch has replaced the default action by now; ignoring the signal would undo that.
                #if canImport(Darwin)
                    signal(number, SIG_IGN)
                #endif
                start.yield()
            } handler: {
                arrival.yield(number)
            }
        }
        arrival.onTermination = { _ in for source in sources { source.cancel() } }
        var waiting = signals.count
        for await _ in starts {
            waiting -= 1
            if waiting == 0 { break }
        }
        return arrivals
    }
}
