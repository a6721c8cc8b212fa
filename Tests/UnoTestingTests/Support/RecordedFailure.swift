import AsyncKit
import Testing

/// A failure that a part of the library has recorded.
struct RecordedFailure: Sendable {
    let text: String
    let line: Int
    let file: String
}

/// Runs `body`, which is expected to fail, and returns the failures in their order.
///
/// - Parameter hear: called when a failure has been recorded.
func failures(
    onEach hear: @escaping @Sendable () -> Void = {},
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
) async -> [RecordedFailure] {
    let recorded = Locked<[RecordedFailure]>([])
    await withKnownIssue(isIntermittent: true) {
        await body()
    } matching: { issue in
        recorded.withLock {
            $0.append(
                RecordedFailure(
                    text: issue.comments.map(\.rawValue).joined(separator: "\n"),
                    line: issue.sourceLocation?.line ?? 0,
                    file: issue.sourceLocation?.fileName ?? ""
                )
            )
        }
        hear()
        return true
    }
    return recorded.withLock { $0 }
}
