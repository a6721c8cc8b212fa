/// Runs or combines the left, then the right: of reducers, of middlewares, of ``IO``.
infix operator <> : AdditionPrecedence

/// Its argument: for an axis that a lift leaves as it is.
@inlinable
public func identity<Value>(_ value: Value) -> Value { value }

/// Nothing, whatever it is given: the way to the state of a middleware that has none.
@inlinable
public func ignore<Value>(_ value: Value) {}

/// From what cannot be, anything: the way of the outputs of a middleware that has none.
@inlinable
public func absurd<Value>(_ never: Never) -> Value {}
