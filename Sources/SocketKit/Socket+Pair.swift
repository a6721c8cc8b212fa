#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Socket {
    /// Two that are connected, for tests.
    package static func pair() throws -> (Socket, Socket) {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        var descriptors: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, type, 0, &descriptors) == 0 else { throw Failure("socketpair") }
        return (try Socket(descriptors[0]), try Socket(descriptors[1]))
    }
}
