/// The executor that the running task prefers, for a task that is to work beside it and that does not inherit it.
///
/// Nil without a preference, and on systems that cannot tell.
@usableFromInline
func currentTaskExecutor() -> (any TaskExecutor)? {
    guard #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) else { return nil }
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}
