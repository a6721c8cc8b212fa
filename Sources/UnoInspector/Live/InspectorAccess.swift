/// Who may use the server of an inspector: whoever knows its address, from a page of its own.
struct InspectorAccess: Sendable {
    /// 128 random bits in hexadecimal digits.
    let token: String
    let port: UInt16

    init(port: UInt16) {
        self.port = port
        var random = SystemRandomNumberGenerator()
        token = (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The address of the page.
    var address: String { "http://127.0.0.1:\(port)/\(token)/" }

    private var hosts: [String] {
        let names = ["127.0.0.1", "localhost"]
        // A browser leaves the usual port out.
        return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    }

    /// What a request is for, as in `events`; empty for the page.
    ///
    /// Another host name may be that of a site whose address was changed to this machine's, so that its pages may read the replies.
    func purpose(of head: RequestHead) throws(InspectorRefusal) -> String {
        guard let host = head["host"], hosts.contains(host) else { throw .otherHost }
        let parts = head.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, Self.areEqual(String(parts[1]), token) else { throw .wrongToken }
        guard ["GET", "POST"].contains(head.method) else { throw .otherMethod }
        // A browser names the origin of each POST, and of what a page of another site asks for.
        let origin = head["origin"]
        guard origin == "http://\(host)" || (origin == nil && head.method == "GET") else { throw .otherOrigin }
        return String(parts[2])
    }

    /// Takes as long for each text of the same length, so that the time does not tell how much of it is right.
    static func areEqual(_ text: String, _ secret: String) -> Bool {
        let (text, secret) = (Array(text.utf8), Array(secret.utf8))
        guard text.count == secret.count else { return false }
        return zip(text, secret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Why the server of an inspector does not do what a request asks for.
enum InspectorRefusal: Error, Hashable, CaseIterable {
    case noRequest, tooLong, tooSlow, tooMany, otherHost, otherOrigin, otherMethod, wrongToken

    var reply: InspectorReply {
        switch self {
        case .noRequest: InspectorReply("400 Bad Request", "This is no HTTP request")
        case .tooLong: InspectorReply("431 Request Header Fields Too Large", "The request is too long")
        case .tooSlow: InspectorReply("408 Request Timeout", "The request did not come in time")
        case .tooMany: InspectorReply("503 Service Unavailable", "Too many pages are open")
        case .otherHost: InspectorReply("403 Forbidden", "The host is neither 127.0.0.1 nor localhost")
        case .otherOrigin: InspectorReply("403 Forbidden", "The request does not come from the inspector's page")
        case .otherMethod: InspectorReply("405 Method Not Allowed", "The method is neither GET nor POST")
        case .wrongToken: InspectorReply("403 Forbidden", "The address has not the token that the program printed")
        }
    }
}
