import Synchronization

// A stand-in with the signatures of swift-log that the article uses, so that its code is checked without a dependency. Keeps what
// is logged, for tests.

public struct Logger: Sendable {
    public typealias Metadata = [String: MetadataValue]

    public enum MetadataValue: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        case string(String)

        public init(stringLiteral value: String) { self = .string(value) }
    }

    public struct Message: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        let value: String

        public init(stringLiteral value: String) { self.value = value }
    }

    public enum Level: String, Sendable {
        case trace, info, warning, error
    }

    public let label: String

    public init(label: String) { self.label = label }

    public func trace(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) { log(.trace, message(), metadata()) }

    public func info(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) { log(.info, message(), metadata()) }

    public func warning(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) { log(.warning, message(), metadata()) }

    public func error(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) { log(.error, message(), metadata()) }

    private func log(_ level: Level, _ message: Message, _ metadata: Metadata?) {
        Self.lines.withLock {
            $0.append(Line(label: label, level: level, message: message.value, metadata: metadata ?? [:]))
        }
    }
}

extension Logger {
    /// What a test finds of a call.
    public struct Line: Sendable {
        public let label: String
        public let level: Level
        public let message: String
        public let metadata: Metadata
    }

    private static let lines = Mutex<[Line]>([])

    public static func logged(to label: String) -> [Line] { lines.withLock { $0.filter { $0.label == label } } }
}
