// A stand-in for Apple's module `os`, with the signatures of its documentation that the package uses.

public enum OSLogPrivacy: Sendable {
    case `public`
    case `private`
}

public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ argument: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

public typealias SignpostMetadata = OSLogMessage

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
}

public struct OSSignpostID: Sendable {
    public static let exclusive = OSSignpostID()
}

public final class OSSignpostIntervalState: Sendable {}

public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}
    public var isEnabled: Bool { true }
    public func makeSignpostID() -> OSSignpostID { .exclusive }
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata) {}
}
