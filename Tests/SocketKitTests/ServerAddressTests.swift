import Testing

@testable import SocketKit

@Suite("The address of a server")
struct ServerAddressTests {
    @Test(
        "is a port in digits, or a path that says that it is one",
        arguments: [
            ("0", .port(0)), ("65535", .port(65_535)), ("0080", .port(80)), ("65536", nil), ("", nil), ("-1", nil),
            ("+1", nil),
            ("7 ", nil), ("٧", nil), (":7000", nil), ("localhost", nil), ("/a b", .path("/a b")), ("./a", .path("./a")),
            ("../a", .path("../a")), (".a", nil), ("a/b", nil), ("..", nil),
        ] as [(String, ServerAddress?)]
    )
    func parsing(text: String, address: ServerAddress?) {
        #expect(ServerAddress(text) == address)
    }

    @Test("A path has to fit into the system's address")
    func longestPath() throws {
        let bytes = try #require(ServerAddress.expected.split(separator: " ").compactMap { Int($0) }.last)
        #expect(bytes > 100)
        let longest = "/" + String(repeating: "a", count: bytes - 3) + "é"
        #expect(longest.utf8.count == bytes)
        #expect(ServerAddress(longest) == .path(longest))
        #expect(ServerAddress(longest + "a") == nil)
    }

    @Test("It is shown without control characters")
    func description() {
        #expect("\(ServerAddress.port(7_000))" == "127.0.0.1:7000")
        #expect("\(ServerAddress.path("/a"))" == "/a")
        #expect(!"\(ServerAddress.path("/a\u{1B}[2J"))".contains("\u{1B}"))
    }
}
