/// Thrown by a call that has reached the other side, could not be decoded there, and so was not executed.
///
/// An actor system that can tell throws it from `remoteCall`. Then an action that the host cannot decode is `.unsendable`
/// at once, without a new session. For errors of other types see ``CallFailure``.
public struct UndecodableCall: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// What could not be decoded.
    public let description: String

    /// Makes an error that says what could not be decoded.
    public init(_ description: String) {
        self.description = description
    }
}
