/// The value that was published last, if there is one, in memory of its own.
///
/// One pointer, whatever the value is: generic code that is not specialised handles it without asking the run time for
/// the layout of another type.
///
/// `@unchecked Sendable` holds as the value is `Sendable` and the memory belongs to this alone, which cannot be copied.
@usableFromInline
struct LatestValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var memory: UnsafeMutablePointer<Value>?

    @inlinable
    init() {}

    @inlinable
    var value: Value? { memory?.pointee }

    /// Puts `value` into the place of the one that there is and that one into its place. Requires that there is one.
    @inlinable @inline(__always)
    mutating func exchange(with value: inout Value) { swap(&memory!.pointee, &value) }

    /// Keeps the first value.
    @inlinable
    mutating func begin(with value: Value) {
        guard memory == nil else { fatalError("begin: there is a value already") }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        self.memory = memory
    }

    @inlinable
    deinit {
        memory?.deinitialize(count: 1)
        memory?.deallocate()
    }
}
