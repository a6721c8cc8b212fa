#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the server listens: a port of the loopback interface, or a Unix socket.
package enum ServerAddress: Sendable, Hashable {
    /// 0 lets the system choose.
    case port(UInt16)
    case path(String)

    /// What `init(_:)` takes.
    package static let expected =
        "a port from 0 to 65535, or the path of a Unix socket, which begins with /, ./ or ../ and has at most "
        + "\(longestPath) bytes"

    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    /// How long a client waits for a place in the queue of a listening socket.
    private static let patience = 5

    /// Digits are a port. A path says that it is one, so that neither `:7000` nor `localhost` makes a file of that name.
    package init?(_ text: String) {
        if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(text) {
            self = .port(port)
        } else if ["/", "./", "../"].contains(where: text.hasPrefix), text.utf8.count <= Self.longestPath {
            self = .path(text)
        } else {
            return nil
        }
    }

    /// A socket that listens here. A Unix socket that a server has left behind is replaced.
    package func listen() throws -> Listener { try Listener(at: self) }

    /// A socket that is connected to a server here.
    package func connect() throws -> Socket {
        let socket = try open()
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard withSystemAddress({ systemConnect(socket, $0, $1) }) == 0 else {
            let failure = Socket.Failure("connect \(self)")
            close(socket)
            throw failure
        }
        return try Socket(socket)
    }

    /// Tries to connect, without waiting; returns the error number, or 0.
    func attempt() throws -> Int32 {
        let socket = try makeSocket()
        return withSystemAddress({ systemConnect(socket.descriptor, $0, $1) }) == 0 ? 0 : errno
    }

    /// A socket of this kind of address, neither connected nor listening.
    func makeSocket() throws -> Socket { try Socket(open()) }

    func bind(_ socket: Socket) throws {
        var on: Int32 = 1
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard withSystemAddress({ systemBind(socket.descriptor, $0, $1) }) == 0 else {
            throw Socket.Failure("bind \(self)")
        }
    }

    func beginListening(_ socket: Socket) throws {
        guard systemListen(socket.descriptor) == 0 else { throw Socket.Failure("listen \(self)") }
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

    /// The port that a bound socket has got.
    static func port(of socket: Socket) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            _ = address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket.descriptor, $0, &size)
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
    package var description: String {
        switch self {
        case .port(let port): "127.0.0.1:\(port)"
        case .path(let path): path.replacing(/\p{Cc}/, with: "\u{FFFD}")
        }
    }
}

// `bind(2)`, `connect(2)` and `listen(2)`, which are shadowed by methods.

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    bind(descriptor, address, size)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, SOMAXCONN) }
