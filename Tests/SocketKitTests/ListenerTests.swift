import Foundation
import Synchronization
import TestSupport
import Testing
import UnoTesting

@testable import SocketKit

@Suite("A listening socket", .timeLimit(.hang))
struct ListenerTests {
    private let path = NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))"
    private var address: ServerAddress { .path(path) }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    @Test func `does not replace what is no socket, and names it`() throws {
        let target = path + "-target"
        for (kind, make) in [
            ("a regular file", { #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8))) }),
            ("a directory", { #expect(mkdir(path, 0o700) == 0) }),
            ("a symbolic link", { #expect(symlink(target, path) == 0) }),
            ("something other than a socket", { #expect(mkfifo(path, 0o600) == 0) }),
        ] {
            make()
            let error = #expect(throws: Listener.Obstacle.self) { try address.listen() }
            #expect(error?.description == "\(path): there is \(kind), which is not replaced")
            #expect(exists(path))
            try FileManager.default.removeItem(atPath: path)
        }
        // What a link leads to is not touched, either.
        #expect(FileManager.default.createFile(atPath: target, contents: nil))
        #expect(symlink(target, path) == 0)
        #expect(throws: Listener.Obstacle.self) { try address.listen() }
        #expect(exists(target))
        unlink(path)
        unlink(target)
    }

    @Test func `does not replace a socket that a server listens on, even if its queue is full`() throws {
        let listener = try address.listen()
        #expect(throws: Listener.Obstacle.server(address)) { try address.listen() }
        #if os(Linux)
            // Nobody accepts, so the queue fills, and an attempt says so without waiting.
            var count = 0
            while count < 100_000, try address.attempt() == 0 { count += 1 }
            #expect(try address.attempt() == EAGAIN)
        #endif
        #expect(throws: Listener.Obstacle.server(address)) { try address.listen() }
        listener.close()
    }

    @Test func `replaces a socket that a server has left behind, and removes its own and no other`() throws {
        let dead = try address.makeSocket()
        try address.bind(dead)
        dead.close()
        #expect(exists(path))
        let listener = try address.listen()
        _ = try address.connect()
        listener.close()
        #expect(!exists(path))

        let displaced = try address.listen()
        unlink(path)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        displaced.close()
        #expect(exists(path))
        unlink(path)
    }

    @Test func `that is closed refuses connections, also where its path has become another one`() throws {
        let (listener, moved) = (try address.listen(), ServerAddress.path(path + "-moved"))
        #expect(rename(path, path + "-moved") == 0)
        _ = try moved.connect()
        listener.close()
        #expect(throws: Socket.Failure.self) { try moved.connect() }
        unlink(path + "-moved")
        withExtendedLifetime(listener) {}
    }

    @Test("takes the port of a closed one at once, although the last connection has kept it for a while")
    func portAgain() async throws {
        let former = try ServerAddress.port(0).listen()
        let client = try former.address.connect()
        // The side that closes first keeps the port.
        try await former.accept(on: TestClock(), shortage: { _ in })?.close()
        #expect(await client.read() == nil)
        client.close()
        former.close()
        let next = try former.address.listen()
        #expect(next.address == former.address)
    }

    @Test func `that cannot be bound names its address`() throws {
        let address = ServerAddress.path(path + "/none/socket")
        let error = #expect(throws: Socket.Failure.self) { try address.listen() }
        #expect(error?.description == "bind \(path)/none/socket: No such file or directory")
    }

    /// Errors that `accept(2)` is to return, before it accepts.
    private final class Script: Sendable {
        private let errors: Mutex<[Int32]>
        init(_ errors: [Int32]) { self.errors = Mutex(errors) }

        func accept(_ listener: Int32) -> Int32 {
            let error: Int32? = errors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return error.map { -$0 } ?? systemAccept(listener)
        }
    }

    @Test("goes on after errors that are not its own, and pauses while descriptors or memory are short")
    func errors() async throws {
        let script = Script([ECONNABORTED, EINTR, EPROTO, EMFILE, ENFILE, ENOBUFS, ENOMEM, EAGAIN])
        let (listener, clock) = (try Listener(at: address, accepting: script.accept), TestClock())
        _ = try address.connect()
        let accepting = Task { try await listener.accept(on: clock) { _ in } }
        for pause in [10, 20, 40, 80] {
            await clock.waitForSleepers(1)
            #expect(clock.nextDeadline == clock.now.advanced(by: .milliseconds(pause)))
            clock.advance(by: .milliseconds(pause))
        }
        #expect(try await accepting.value != nil)
    }

    @Test func `ends at an error of its own, and tells once of a lack that lasts`() async throws {
        let script = Script(Array(repeating: EMFILE, count: 10) + [EBADF])
        let (listener, clock) = (try Listener(at: address, accepting: script.accept), TestClock())
        let shortages = Record<String>()
        let accepting = Task { try await listener.accept(on: clock) { shortages.append("\($0)") } }
        for _ in 0..<10 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
        }
        await #expect(throws: Socket.Failure.self) { try await accepting.value }
        #expect(shortages.elements == ["accept: Too many open files"])
    }
}
