// The names are Apple's.
// swift-format-ignore-file

// A stand-in for Apple's C library, so that Linux type-checks what is compiled where there is Darwin: the declarations of
// Glibc, with those that Apple declares with other types in their place. `.ci/apple` compiles it; nothing links it.

@_exported import Glibc

public var TIOCGWINSZ: UInt { 0x4008_7468 }

public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { fatalError() }

public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { fatalError() }

public var CLOCK_UPTIME_RAW_APPROX: clockid_t { 9 }
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }
