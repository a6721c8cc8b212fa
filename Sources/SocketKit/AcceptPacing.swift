#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What follows an error of `accept(2)`: only an error of the listening socket itself ends a server.
struct AcceptPacing: Sendable {
    enum Step: Sendable, Hashable {
        /// The error belongs to one connection, or is none: try the next one.
        case tryAgain
        /// There is no connection: wait for one.
        case wait
        /// The system has no descriptor or memory left: the connection stays in the queue meanwhile.
        ///
        /// `isLasting` is true once for a shortage that lasts.
        case pause(Duration, isLasting: Bool)
        /// The listening socket is unusable.
        case fail
    }

    private static let firstPause = Duration.milliseconds(10)
    private static let longestPause = Duration.seconds(1)

    private var pause = firstPause

    mutating func failed(with number: Int32) -> Step {
        switch number {
        case EAGAIN: return .wait
        // `accept(2)` on Linux also passes on the network errors of a connection that waits in the queue.
        case EINTR, ECONNABORTED, EPROTO, ENOPROTOOPT, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT, EPERM:
            return .tryAgain
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            let step = Step.pause(pause, isLasting: pause < Self.longestPause && pause * 2 >= Self.longestPause)
            pause = min(pause * 2, Self.longestPause)
            return step
        default: return .fail
        }
    }
}
