/// An optional value in memory of its own.
///
/// A pointer and a flag, whatever the value is: unspecialised generic code handles it without looking up the layout of another
/// type.
///
/// `@unchecked Sendable` is sound because the value is `Sendable` and the memory has a single owner, which cannot be copied.
@usableFromInline
struct LatestValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var memory: UnsafeMutablePointer<Value>?
    /// Whether the memory holds a value; otherwise it is kept for the next one.
    @usableFromInline var isFilled = false

    @inlinable
    init() {}

    @inlinable
    var value: Value? { isFilled ? memory!.pointee : nil }

    /// Exchanges the value, which must exist, with `value`.
    @inlinable @inline(__always)
    mutating func exchange(with value: inout Value) { swap(&memory!.pointee, &value) }

    /// Stores a value where there is none.
    @inlinable
    mutating func begin(with value: Value) {
        guard !isFilled else { fatalError("begin: there is a value already") }
        let memory = memory ?? .allocate(capacity: 1)
        memory.initialize(to: value)
        self.memory = memory
        isFilled = true
    }

    /// Moves the value out, if there is one, and keeps the memory.
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
