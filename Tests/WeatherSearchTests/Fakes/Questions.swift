import Synchronization

/// The questions that a fake is asked, for the test to take and answer one after the other.
final class Questions<Subject: Sendable, Answer: Sendable>: Sendable {
    private let arrivals = AsyncStream<Question<Subject, Answer>>.makeStream()
    private let asked = Mutex<[Subject]>([])

    /// What has been asked so far.
    var subjects: [Subject] { asked.withLock { $0 } }

    /// Waits for the next question; throws if the test is cancelled, as when its time is up.
    func next() async throws -> Question<Subject, Answer> {
        var iterator = arrivals.stream.makeAsyncIterator()
        guard let question = await iterator.next() else { throw CancellationError() }
        return question
    }

    /// For the fake: asks, and waits for the answer.
    func ask(_ subject: Subject) async throws -> Answer {
        let question = Question<Subject, Answer>(subject)
        asked.withLock { $0.append(subject) }
        arrivals.continuation.yield(question)
        return try await question.ask()
    }
}
