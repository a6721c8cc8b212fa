import AsyncKit
import UnoTesting

/// Erases a channel as it is often done: a task pumps it into a stream that buffers whatever comes.
enum UnboundedPump {
    static func stream(_ channel: AsyncChannel<Int>, _ scenario: Scenario) -> AsyncStream<Int> {
        AsyncStream { continuation in
            let pump = scenario.task("pump") {
                for await element in channel { continuation.yield(element) }
                continuation.finish()
            }
            continuation.onTermination = { _ in pump.cancel() }
        }
    }
}
