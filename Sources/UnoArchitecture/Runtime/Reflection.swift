// What a program may hold and print. Reflection copies stored properties, and traps at one whose type cannot be copied,
// such as an atomic or a lock; Swift Testing reflects what stands in an expectation that fails. So none of these types
// shows its storage.

extension Mirror {
    /// A mirror without children.
    package static func opaque(_ subject: Any) -> Mirror {
        Mirror(subject, children: EmptyCollection(), displayStyle: .struct)
    }
}

extension Runtime: CustomReflectable {
    public nonisolated var customMirror: Mirror { .opaque(self) }
}

extension RuntimeProjection: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

extension EventTask: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}

extension Dispatcher: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

extension Send: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

extension DynamicState: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

extension ViewModel: nonisolated CustomReflectable {
    public nonisolated var customMirror: Mirror { .opaque(self) }
}
