import Foundation
import SocketKit
import Testing

/// A browser's side of a connection to an inspector.
final class InspectorClient {
    private let socket: Socket
    private var text = ""

    /// - Parameter address: that of the page.
    init(_ address: String) throws {
        let port = try #require(URL(string: address)?.port)
        socket = try ServerAddress.port(UInt16(port)).connect()
    }

    func send(_ text: String) throws { #expect(try socket.writeNow(text)) }

    /// Sends a request for something below the address of the page.
    func request(_ method: String = "GET", _ purpose: String = "", at address: String, _ fields: String...) throws {
        let url = try #require(URL(string: address))
        let host = "127.0.0.1:\(try #require(url.port))"
        let own = method == "POST" ? ["Host: \(host)", "Origin: http://\(host)"] : ["Host: \(host)"]
        let lines = ["\(method) \(url.path)/\(purpose) HTTP/1.1"] + own + fields
        try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// All that comes until the server closes the connection.
    func rest() async -> String {
        while let bytes = await socket.read() { text += String(decoding: bytes, as: UTF8.self) }
        return text
    }

    /// The status and the body of the reply.
    func reply() async -> (status: Int, body: String) {
        let parts = await rest().split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return (status, parts.count > 1 ? String(parts[1]) : "")
    }

    /// The next event, after the head of the reply; nil if the connection has ended.
    func event() async -> Event? {
        while true {
            if let end = text.range(of: "\r\n\r\n") { text.removeSubrange(..<end.upperBound) }
            if let end = text.range(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return Event(text[..<end.lowerBound])
            }
            guard let bytes = await socket.read() else { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    struct Event {
        var type = "message"
        var id = ""
        var data = ""

        init(_ text: Substring) {
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                switch parts[0] {
                case "event": type = value
                case "id": id = value
                default: data = value
                }
            }
        }

        private struct Content: Decodable {
            struct Item: Decodable {
                struct Entry: Decodable { let number: Int? }
                let entry: Entry?
            }
            let items: [Item]
        }

        /// The numbers of the steps in it.
        var steps: [Int] {
            let content = try? JSONDecoder().decode(Content.self, from: Data(data.utf8))
            return content?.items.compactMap { $0.entry?.number } ?? []
        }
    }
}
