internal import Foundation

/// An HTTP response, after which the connection is closed.
struct InspectorReply: Sendable {
    let status: String
    let type: String
    let body: Data

    init(_ status: String, type: String, _ body: Data) { (self.status, self.type, self.body) = (status, type, body) }

    /// A sentence.
    init(_ status: String, _ text: String) {
        self.init(status, type: "text/plain; charset=utf-8", Data("\(text)\n".utf8))
    }

    var bytes: [UInt8] { Array("\(Self.head(status, type))Content-Length: \(body.count)\r\n\r\n".utf8) + body }

    /// What events follow.
    static let events = head("200 OK", "text/event-stream") + "\r\n"

    private static func head(_ status: String, _ type: String) -> String {
        """
        HTTP/1.1 \(status)\r
        Content-Type: \(type)\r
        Cache-Control: no-store\r
        Content-Security-Policy: frame-ancestors 'none'\r
        Cross-Origin-Resource-Policy: same-origin\r
        Referrer-Policy: no-referrer\r
        X-Content-Type-Options: nosniff\r
        Connection: close\r

        """
    }
}
