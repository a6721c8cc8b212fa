import AsyncKit

/// Differences in a process that runs under a sanitizer.
public enum Sanitizer {
    /// The factor by which a function's stack may exceed that of an ordinary debug build: the address sanitizer adds
    /// red zones around the variables.
    public static let stackFactor = Platform.symbol("__asan_init") != nil ? 5 : 1
}
