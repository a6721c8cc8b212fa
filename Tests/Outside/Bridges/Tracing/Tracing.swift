import Synchronization

// Stand-ins with the signatures of swift-distributed-tracing that the article uses, so that its code is checked without a
// dependency. Keep the spans, for tests.

public struct ServiceContext: Sendable {
    @TaskLocal public static var current: ServiceContext?

    public static var topLevel: ServiceContext { ServiceContext(span: nil) }

    /// The span that is the parent of spans with this context.
    let span: String?
}

public enum SpanKind: Sendable { case server, client, producer, consumer, `internal` }

public protocol Span: Sendable {
    var context: ServiceContext { get }
    var operationName: String { get nonmutating set }
    func end()
}

public func startSpan(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal,
    function: String = #function, file fileID: String = #fileID, line: UInt = #line
) -> any Span {
    let span = KeptSpan(operationName, in: context())
    Spans.note("\(span.operationName) begins in \(span.parent ?? "nothing")")
    return span
}

private final class KeptSpan: Span {
    private let name: Mutex<String>
    let parent: String?

    init(_ name: String, in context: ServiceContext) {
        self.name = Mutex(name)
        parent = context.span
    }

    var operationName: String {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }
    var context: ServiceContext { ServiceContext(span: operationName) }

    func end() { Spans.note("\(operationName) ends") }
}

/// The beginnings and ends of spans, for a test.
public enum Spans {
    private static let lines = Mutex<[String]>([])

    static func note(_ line: String) { lines.withLock { $0.append(line) } }

    public static var all: [String] { lines.withLock { $0 } }
}
