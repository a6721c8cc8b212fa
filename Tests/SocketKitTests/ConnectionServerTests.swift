import Foundation
import Synchronization
import TestSupport
import Testing
import UnoTesting

@testable import SocketKit

@Suite("A server of connections", .timeLimit(.hang))
struct ConnectionServerTests {
    @Test func `waits no longer for a client that is accepted while it ends than for any other`() async throws {
        let calls = Atomic(0)
        // Short of descriptors at first, so that the client waits in the queue until the server has been told to stop.
        let listener = try Listener(at: .port(0)) { descriptor in
            calls.add(1, ordering: .relaxed).oldValue == 0 ? -EMFILE : systemAccept(descriptor)
        }
        let client = try listener.address.connect()
        let clock = TestClock()
        let server = ConnectionServer(limits: .init(), clock: clock, report: { _ in })
        let (stop, endings) = (AsyncStream.makeStream(of: Never.self), Record<Connection.Ending?>())
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }) {
                endings.append($0.ending)
                while await $0.read() != nil {}
                await $0.close()
            }
        }
        // The look at the connections' times, and the pause in accepting.
        await clock.waitForSleepers(2)
        stop.continuation.finish()
        // The time that the end may take.
        await clock.waitForSleepers(3)
        clock.advance(by: .milliseconds(10))
        try await running.value
        #expect(endings.elements == [.stopped])
        #expect(await client.read() == nil)
        #expect(clock.sleeperCount == 0, "it has waited for the end, and waits no more")
    }

    @Test("closes a connection that has been served, also where `serve` has not")
    func forgottenConnection() async throws {
        let listener = try Listener(at: .port(0))
        let client = try listener.address.connect()
        let server = ConnectionServer(limits: .init(), clock: TestClock(), report: { _ in })
        let (stop, served) = (AsyncStream.makeStream(of: Never.self), Record<Connection>())
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }) {
                served.append($0)
            }
        }
        #expect(await client.read() == nil)
        stop.continuation.finish()
        try await running.value
        #expect(served.elements.count == 1 && server.connectionCount == 0)
    }

    @Test func `ends when its own task is cancelled`() async throws {
        let listener = try Listener(at: .port(0))
        let server = ConnectionServer(limits: .init(), clock: TestClock(), report: { _ in })
        let stop = AsyncStream.makeStream(of: Never.self)
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }) {
                await $0.close()
            }
        }
        running.cancel()
        _ = await running.result
        #expect(server.isStopped)
        stop.continuation.finish()
    }

    @Test("cancels the tasks of its connections after three quarters of the time that its end may take")
    func cancellation() async throws {
        let listener = try Listener(at: .port(0))
        let client = try listener.address.connect()
        let clock = TestClock()
        let server = ConnectionServer(limits: .init(), clock: clock, report: { _ in })
        let stop = AsyncStream.makeStream(of: Never.self)
        let (served, never) = (Record<Void>(), Record<Void>())
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }) {
                served.append(())
                // Until the task is cancelled.
                await never.waitFor(1)
                await $0.close()
            }
        }
        await served.waitFor(1)
        // The look at the connections' times.
        await clock.waitForSleepers(1)
        stop.continuation.finish()
        await clock.waitForSleepers(2)
        // The next look is at 1,100 milliseconds.
        clock.advance(by: .milliseconds(600))
        await clock.waitForSleepers(2)
        #expect(clock.nextDeadline?.offset == .milliseconds(750))
        clock.advance(by: .seconds(1))
        try await running.value
        #expect(await client.read() == nil)
    }

    @Test func `cuts at its limit what is written to a client that does not read`() async throws {
        let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
        let listener = try address.listen()
        let client = try listener.address.connect()
        let clock = TestClock()
        let server = ConnectionServer(limits: .init(), clock: clock, report: { _ in })
        let stop = AsyncStream.makeStream(of: Never.self)
        let (served, ends) = (Record<Void>(), Record<Bool>())
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }) {
                served.append(())
                ends.append((try? await $0.write(String(repeating: "x", count: 16 << 20))) == nil)
                await $0.close()
            }
        }
        await served.waitFor(1)
        // The look at the connections' times.
        await clock.waitForSleepers(1)
        stop.continuation.finish()
        for milliseconds in [750, 250] {
            await clock.waitForSleepers(2)
            #expect(ends.elements.isEmpty)
            clock.advance(by: .milliseconds(milliseconds))
        }
        try await running.value
        #expect(await ends.waitFor(1) == [true])
        withExtendedLifetime(client) {}
    }
}
