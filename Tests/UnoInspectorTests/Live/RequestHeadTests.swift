import Testing

@testable import UnoInspector

struct RequestHeadTests {
    @Test func `It has the method, the path, the query and the fields`() throws {
        let head = try #require(RequestHead("GET /a/b?c=?d HTTP/1.1\r\nHost: h:1\r\nLAST-EVENT-ID:3 \r\nEmpty:".utf8))
        #expect((head.method, head.path, head.query) == ("GET", "/a/b", "c=?d"))
        #expect(head["host"] == "h:1")
        #expect(head["last-event-id"] == "3 ")
        #expect(head["empty"] == "")
        #expect(head["origin"] == nil)
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/2", "GET  / HTTP/1.1", "GET a HTTP/1.1", "GET / HTTP/1.1 x", "GET / HTTP/1.1\r\nHost",
        "GET / HTTP/1.1\r\n: h", "GET / HTTP/1.1\r\nHost: a\r\nhost: b", "GET / HTTP/1.1\r\n\r\n",
    ]) func `What is none is refused`(text: String) { #expect(RequestHead(text.utf8) == nil) }

    @Test func `Bytes that are no text are refused`() {
        #expect(RequestHead(Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1".utf8)) == nil)
    }

    @Test(
        "A head may come in whatever parts, and be as long as the limit, but no longer",
        arguments: [0, 1], [1, 2, 3, 4, 5, 8_000])
    func parts(excess: Int, last: Int) throws {
        let text = Array("GET / HTTP/1.1\r\nLong: ".utf8)
        let head = text + Array(repeating: UInt8(ascii: "a"), count: RequestHead.limit + excess - text.count)
        let bytes = head + RequestHead.end
        var incoming = RequestHead.Incoming()
        func comes() throws -> [UInt8]? {
            guard try incoming.add(Array(bytes.dropLast(last))) == nil else { return [] }
            return try incoming.add(Array(bytes.suffix(last))).map(Array.init)
        }
        if excess == 0 {
            #expect(try comes() == head)
        } else {
            #expect(throws: InspectorRefusal.tooLong) { try comes() }
        }
    }
}
