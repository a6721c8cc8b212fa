package import Testing

extension TimeLimitTrait.Duration {
    /// After this time a test hangs: it waits for what will not come.
    ///
    /// The limit of every suite that waits. All tests begin at once and take turns, so each has to be given the time of the
    /// whole run, however short its own is. With the thread sanitizer that is three minutes on two idle cores, and five and
    /// a half where others work, too.
    package static var hang: Self { .minutes(10) }
}
