internal import AsyncKit
internal import Synchronization

/// A misuse that the type system cannot rule out.
public struct Diagnostic: Sendable, CustomStringConvertible {
    /// The kinds of misuse that are reported.
    public enum Kind: Sendable, Hashable {
        /// Something was sent to a runtime that is shutting down or has ended.
        case shutDown
        /// An action did not fit into the mailbox.
        case mailboxFull
        /// A group of runtimes refused a call, because it has as many keys as it may have.
        case groupFull
        /// A second view model made by one line received an event while the first is alive and has received one.
        case duplicateViewModel
        /// An effect awaited the end of its own event or of its own runtime.
        case awaitsItself
        /// A `Send` was used after its effect had ended.
        case effectEnded
        /// An action was sent to a stream transformer whose stream had ended.
        case childEnded
        /// A stream transformer delayed the end of its graph.
        case transformerOutlivesActions
        /// Cancelled tasks of a graph did not end, and delayed `shutdown(.cancel)`.
        case tasksOutliveCancellation
        /// An action addressed a child that did not exist: an absent part of the state, or a removed row.
        case childMissing
        /// A feature that no parent presents asked to be dismissed.
        case notPresented
        /// Rows of a collection share an id, or an ``IdentifiedArray`` was given an element whose id is taken.
        case duplicateID
        /// The id of an effect or of an element, or the key of a group, is not equal to itself, as `Double.nan` is not.
        case unequalID
        /// A duration below zero.
        case negativeDuration
        /// A duration of more than a century.
        case endlessDuration
        /// A clock repeatedly woke before the deadline, or failed to sleep.
        case unreliableClock
        /// Parts are nested too deeply for a thread's stack.
        case tooDeep
        /// A capacity below one.
        case invalidCapacity
        /// A part brings an initial value, and a part before it another one, with which their scope starts.
        case ignoredInitialValue
        /// A body that returns `self` in a type without `interact(_:)`.
        case selfReferringBody
        /// A synchronous step was asked of an interactor that has a part which only a graph can run.
        case needsGraph
        /// An enum value was to be modified in a case other than its current one.
        case otherCase
        /// A state machine was asked for a transition that it does not define.
        case undefinedTransition
        /// The runtime has so many effects under way that it takes no further action.
        case effectLimit
        /// A subscriber or a stream transformer has kept the runtime waiting for too long.
        case stalled
        /// A handler changed the state, emitted nothing, and did not say that it means that; in debug builds only.
        case unshownChange
        /// A control changed a field, and no part of the feature carries such changes out; in debug builds only.
        case unhandledBinding
        /// Shared values are copied to places of the state that overlap, so that each copy overwrites another one.
        case copiesOverlap
        /// A nested state machine returned a result that its parent does not forward.
        case resultNotForwarded
        /// A function of a dependency was called that is not provided.
        case unprovided
        /// A shared value was updated within an update of the same value.
        case nestedUpdate
        /// The storage of a shared value holds something that is no value.
        case storageDamaged
        /// The storage of a shared value cannot be read, so nothing is written to it.
        case storageUnreadable
        /// A shared value could not be saved.
        case storageFailed
        /// A trace cannot be written any more; see `TraceObserver`.
        case traceFailed
    }

    /// The kind of misuse.
    public let kind: Kind
    /// What happened and what to do about it, in one sentence.
    public let message: String
    /// Where the call was made, if known.
    public let fileID: String?
    /// The line of the call, if known.
    public let line: UInt?

    /// The name of the runtime, and its number among the runtimes of the process, if it was given a name.
    public let runtime: String?

    package init(_ kind: Kind, _ message: String, at site: CallSite? = nil, in runtime: String? = nil) {
        self.kind = kind
        self.message = message
        self.runtime = runtime
        self.fileID = site?.fileID
        self.line = site?.line
    }

    /// The call site, if known, the runtime, if it has a name, and the message.
    public var description: String {
        let text = "UnoArchitecture: \(runtime.map { "[\($0)] " } ?? "")\(message)"
        guard let fileID, let line else { return text }
        return "\(fileID):\(line): \(text)"
    }
}

/// A hook for diagnostics: by default it writes to standard error; in a test it can record an issue.
///
/// A graph reports each misuse once per call site, to the hook that was current when the graph was made. An app sets
/// `standard` once, when it starts; a test gives a hook to the graphs that it makes:
///
/// ```swift
/// Diagnostics.$local.withValue(Diagnostics { issues.append($0) }) { Runtime(Feature()) }
/// ```
public struct Diagnostics: Sendable {
    /// The hook for the graphs that the current task makes; nil for `standard`.
    @TaskLocal public static var local: Diagnostics?

    private static let standardHook = Locked(standardError)

    /// The hook of the process; initially ``standardError``.
    public static var standard: Diagnostics {
        get { standardHook.withLock { $0 } }
        set { standardHook.withLock { $0 = newValue } }
    }

    /// The hook of a graph that is made in the current task: `local`, otherwise `standard`.
    public static var current: Diagnostics { local ?? standard }

    /// Writes each diagnostic as a line to standard error.
    public static let standardError = Diagnostics { diagnostic in
        Platform.writeToStandardError("\(diagnostic)\n")
    }

    /// Receives each diagnostic. Called on any thread.
    public let report: @Sendable (Diagnostic) -> Void

    /// Creates a hook that passes diagnostics to `report`.
    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) {
        self.report = report
    }
}

// For types that a program may print. Reflection copies stored properties and traps at a noncopyable one, such as an
// atomic or a lock; Swift Testing reflects the values of a failing expectation. So these types hide their storage.

/// A type whose mirror has no children, so that reflection, as in `dump` or a failed expectation, does not touch its storage.
package protocol OpaquelyReflected: CustomReflectable {}

extension OpaquelyReflected {
    /// A mirror without children, so that reflection does not touch the storage.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection(), displayStyle: .struct) }
}
