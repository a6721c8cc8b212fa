import AsyncKit
import Testing
import UnoTesting

/// A failure that a part of the library has recorded.
package struct RecordedFailure: Sendable, Equatable {
    package let text: String
    package let line: Int
    package let file: String
}

/// Runs `body`, which is expected to fail, and returns the failures in their order. None of them is an issue of the test.
///
/// - Parameter hear: called when a failure has been recorded.
package func failures(
    onEach hear: @escaping @Sendable () -> Void = {}, isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
) async -> [RecordedFailure] {
    let recorded = Locked<[RecordedFailure]>([])
    let expectation = { @Sendable (message: String, location: SourceLocation) in
        recorded.withLock { $0.append(RecordedFailure(text: message, line: location.line, file: location.fileName)) }
        hear()
    }
    await Failure.$expectation.withValue(expectation) {
        // Captured, so that the closure runs where the caller does.
        _ = isolation
        await body()
        // A view model's harness that is released on another thread tells what is left in a task of the main actor.
        await Task { @MainActor in }.value
    }
    return recorded.withLock { $0 }
}
