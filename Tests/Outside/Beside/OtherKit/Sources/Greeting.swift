public struct Greeting: Sendable {
    public let text = "hello"

    public init() {}
}
