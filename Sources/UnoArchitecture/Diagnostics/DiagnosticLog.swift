internal import AsyncKit
internal import Synchronization

/// Reports the diagnostics of one graph, each once. Stored in the token of the graph's isolation.
@usableFromInline
package struct DiagnosticLog: ~Copyable, Sendable {
    /// Not private: a type in another file that stores the log refers to this type.
    struct Key: Hashable {
        let kind: Diagnostic.Kind
        let fileID: String?
        let line: UInt?
        let subject: String?
    }

    private let hook: Diagnostics
    /// The name of the graph's host.
    private let title: String?
    private let told = LockedField<Set<Key>>([])
    /// Whether actions need details: a part of the graph needs their call sites, or the host carries task-local values.
    /// Set when the part or the host is made.
    let keepsDetails = Atomic(false)

    /// A part needs the call sites of actions.
    package func keepDetails() { keepsDetails.store(true, ordering: .relaxed) }

    package init(_ hook: Diagnostics = .current, title: String? = nil) {
        self.hook = hook
        self.title = title
    }

    /// - Parameter subject: distinguishes reports of one kind from one call site.
    package func report(
        _ kind: Diagnostic.Kind,
        _ message: @autoclosure () -> String,
        at site: CallSite?,
        about subject: String? = nil
    ) {
        let key = Key(kind: kind, fileID: site?.fileID, line: site?.line, subject: subject)
        guard told.withLock({ $0.insert(key).inserted }) else { return }
        hook.report(Diagnostic(kind, message(), at: site, in: title))
    }
}
