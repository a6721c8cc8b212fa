/// Runs or combines the left, then the right: of reducers, of middlewares, of ``IO``.
infix operator <> : AdditionPrecedence

/// Plain functions to pass to `lift`.
public enum Lifting {
    /// Returns its argument. Pass it for a parameter that `lift` should leave unchanged.
    @inlinable
    public static func identity<Value>(_ value: Value) -> Value { value }

    /// Ignores its argument. Pass it as `state` for a middleware that reads no state.
    @inlinable
    public static func ignore<Value>(_ value: Value) {}

    /// Converts `Never` to any type. Pass it as `outputAction` for a middleware without outputs.
    @inlinable
    public static func absurd<Value>(_ never: Never) -> Value {}
}
