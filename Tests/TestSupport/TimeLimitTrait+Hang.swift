package import Testing

extension TimeLimitTrait.Duration {
    /// The time after which a test is considered to hang.
    ///
    /// The limit of every suite that waits. All tests start at once and take turns, so the limit must cover the whole
    /// run, however short a single test is. With the thread sanitizer a run takes minutes on two idle cores, and three times as
    /// long on busy ones.
    package static var hang: Self { .minutes(20) }
}
