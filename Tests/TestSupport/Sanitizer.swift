#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is different in a process that a sanitizer watches.
public enum Sanitizer {
    /// How many times the stack of an ordinary debug build a function may take: the address sanitizer keeps red zones around
    /// the variables of each.
    public static let stackFactor = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") == nil ? 1 : 5
}
