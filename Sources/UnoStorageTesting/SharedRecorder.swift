internal import AsyncKit
public import UnoArchitecture
public import UnoStorage
internal import UnoTesting
internal import ValueKit

/// A shared value for one test, which asserts each of its changes.
///
/// ```swift
/// let settings = SharedRecorder(Settings())
/// let harness = InteractorTestHarness(Editor(settings: settings.shared))
/// await harness.send(.darkened)
/// settings.expect { $0.isDark = true }
/// ```
///
/// Behavior:
/// - *Exhaustive*: a change that the test does not expect is recorded as an issue by the next `expect` that it does not
///   match, by `finish()`, or when the recorder is released.
/// - *Order*: that of the changes, whichever features made them. No change is skipped.
/// - It may be used from any actor, by one task at a time.
public final class SharedRecorder<Value: Sendable & Equatable>: Sendable {
    private struct State {
        /// The value after the last change that the test has spoken of.
        var known: Value
        /// Changes that the test has not spoken of.
        var rest: [Value] = []
    }

    /// The value, for the features of the test.
    public let shared: Shared<Value>
    private let state: Locked<State>
    private let site: TestSite

    /// Makes a shared value that starts from `value`.
    public init(
        _ value: Value,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        shared = Shared(recording: value)
        state = Locked(State(known: value))
        site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    deinit { tellRest(at: site) }

    /// Records an issue unless the next change of the value is `change`, applied to the value before it.
    public func expect(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ change: (inout Value) -> Void
    ) {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        take()
        let known = state.withLock { $0.known }
        var expected = known
        change(&expected)
        let next: Value? = state.withLock { state in
            guard !state.rest.isEmpty else { return nil }
            state.known = state.rest.removeFirst()
            return state.known
        }
        guard let next else {
            return Failure("The shared \(Value.self) has not changed. It is \(Rendering.of(known))", at: site).record()
        }
        let difference = Difference(expected: expected, actual: next)
        guard !difference.isEmpty else { return }
        Failure(
            "The change of the shared \(Value.self) is not what the test says:\n\(difference.text(whole: "the value"))",
            at: site
        ).record()
    }

    /// Records an issue for each change that the test has not spoken of.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        tellRest(at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    private func take() {
        let new = shared.takeRecord()
        state.withLock { $0.rest += new }
    }

    private func tellRest(at site: TestSite) {
        take()
        let (known, rest) = state.withLock { state in
            defer { (state.known, state.rest) = (state.rest.last ?? state.known, []) }
            return (state.known, state.rest)
        }
        var before = known
        for value in rest {
            let changes = Difference.indented(from: before, to: value)
            Failure("The shared \(Value.self) changed, and the test does not say so:\(changes)", at: site).record()
            before = value
        }
    }
}

extension SharedRecorder: CustomReflectable, OpaquelyReflected {}
