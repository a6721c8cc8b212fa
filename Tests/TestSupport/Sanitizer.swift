#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Differences in a process that runs under a sanitizer.
public enum Sanitizer {
    /// The factor by which a function's stack may exceed that of an ordinary debug build: the address sanitizer adds
    /// red zones around the variables.
    public static let stackFactor = isLoaded("__asan_init") ? 5 : 1

    /// The factor by which searches are smaller: a sanitizer looks at each access, whatever the seed, and makes each run
    /// several times slower.
    public static let searchDivisor = isLoaded("__asan_init") || isLoaded("__tsan_init") ? 4 : 1

    private static func isLoaded(_ symbol: String) -> Bool {
        dlsym(UnsafeMutableRawPointer(bitPattern: 0), symbol) != nil
    }
}
