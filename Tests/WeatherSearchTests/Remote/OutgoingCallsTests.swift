import Foundation
import SocketKit
import TestSupport
import Testing
import UnoTesting

@testable import WeatherSearch

@Suite("The calls to another process", .timeLimit(.hang))
struct OutgoingCallsTests {
    @Test(arguments: [false, true]) func `A cancelled call ends at once, without its reply`(beforeCall: Bool) throws {
        let (socket, other) = try Socket.pair()
        let (calls, ends) = (OutgoingCalls(FrameConnection(socket)), Record<String>())
        let surroundings = ControlledExecutor()
        defer { surroundings.runFreely() }
        let task = surroundings.task {
            if beforeCall { withUnsafeCurrentTask { $0?.cancel() } }
            do {
                _ = try await calls.call {
                    CallMessage(number: $0, actor: 1, target: "echo", generics: [], arguments: [])
                }
                ends.append("a reply")
            } catch { ends.append("\(type(of: error))") }
        }
        surroundings.runUntilIdle()
        #expect(ends.elements == (beforeCall ? ["CancellationError"] : []))
        task.cancel()
        surroundings.runUntilIdle()
        #expect(ends.elements == ["CancellationError"])
        withExtendedLifetime(other) {}
    }

    @Test func `A call that is too long for a frame fails, and is not sent`() async throws {
        let (socket, other) = try Socket.pair()
        let calls = OutgoingCalls(FrameConnection(socket, limit: 10))
        await #expect(throws: FrameError.self) {
            _ = try await calls.call { CallMessage(number: $0, actor: 1, target: "echo", generics: [], arguments: []) }
        }
        withExtendedLifetime(other) {}
    }
}
