import AsyncKit

/// Differences in a process that runs under a sanitizer.
public enum Sanitizer {
    /// The factor by which a function's stack may exceed that of an ordinary debug build: the address sanitizer adds
    /// red zones around the variables, the thread sanitizer what it is called with.
    public static let stackFactor =
        Platform.symbol("__asan_init") != nil ? 5 : Platform.symbol("__tsan_init") != nil ? 2 : 1

    /// Whether no sanitizer runs. Tests that only start compilers are left out beside one: it does not look into them.
    public static let isAbsent = Platform.symbol("__asan_init") == nil && Platform.symbol("__tsan_init") == nil
}
