import Synchronization

/// A question that a fake was asked and the test answers.
///
/// The asker does not give up when it is cancelled, as a stubborn service would not: only `answer(_:)` ends the
/// asking, and the test sees the cancellation.
final class Question<Subject: Sendable, Answer: Sendable>: Sendable {
    private enum State {
        /// Then `awaited` or `answered`.
        case open
        /// Then `answered`.
        case awaited(CheckedContinuation<Answer, any Error>)
        case answered(Result<Answer, any Error>)
    }

    let subject: Subject
    private let state = Mutex(State.open)
    private let cancellation = AsyncStream<Never>.makeStream()

    init(_ subject: Subject) { self.subject = subject }

    /// For the fake: waits for the answer.
    func ask() async throws -> Answer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { asker in
                let answer: Result<Answer, any Error>? = state.withLock { state in
                    if case .answered(let answer) = state { return answer }
                    state = .awaited(asker)
                    return nil
                }
                if let answer { asker.resume(with: answer) }
            }
        } onCancel: {
            cancellation.continuation.finish()
        }
    }

    func answer(_ answer: Answer) { settle(.success(answer)) }

    func fail(_ error: any Error) { settle(.failure(error)) }

    /// Returns when the task that asks has been cancelled.
    func waitUntilCancelled() async { for await _ in cancellation.stream {} }

    private func settle(_ answer: Result<Answer, any Error>) {
        let asker: CheckedContinuation<Answer, any Error>? = state.withLock { state in
            defer { state = .answered(answer) }
            if case .awaited(let asker) = state { return asker }
            return nil
        }
        asker?.resume(with: answer)
    }
}
