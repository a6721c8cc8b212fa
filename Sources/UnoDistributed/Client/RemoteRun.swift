internal import AsyncKit
internal import UnoArchitecture

/// The two streams of one ``Interactors/Remote``.
final class RemoteRun<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    private let session: RemoteSession<State, Action>
    private let reader: RemoteReader<State, Action>
    private let task = Locked(Task<Void, Never>?.none)

    init(_ session: RemoteSession<State, Action>, _ policy: SubscriptionPolicy) {
        self.session = session
        reader = RemoteReader(session.storage, policy)
    }

    deinit { cancel() }

    func start(_ upstream: AsyncStream<Action>) {
        let task = Task(executorPreference: session.storage.executor) { [session, reader] in
            var events = Deque<RemoteEvent>()
            for await action in upstream {
                events.append(await session.storage.enqueue(action))
                if events.count > 256 { _ = events.popFirst() }
            }
            // After the end of an event, its states are there for the reader.
            while let event = events.popFirst(), !Task.isCancelled { _ = await session.storage.waitUntilOver(event) }
            if !Task.isCancelled { await reader.finish() }
        }
        self.task.withLock { $0 = task }
    }

    func next() async -> State? { await reader.next()?.state }

    func cancel() {
        task.withLock { $0.take() }?.cancel()
        reader.cancel()
    }
}
