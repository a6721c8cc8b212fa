#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How many parts the part that is being made is nested in, and whether the stack has room for another level.
///
/// Making the parts of a graph, a step and the graph's end each go from call to call, once for each level. So what the
/// stack has room for limits the depth. A graph that is deeper would end the process, at a place that names nothing.
///
/// Making a level takes the most stack: in a debug build 3.5 KB for a `when`, where a step takes 0.6 KB. So a graph that
/// was made in three quarters of a stack can run on one of that size. This holds for states and actions of ordinary
/// size: a step copies them once or twice for each level.
struct Nesting {
    /// The depth up to which the stack is not looked at: more than is written by hand, and less than any stack holds.
    private static let assured: Int32 = 32

    private(set) var depth: Int32 = 0

    /// Goes one level deeper; returns false if there is no room.
    mutating func descend() -> Bool {
        depth += 1
        // Looking takes microseconds; the quarter that is kept free has room for the levels between two looks.
        return depth <= Self.assured || depth % 4 != 0 || Stack.hasRoom(atDepth: Int(depth))
    }

    mutating func ascend() { depth -= 1 }
}

/// The stack of the thread that makes a graph.
private enum Stack {
    /// Whether three quarters of a stack are enough for what this thread's holds: the smaller one of this thread's and
    /// a new thread's, on which the graph may run.
    static func hasRoom(atDepth depth: Int) -> Bool {
        let stack = ofThisThread
        let available = (stack.isEmpty ? sizeForNewThreads : min(stack.count, sizeForNewThreads)) / 4 * 3
        var mark = 0
        let here = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
        // Where the place is not to be had: more than a level takes, with sanitizers, too.
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

    /// Empty if it cannot be found out.
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
        /// `pthread_getattr_np`, which the headers hide from Swift.
        ///
        /// Why the cast is sound: this is the function's type in glibc and in musl; nil where it cannot be found.
        private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
            unsafeBitCast($0, to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32).self)
        }
    #endif
}
