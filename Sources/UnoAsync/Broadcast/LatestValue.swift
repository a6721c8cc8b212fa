/// The value that was published last, if there is one, in memory of its own.
///
/// A pointer and a flag, whatever the value is: generic code that is not specialised handles it without asking the run time for
/// the layout of another type.
///
/// `@unchecked Sendable` holds as the value is `Sendable` and the memory belongs to this alone, which cannot be copied.
@usableFromInline
struct LatestValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var memory: UnsafeMutablePointer<Value>?
    /// Whether there is a value in the memory, which is kept for the next one.
    @usableFromInline var isFilled = false

    @inlinable
    init() {}

    @inlinable
    var value: Value? { isFilled ? memory!.pointee : nil }

    /// Puts `value` into the place of the one that there is and that one into its place. Requires that there is one.
    @inlinable @inline(__always)
    mutating func exchange(with value: inout Value) { swap(&memory!.pointee, &value) }

    /// Keeps a value where there is none.
    @inlinable
    mutating func begin(with value: Value) {
        guard !isFilled else { fatalError("begin: there is a value already") }
        let memory = memory ?? .allocate(capacity: 1)
        memory.initialize(to: value)
        self.memory = memory
        isFilled = true
    }

    /// Gives the value away, if there is one, and keeps the memory.
    @inlinable
    mutating func take() -> Value? {
        guard isFilled else { return nil }
        isFilled = false
        return memory!.move()
    }

    @inlinable
    deinit {
        if isFilled { memory?.deinitialize(count: 1) }
        memory?.deallocate()
    }
}
