import Testing

@testable import SocketKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("The address of a server")
struct ServerAddressTests {
    @Test(
        "is a port in digits, or a path that says that it is one",
        arguments: [
            ("0", .port(0)), ("65535", .port(65_535)), ("0080", .port(80)), ("65536", nil), ("", nil), ("-1", nil),
            ("+1", nil), ("7 ", nil), ("٧", nil), (":7000", nil), ("localhost", nil), ("/a b", .path("/a b")),
            ("./a", .path("./a")), ("../a", .path("../a")), (".a", nil), ("a/b", nil), ("..", nil),
        ] as [(String, ServerAddress?)])
    func parsing(text: String, address: ServerAddress?) { #expect(ServerAddress(text) == address) }

    @Test func `A path has to fit into the system's address`() throws {
        let bytes = try #require(ServerAddress.expected.split(separator: " ").compactMap { Int($0) }.last)
        #expect(bytes > 100)
        let longest = "/" + String(repeating: "a", count: bytes - 3) + "é"
        #expect(longest.utf8.count == bytes)
        #expect(ServerAddress(longest) == .path(longest))
        #expect(ServerAddress(longest + "a") == nil)
    }

    @Test func `A port is one of the loopback interface only`() throws {
        let socket = try ServerAddress.port(0).makeSocket()
        try ServerAddress.port(0).bind(socket)
        var bound = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &bound) { bound in
            bound.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.descriptor, $0, &size) }
        }
        #expect(result == 0 && bound.sin_addr.s_addr == UInt32(0x7F00_0001).bigEndian)
    }

    @Test func `A client waits five seconds for a place in the queue of a server`() throws {
        let listener = try ServerAddress.port(0).listen()
        let client = try listener.address.connect()
        var patience = timeval()
        var size = socklen_t(MemoryLayout<timeval>.size)
        #expect(getsockopt(client.descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, &size) == 0)
        #expect(patience.tv_sec == 5)
    }

    @Test func `An attempt to connect that fails leaves no descriptor open`() async {
        await #expect(processExitsWith: .success) {
            let address = ServerAddress.path("/no/such/socket")
            let first = try address.makeSocket().descriptor
            for _ in 1...200 {
                do {
                    _ = try address.connect()
                    _exit(EXIT_FAILURE)
                } catch {}
            }
            // The system gives out the lowest number that is free.
            _exit(try address.makeSocket().descriptor < first + 100 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `It is shown without control characters`() {
        #expect("\(ServerAddress.port(7_000))" == "127.0.0.1:7000")
        #expect("\(ServerAddress.path("/a"))" == "/a")
        #expect(!"\(ServerAddress.path("/a\u{1B}[2J"))".contains("\u{1B}"))
    }
}
