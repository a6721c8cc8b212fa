#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// XCTest, if the process has it: looked up by name, so that nothing that links this library links XCTest.
///
/// Why the cast holds: the symbol is the mangled name of `XCTFail(_: String, file: StaticString, line: UInt)`, in which
/// the types are spelled out, so a function of another type has another name. It is a Swift function without a context.
enum XCTestLink {
    typealias Fail = @convention(thin) (_ message: String, _ file: StaticString, _ line: UInt) -> Void

    static var fail: Fail? {
        symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF").map { unsafeBitCast($0, to: Fail.self) }
    }

    /// Whether XCTest has asked Swift Testing for the issues that are recorded outside its tests.
    static var receivesIssues: Bool {
        typealias Handler = @convention(c) () -> UnsafeRawPointer?
        guard let getter = symbol("_swift_testing_getFallbackEventHandler") else { return false }
        return unsafeBitCast(getter, to: Handler.self)() != nil
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        #if canImport(Darwin)
            // RTLD_DEFAULT
            dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #else
            dlsym(nil, name)
        #endif
    }
}
