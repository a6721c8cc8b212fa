// A stand-in with the signatures of the module `UnixSignals` of swift-service-lifecycle, which its module `ServiceLifecycle` imports
// and does not re-export.

public struct UnixSignal: Hashable, Sendable {
    public static let sigterm = Self(name: "SIGTERM")
    public static let sigint = Self(name: "SIGINT")

    private let name: String
}
