#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The stack of the current thread, which makes the graph.
package enum Stack {
    /// Whether the stack used so far fits into so many eighths of the smaller of two stacks: this thread's, and that of
    /// a new thread, on which the graph may run.
    package static func hasRoom(atDepth depth: Int, eighths: Int) -> Bool {
        let stack = ofThisThread
        let available = (stack.isEmpty ? sizeForNewThreads : min(stack.count, sizeForNewThreads)) / 8 * eighths
        var mark = 0
        let here = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
        // The stack's bounds are unknown: assume 8 KB per level, more than a level takes even with sanitizers.
        guard stack.contains(here) else { return depth * 8_192 <= available }
        return stack.upperBound - here <= UInt(available)
    }

    private static let sizeForNewThreads: Int = {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return 0 }
        defer { pthread_attr_destroy(&attributes) }
        var size = 0
        return pthread_attr_getstacksize(&attributes, &size) == 0 ? size : 0
    }()

    /// The address range of the stack; empty if unknown.
    private static var ofThisThread: Range<UInt> {
        #if canImport(Darwin)
            let end = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
            return end - UInt(pthread_get_stacksize_np(pthread_self()))..<end
        #else
            var attributes = pthread_attr_t()
            guard let getAttributes, getAttributes(pthread_self(), &attributes) == 0 else { return 0..<0 }
            defer { pthread_attr_destroy(&attributes) }
            var (start, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
            guard pthread_attr_getstack(&attributes, &start, &size) == 0 else { return 0..<0 }
            return UInt(bitPattern: start)..<UInt(bitPattern: start) &+ UInt(size)
        #endif
    }

    #if !canImport(Darwin)
        /// `pthread_getattr_np`, which the headers hide from Swift; nil if the symbol is not found.
        ///
        /// Why the cast is sound: the function has this type in glibc and in musl.
        private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
            unsafeBitCast($0, to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32).self)
        }
    #endif
}
