// What a program may hold and print. Reflection copies stored properties, and traps at one whose type cannot be copied,
// such as an atomic or a lock; Swift Testing reflects what stands in an expectation that fails. So none of these types
// shows its storage.

extension Mirror {
    /// A mirror without children.
    package static func opaque(_ subject: Any) -> Mirror {
        Mirror(subject, children: EmptyCollection(), displayStyle: .struct)
    }
}
