internal import Synchronization
internal import UnoAsync

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A misuse that the types cannot rule out.
public struct Diagnostic: Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// Something was sent to a runtime that is shutting down or has ended.
        case shutDown
        /// An action did not fit into the mailbox.
        case mailboxFull
        /// A second view model of the same line got an event while the first is alive and has had one.
        case duplicateViewModel
        /// An effect awaited the end of its own event or of its own runtime.
        case awaitsItself
        /// A `Send` was used after its effect had ended.
        case effectEnded
        /// An action was sent to a stream transformer whose stream had ended.
        case childEnded
        /// A stream transformer has kept the end of its graph waiting.
        case transformerOutlivesActions
        /// Tasks of a graph have kept a `shutdown(.cancel)` waiting, although they are cancelled.
        case tasksOutliveCancellation
        /// An action named a child that was not there: an absent part of the state, or a row that has gone.
        case childMissing
        /// Rows of a collection that share an id.
        case duplicateID
        case negativeDuration
        /// A duration of more than a century.
        case endlessDuration
        /// A clock that wakes before the deadline again and again, or fails to sleep.
        case unreliableClock
        /// Parts are nested in more others than a thread's stack has room for.
        case tooDeep
        /// A capacity below one.
        case invalidCapacity
        /// A body that returns `self` in a type without `interact(_:)`.
        case selfReferringBody
        /// A value was to be modified in a case that it is not in.
        case otherCase
        /// A state machine was asked for a transition that it does not define.
        case undefinedTransition
        /// A nested state machine's result has no way to its parent.
        case resultNotForwarded
    }

    public let kind: Kind
    public let message: String
    /// Where the call was made, if it is known.
    public let fileID: String?
    public let line: UInt?

    init(_ kind: Kind, _ message: String, at site: CallSite? = nil) {
        self.kind = kind
        self.message = message
        self.fileID = site?.fileID
        self.line = site?.line
    }

    public var description: String {
        guard let fileID, let line else { return "UnoArchitecture: \(message)" }
        return "\(fileID):\(line): UnoArchitecture: \(message)"
    }
}

/// Where diagnostics go: by default to standard error, in a test to a recorded issue.
///
/// A graph reports to the hook that was current when the graph was made, each misuse once per call site. An app sets
/// `standard` once, at its start; a test gives a hook to the graphs that it makes:
///
/// ```swift
/// Diagnostics.$local.withValue(Diagnostics { issues.append($0) }) { Runtime(Feature()) }
/// ```
public struct Diagnostics: Sendable {
    /// The hook for the graphs that the current task makes; nil for `standard`.
    @TaskLocal public static var local: Diagnostics?

    private static let standardHook = Locked(standardError)

    /// The hook of the process. At first it writes to standard error.
    public static var standard: Diagnostics {
        get { standardHook.withLock { $0 } }
        set { standardHook.withLock { $0 = newValue } }
    }

    /// The hook that a graph made here and now reports to.
    public static var current: Diagnostics { local ?? standard }

    /// Writes a line to standard error.
    public static let standardError = Diagnostics { diagnostic in
        let line = "\(diagnostic)\n"
        line.withCString { _ = write(2, $0, strlen($0)) }
    }

    public let report: @Sendable (Diagnostic) -> Void

    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) {
        self.report = report
    }
}

/// The diagnostics of one graph, each told once. Lies in the token of the graph's isolation.
@usableFromInline
package struct DiagnosticLog: ~Copyable, Sendable {
    /// Not private: what embeds the log in another file asks for this type.
    struct Key: Hashable {
        let kind: Diagnostic.Kind
        let fileID: String?
        let line: UInt?
        let subject: String?
    }

    private let hook: Diagnostics
    private let told = LockedField<Set<Key>>([])
    /// Whether a part of the graph wants to know where each action was sent from; it says so when it is made.
    let keepsSites = Atomic(false)

    init(_ hook: Diagnostics = .current) {
        self.hook = hook
    }

    /// - Parameter subject: what the report is about, where a call site can have more than one.
    func report(
        _ kind: Diagnostic.Kind,
        _ message: @autoclosure () -> String,
        at site: CallSite?,
        about subject: String? = nil
    ) {
        let key = Key(kind: kind, fileID: site?.fileID, line: site?.line, subject: subject)
        guard told.withLock({ $0.insert(key).inserted }) else { return }
        hook.report(Diagnostic(kind, message(), at: site))
    }
}

// What a program may hold and print. Reflection copies stored properties, and traps at one whose type cannot be copied,
// such as an atomic or a lock; Swift Testing reflects what stands in an expectation that fails. So none of these types
// shows its storage.

extension Mirror {
    /// A mirror without children.
    package static func opaque(_ subject: Any) -> Mirror {
        Mirror(subject, children: EmptyCollection(), displayStyle: .struct)
    }
}
