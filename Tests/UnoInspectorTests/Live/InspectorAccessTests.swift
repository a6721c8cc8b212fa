import Testing

@testable import UnoInspector

struct InspectorAccessTests {
    private static let access = InspectorAccess(port: 7_000)

    private static func head(
        _ method: String = "GET", _ purpose: String = "", token: String? = nil, host: String? = "127.0.0.1:7000",
        origin: String? = nil
    ) throws -> RequestHead {
        var lines = ["\(method) /\(token ?? access.token)/\(purpose) HTTP/1.1"]
        if let host { lines.append("Host: \(host)") }
        if let origin { lines.append("Origin: \(origin)") }
        return try #require(RequestHead(lines.joined(separator: "\r\n").utf8))
    }

    @Test func `The page's own requests are allowed`() throws {
        let access = Self.access
        #expect(try access.purpose(of: Self.head()) == "")
        #expect(try access.purpose(of: Self.head("GET", "events?1.2.3.4")) == "events")
        #expect(try access.purpose(of: Self.head(host: "localhost:7000", origin: "http://localhost:7000")) == "")
        #expect(try access.purpose(of: Self.head("POST", "send?1", origin: "http://127.0.0.1:7000")) == "send")
    }

    @Test func `Other hosts are refused, so that no site whose address was changed reads the page`() {
        for host in [
            nil, "", "127.0.0.1", "127.0.0.1:7001", "localhost:70000", "evil.example:7000", "127.0.0.1:7000:1",
        ] { #expect(throws: InspectorRefusal.otherHost) { try Self.access.purpose(of: Self.head(host: host)) } }
    }

    @Test func `Other tokens are refused`() {
        let token = Self.access.token
        for wrong in [
            "", String(token.dropLast()), token + "0", token.uppercased() + "g", String(token.reversed()) + "x",
        ] { #expect(throws: InspectorRefusal.wrongToken) { try Self.access.purpose(of: Self.head(token: wrong)) } }
        let last = token.last == "0" ? "1" : "0"
        #expect(!InspectorAccess.areEqual(token.dropLast() + last, token))
        let first = token.first == "0" ? "1" : "0"
        #expect(!InspectorAccess.areEqual(first + token.dropFirst(), token))
        #expect(InspectorAccess.areEqual(token, token))
    }

    @Test func `Other origins are refused, and commands without one`() {
        for origin in [
            "http://evil.example", "null", "https://127.0.0.1:7000", "http://127.0.0.1:7001", "http://localhost:7000",
        ] {
            for method in ["GET", "POST"] {
                #expect(throws: InspectorRefusal.otherOrigin) {
                    try Self.access.purpose(of: Self.head(method, origin: origin))
                }
            }
        }
        #expect(throws: InspectorRefusal.otherOrigin) { try Self.access.purpose(of: Self.head("POST", "pause")) }
    }

    @Test(arguments: ["HEAD", "PUT", "OPTIONS", "DELETE", "get"]) func `Other methods are refused`(method: String) {
        #expect(throws: InspectorRefusal.otherMethod) {
            try Self.access.purpose(of: Self.head(method, origin: "http://127.0.0.1:7000"))
        }
    }

    @Test func `A token has 128 bits, which no other server has`() {
        let tokens = (0..<50).map { _ in InspectorAccess(port: 1).token }
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(Set(tokens).count == tokens.count)
        #expect(Self.access.address == "http://127.0.0.1:7000/\(Self.access.token)/")
    }

    @Test func `On the usual port a browser names none`() throws {
        let access = InspectorAccess(port: 80)
        for host in ["127.0.0.1", "localhost", "127.0.0.1:80"] {
            let head = try Self.head("POST", "send", token: access.token, host: host, origin: "http://\(host)")
            #expect(try access.purpose(of: head) == "send")
        }
    }
}
