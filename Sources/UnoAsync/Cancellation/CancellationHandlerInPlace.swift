/// Runs `operation` with a cancellation handler, in the isolation of the caller.
///
/// The standard library's `withTaskCancellationHandler` predates SE-0461, so a closure that is passed to it from a
/// `nonisolated(nonsending)` function leaves the caller's actor for the global executor. Callers of one actor would then
/// join a queue in another order than that of their calls, and pay for two switches. A closure that captures an
/// `isolated` parameter stays with it.
@inlinable
package func withCancellationHandlerInPlace<Result>(
    _ operation: () async -> Result,
    onCancel handler: @Sendable () -> Void,
    isolation: isolated (any Actor)? = #isolation
) async -> Result {
    await withTaskCancellationHandler {
        _ = isolation
        return await operation()
    } onCancel: {
        handler()
    }
}
