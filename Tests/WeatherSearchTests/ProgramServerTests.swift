import Foundation
import SocketKit
import TestSupport
import Testing
import UnoTesting

@testable import WeatherSearch

@Suite("Asking a server for its status", .timeLimit(.hang))
struct ProgramServerTests {
    private let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")

    /// Answers one connection with `text`, and closes it.
    private func answer(_ text: String, at listener: Listener) -> Task<Void, any Error> {
        Task {
            let socket = try await listener.accept(on: TestClock(), shortage: { _ in })
            #expect(await socket?.read().map { String(decoding: $0, as: UTF8.self) } == ":status\n")
            if !text.isEmpty { _ = try socket?.writeNow(text) }
        }
    }

    @Test func `fails where no server listens, and where one closes without an answer`() async throws {
        await #expect(throws: ServerUnavailable.self) { try await Program.printStatus(of: address, clock: TestClock()) }
        let listener = try address.listen()
        defer { listener.close() }
        let answer = answer("", at: listener)
        await #expect(throws: ServerUnavailable.self) { try await Program.printStatus(of: address, clock: TestClock()) }
        try await answer.value
    }

    @Test func `tells an answer without an end from none`() async throws {
        let listener = try address.listen()
        defer { listener.close() }
        let answer = answer("! what is no status\n", at: listener)
        #expect(try await Program.printStatus(of: address, clock: TestClock()) == .protocolError)
        try await answer.value
    }
}
