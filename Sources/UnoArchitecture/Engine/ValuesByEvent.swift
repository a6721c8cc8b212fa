/// Values by event id. The first one is stored inline, because most graphs have at most one event in flight.
///
/// Complexity: O(1) to update.
struct ValuesByEvent<Value> {
    private var firstID: UInt64 = 0
    private var first: Value?
    private var others: [UInt64: Value] = [:]

    /// Reads and changes the value of `id`, which is absent if it is nil.
    mutating func update<Result>(_ id: UInt64, _ body: (inout Value?) -> Result) -> Result {
        if first != nil {
            if firstID == id { return body(&first) }
            return body(&others[id])
        }
        guard others.isEmpty else { return body(&others[id]) }
        firstID = id
        return body(&first)
    }

}

extension Optional {
    /// The value in place; `value` becomes it if there is none.
    subscript(default value: @autoclosure () -> Wrapped) -> Wrapped {
        _read { yield self ?? value() }
        _modify {
            if case .none = self { self = value() }
            yield &self!
        }
    }
}
