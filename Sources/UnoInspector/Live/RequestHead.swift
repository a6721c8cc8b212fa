/// The head of an HTTP request.
struct RequestHead: Sendable, Hashable {
    /// The most bytes that a head may have.
    static let limit = 8_192
    static let end = Array("\r\n\r\n".utf8)

    let method: String
    let path: String
    /// What stands behind the question mark.
    let query: String
    /// By their names in lower case.
    private let fields: [String: String]

    /// - Parameter bytes: all of the head, without the empty line. Nil if this is no head, or a field comes twice.
    init?(_ bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let request = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard request.count == 3, request[1].hasPrefix("/"), request[2].hasPrefix("HTTP/1.") else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            guard fields.updateValue(String(value), forKey: line[..<colon].lowercased()) == nil else { return nil }
        }
        let target = request[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (method, path, query) = (String(request[0]), String(target[0]), target.count > 1 ? String(target[1]) : "")
        self.fields = fields
    }

    /// The value of a field.
    subscript(name: String) -> String? { fields[name] }
}

extension RequestHead {
    /// The bytes of a head that is coming, in whatever parts.
    struct Incoming: Sendable {
        private var bytes: [UInt8] = []

        /// Returns the head when it is whole, without the empty line at its end.
        mutating func add(_ more: [UInt8]) throws(InspectorRefusal) -> ArraySlice<UInt8>? {
            bytes += more
            let end = bytes.firstRange(of: RequestHead.end)?.lowerBound
            // While the end is missing, all but its last byte may have come.
            guard end ?? bytes.count - RequestHead.end.count + 1 <= RequestHead.limit else { throw .tooLong }
            return end.map { bytes[..<$0] }
        }
    }
}
