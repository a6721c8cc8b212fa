#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the server listens: a port of the loopback interface, or a Unix socket.
enum ServerAddress: Sendable, Hashable {
    /// 0 lets the system choose.
    case port(UInt16)
    case path(String)

    /// A number is a port; anything else is a path.
    init?(_ text: String) {
        if let port = UInt16(text) {
            self = .port(port)
        } else if !text.isEmpty, !text.allSatisfy(\.isNumber), text.utf8.count < Self.longestPath {
            self = .path(text)
        } else {
            return nil
        }
    }

    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// A socket that listens here. A Unix socket that a server has left behind is replaced.
    func listen() throws -> Socket {
        if case .path(let path) = self, (try? connect()) == nil { unlink(path) }
        let socket = try Socket(open())
        var on: Int32 = 1
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard withSystemAddress({ systemBind(socket.descriptor, $0, $1) }) == 0 else { throw Socket.Failure("bind") }
        guard systemListen(socket.descriptor) == 0 else { throw Socket.Failure("listen") }
        return socket
    }

    /// A socket that is connected to a server here.
    func connect() throws -> Socket {
        let socket = try open()
        guard withSystemAddress({ systemConnect(socket, $0, $1) }) == 0 else {
            let failure = Socket.Failure("connect")
            close(socket)
            throw failure
        }
        return try Socket(socket)
    }

    private func open() throws -> Int32 {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let family = if case .port = self { AF_INET } else { AF_UNIX }
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw Socket.Failure("socket") }
        return descriptor
    }

    /// The port that a listening socket has got.
    static func port(of listener: Socket) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            _ = address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener.descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private func withSystemAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        switch self {
        case .port(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return Self.withBytes(of: &address, body)
        case .path(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return Self.withBytes(of: &address, body)
        }
    }

    private static func withBytes<Address>(
        of address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

extension ServerAddress: CustomStringConvertible {
    var description: String {
        switch self {
        case .port(let port): "127.0.0.1:\(port)"
        case .path(let path): path
        }
    }
}

// `bind(2)`, `connect(2)` and `listen(2)`, the last two of which are shadowed by methods.

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    bind(descriptor, address, size)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, SOMAXCONN) }
