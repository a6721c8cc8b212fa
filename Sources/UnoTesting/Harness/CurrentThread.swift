#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A number of the running thread, which no other has while it lives.
func currentThread() -> UInt {
    // A pointer on Darwin, an integer elsewhere; a word in both cases.
    withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
}
