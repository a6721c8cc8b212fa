import Foundation
import Synchronization
import TestSupport
import Testing
import UnoTesting

@testable import SocketKit

@Suite("A server of connections", .timeLimit(.hang))
struct ConnectionServerTests {
    /// A server that runs until a test stops it, and then ends within a second of its clock.
    private struct Running {
        let clock = TestClock()
        let server: ConnectionServer
        let task: Task<Void, any Error>
        private let end = AsyncStream.makeStream(of: Never.self)

        init(on listener: Listener, serve: @escaping @Sendable (Connection) async -> Void) {
            let server = ConnectionServer(limits: .init(), clock: clock, report: { _ in })
            self.server = server
            task = Task { [stream = end.stream] in
                try await server.run(
                    on: listener, endingWithin: .seconds(1), until: { for await _ in stream {} }, serve: serve)
            }
        }

        func stop() { end.continuation.finish() }
    }

    @Test func `waits no longer for a client that is accepted while it ends than for any other`() async throws {
        let calls = Atomic(0)
        // Short of descriptors at first, so that the client waits in the queue until the server has been told to stop.
        let listener = try Listener(at: .port(0)) { descriptor in
            calls.add(1, ordering: .relaxed).oldValue == 0 ? -EMFILE : systemAccept(descriptor)
        }
        let client = try listener.address.connect()
        let endings = Record<Connection.Ending?>()
        let running = Running(on: listener) {
            endings.append($0.ending)
            while await $0.read() != nil {}
            await $0.close()
        }
        let clock = running.clock
        // The look at the connections' times, and the pause in accepting.
        await clock.waitForSleepers(2)
        running.stop()
        // The time that the end may take.
        await clock.waitForSleepers(3)
        clock.advance(by: .milliseconds(10))
        try await running.task.value
        #expect(endings.elements == [.stopped])
        #expect(await client.read() == nil)
        #expect(clock.sleeperCount == 0, "it has waited for the end, and waits no more")
    }

    @Test("closes a connection that has been served, also where `serve` has not")
    func forgottenConnection() async throws {
        let listener = try Listener(at: .port(0))
        let client = try listener.address.connect()
        let served = Record<Connection>()
        let running = Running(on: listener) { served.append($0) }
        #expect(await client.read() == nil)
        running.stop()
        try await running.task.value
        #expect(served.elements.count == 1 && running.server.connectionCount == 0)
    }

    @Test func `ends when its own task is cancelled`() async throws {
        let running = Running(on: try Listener(at: .port(0))) { await $0.close() }
        running.task.cancel()
        _ = await running.task.result
        #expect(running.server.isStopped)
        running.stop()
    }

    @Test("cancels the tasks of its connections after three quarters of the time that its end may take")
    func cancellation() async throws {
        let listener = try Listener(at: .port(0))
        let client = try listener.address.connect()
        let (served, never) = (Record<Void>(), Record<Void>())
        let running = Running(on: listener) {
            served.append(())
            // Until the task is cancelled.
            await never.waitFor(1)
            await $0.close()
        }
        let clock = running.clock
        await served.waitFor(1)
        // The look at the connections' times.
        await clock.waitForSleepers(1)
        running.stop()
        await clock.waitForSleepers(2)
        // The next look is at 1,100 milliseconds.
        clock.advance(by: .milliseconds(600))
        await clock.waitForSleepers(2)
        #expect(clock.nextDeadline?.offset == .milliseconds(750))
        clock.advance(by: .seconds(1))
        try await running.task.value
        #expect(await client.read() == nil)
    }

    @Test func `cuts at its limit what is written to a client that does not read`() async throws {
        let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
        let listener = try address.listen()
        let client = try listener.address.connect()
        let (served, ends) = (Record<Void>(), Record<Bool>())
        let running = Running(on: listener) {
            served.append(())
            ends.append((try? await $0.write(String(repeating: "x", count: 16 << 20))) == nil)
            await $0.close()
        }
        let clock = running.clock
        await served.waitFor(1)
        // The look at the connections' times.
        await clock.waitForSleepers(1)
        running.stop()
        for milliseconds in [750, 250] {
            await clock.waitForSleepers(2)
            #expect(ends.elements.isEmpty)
            clock.advance(by: .milliseconds(milliseconds))
        }
        try await running.task.value
        #expect(await ends.waitFor(1) == [true])
        withExtendedLifetime(client) {}
    }
}
