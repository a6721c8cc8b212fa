#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Counts, for each thread, how often `undefined` was asked for.
///
/// A transition is a pair of optionals, which has no room to say that it is undefined. But it is made synchronously:
/// if the thread's count has changed meanwhile, it was asked for. Kept as the thread's own value of a key, so nothing is
/// shared and nothing allocated.
@usableFromInline
enum UndefinedTransition {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else {
            fatalError("The process has no thread-specific key left")
        }
        return key
    }()

    @usableFromInline
    static var notesOnThisThread: UInt { UInt(bitPattern: pthread_getspecific(key)) }

    static func note() {
        // Never nil, which would be the count of zero; the bits are never used as an address.
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: notesOnThisThread &+ 1))
    }
}
