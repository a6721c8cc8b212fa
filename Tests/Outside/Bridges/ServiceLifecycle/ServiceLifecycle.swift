import Logging
import Synchronization
import UnixSignals

// Stand-ins with the signatures of swift-service-lifecycle that the article uses, so that its code is checked without a
// dependency.

public protocol Service: Sendable {
    func run() async throws
}

/// Runs the services, without listening to signals.
public actor ServiceGroup: Service {
    private let services: [any Service]
    private let manager = GracefulShutdownManager()

    public init(
        services: [any Service],
        gracefulShutdownSignals: [UnixSignal] = [],
        cancellationSignals: [UnixSignal] = [],
        logger: Logger
    ) {
        self.services = services
    }

    public func run() async throws {
        try await GracefulShutdownManager.$current.withValue(manager) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for service in services { group.addTask { try await service.run() } }
                try await group.waitForAll()
            }
        }
    }

    public func triggerGracefulShutdown() async { manager.shutDown() }
}

final class GracefulShutdownManager: Sendable {
    @TaskLocal static var current: GracefulShutdownManager?

    private let handlers = Mutex<[@Sendable () -> Void]?>([])

    func shutDown() {
        for handler in handlers.withLock({ $0.take() }) ?? [] { handler() }
    }

    func onShutdown(_ handler: @escaping @Sendable () -> Void) {
        let isOver = handlers.withLock { handlers in
            handlers?.append(handler)
            return handlers == nil
        }
        if isOver { handler() }
    }
}

public func cancelWhenGracefulShutdown<T: Sendable>(
    _ operation: @Sendable @escaping () async throws -> T
) async rethrows -> T {
    // As in the package, an operation that ends by itself ends the wait.
    let task = Task { try await operation() }
    GracefulShutdownManager.current?.onShutdown { task.cancel() }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}
