/// Functions for a dependency that is not provided: a call is reported to ``Diagnostics``, with the name of the function.
///
/// In a test with a harness the report is an issue; so it is in any test with the trait `.diagnosticsAreIssues` of
/// `UnoTesting`.
public enum Unprovided {
    /// A function that reports each call and returns `value`.
    public static func function<each Argument, Result>(
        _ name: String,
        returning value: @escaping @autoclosure @Sendable () -> Result,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> @Sendable (repeat each Argument) -> Result {
        let site = CallSite(fileID, line)
        return { (_: repeat each Argument) in
            report(name, site)
            return value()
        }
    }

    /// A function without a result that reports each call.
    public static func function<each Argument>(
        _ name: String,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> @Sendable (repeat each Argument) -> Void {
        function(name, returning: (), fileID: fileID, line: line)
    }

    /// A function that reports each call and throws an ``UnprovidedDependency``.
    public static func throwing<each Argument, Result>(
        _ name: String,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> @Sendable (repeat each Argument) throws -> Result {
        let site = CallSite(fileID, line)
        return { (_: repeat each Argument) in
            report(name, site)
            throw UnprovidedDependency(name: name)
        }
    }

    private static func report(_ name: String, _ site: CallSite) {
        let message = "\(name) was called, but is not provided; use .providing(_:) around the feature"
        Diagnostics.current.report(Diagnostic(.unprovided, message, at: site))
    }
}

/// A function of a dependency was called that is not provided.
public struct UnprovidedDependency: Error, Hashable, CustomStringConvertible {
    /// The name of the function.
    public let name: String

    /// Creates the error for the function of this name.
    public init(name: String) {
        self.name = name
    }

    /// The name of the function, and what to do.
    public var description: String { "\(name) is not provided" }
}
