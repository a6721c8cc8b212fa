import SocketKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How many connections the process has descriptors for.
struct DescriptorBudget: Sendable, Hashable {
    /// For the files, the listening socket and the timers of the process.
    private static let own = 24
    /// Enough for the server's own limits.
    private static let wanted = 8_192

    let connections: Int
    let guests: Int

    /// The part of `limit` that is left for connections, and at most as many as `limits` has.
    init(descriptors limit: Int, limits: ConnectionServer.Table.Limits = .init()) {
        let free = max(2, limit - Self.own)
        guests = min(limits.guests, max(1, free / 4))
        connections = min(limits.connections, free - guests)
    }

    /// The soft limit to be set: no less than it is.
    static func raised(soft: UInt64, hard: UInt64) -> UInt64 { max(soft, min(hard, UInt64(wanted))) }

    /// Raises the limit of the process; a connection takes a descriptor, and the usual limit is below the server's own.
    static func raisingLimit() -> DescriptorBudget {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorBudget(descriptors: 256) }
        let soft = limit.rlim_cur
        limit.rlim_cur = rlim_t(raised(soft: UInt64(soft), hard: UInt64(limit.rlim_max)))
        if setrlimit(resource, &limit) != 0 { limit.rlim_cur = soft }
        return DescriptorBudget(descriptors: Int(clamping: UInt64(limit.rlim_cur)))
    }
}
