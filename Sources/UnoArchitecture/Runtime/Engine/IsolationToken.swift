internal import UnoAsync

/// The identity of a graph's isolation, known before the isolation itself is made, and what anybody may touch of it: the
/// ways in, and the diagnostics.
///
/// An actor for the sake of its executor, which is the isolation's unless another one is given. Nothing runs in it.
@usableFromInline
package actor IsolationToken {
    nonisolated let turnLock = AsyncLockStorage()
    nonisolated let visitors = Visitors()
    nonisolated let log = DiagnosticLog()

    package init() {}
}
