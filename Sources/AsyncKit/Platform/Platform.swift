#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Functions of the C library.
package enum Platform {
    /// The address of a symbol of the process by its linker name; nil if no loaded library exports it.
    package static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        #if canImport(Darwin)
            // RTLD_DEFAULT
            dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #else
            dlsym(nil, name)
        #endif
    }

    /// A number that identifies the running thread among those that are alive.
    package static var currentThread: UInt {
        // A pointer on Darwin, an integer elsewhere; a word in both cases.
        withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    }

    /// Nanoseconds since the system started, exact to a few milliseconds only; about as cheap as a function call.
    package static var coarseUptime: Int64 {
        #if canImport(Darwin)
            Int64(clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX))
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        #endif
    }

    /// Whether two ranges of memory have the same bytes.
    package static func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        memcmp(left, right, count) == 0
    }

    /// Writes `text` to standard error, unbuffered.
    package static func writeToStandardError(_ text: String) {
        text.withCString { _ = write(2, $0, strlen($0)) }
    }
}
