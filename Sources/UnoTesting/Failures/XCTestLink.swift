internal import AsyncKit

/// XCTest, if the process has loaded it. Looked up by name, so that linking this library does not link XCTest.
///
/// Why the cast holds: the symbol is the mangled name of `XCTFail(_: String, file: StaticString, line: UInt)`, in which
/// the types are spelled out, so a function of another type has another name. It is a Swift function without a context.
enum XCTestLink {
    typealias Fail = @convention(thin) (_ message: String, _ file: StaticString, _ line: UInt) -> Void

    static var fail: Fail? {
        Platform.symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF").map { unsafeBitCast($0, to: Fail.self) }
    }

    /// Whether XCTest has registered for the issues that Swift Testing records outside its own tests.
    static var receivesIssues: Bool {
        typealias Handler = @convention(c) () -> UnsafeRawPointer?
        guard let getter = Platform.symbol("_swift_testing_getFallbackEventHandler") else { return false }
        return unsafeBitCast(getter, to: Handler.self)() != nil
    }
}
