import AsyncKit
import Testing

/// A failure that a part of the library has recorded.
struct RecordedFailure: Sendable {
    let text: String
    let line: Int
    let file: String
}

/// Runs `body`, which is expected to fail, and answers the failures in their order.
func failures(
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
        return true
    }
    return recorded.withLock { $0 }
}
