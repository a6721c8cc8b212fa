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
    public static let stackFactor = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") == nil ? 1 : 5
}
