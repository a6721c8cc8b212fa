import Foundation
import SocketKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoInspector

/// A runtime, the server that shows it, and the task that it runs in until the test ends it.
final class ServedTally: Sendable {
    let recorder: Recorder<Tally.State, Tally.Action>
    let runtime: Runtime<Tally.State, Tally.Action>
    let server: InspectorServer<Tally.State, Tally.Action>
    let clock: InspectorClock
    let running: Task<Void, any Error>
    var address: String { server.address }

    /// - Parameter timing: for the limits of connections.
    init(
        keeping extent: Recorder<Tally.State, Tally.Action>.Extent = .whole,
        limits: ConnectionServer.Table.Limits = .init(), timing: any Clock<Duration> = TestClock()
    ) throws {
        let recorder = Recorder<Tally.State, Tally.Action>(keeping: extent)
        let (runtime, clock) = (Runtime(Tally(), recording: recorder), InspectorClock(following: TestClock()))
        let server = try InspectorServer(
            recorder, 0, "Tally", GraphDescription(of: Tally()), clock, limits: limits, timing: timing,
            send: { runtime.send($0) })
        (self.recorder, self.runtime, self.clock, self.server) = (recorder, runtime, clock, server)
        running = Task { try await server.run() }
    }

    /// Ends the server and the runtime.
    func end() async throws {
        running.cancel()
        try await running.value
        await runtime.shutdown(.cancel)
    }

    func reply(_ method: String = "GET", _ purpose: String = "") async throws -> (status: Int, body: String) {
        let client = try InspectorClient(address)
        try client.request(method, purpose, at: address)
        return await client.reply()
    }

    /// What the page knows when it is loaded now.
    func position() async throws -> String {
        let page = try await reply().body
        let start = try #require(page.range(of: "\"position\":\"")).upperBound
        return String(page[start...].prefix { $0 != "\"" })
    }

    /// A connection for the events after a position.
    ///
    /// - Parameter last: the last event that the page has got, if it connects again.
    func events(after position: String, _ last: String? = nil) throws -> InspectorClient {
        let client = try InspectorClient(address)
        try client.request(
            "GET", "events?\(position)", at: address, last.map { "Last-Event-ID: \($0)" } ?? "Accept: text/event-stream"
        )
        return client
    }
}

@Suite(.timeLimit(.hang))
struct InspectorServerTests {
    // MARK: Requests

    @Test func `The page has what was recorded, and may connect to its server only`() async throws {
        let served = try ServedTally()
        await served.runtime.send(.add(41)).finish()
        let (status, page) = try await served.reply()
        #expect(status == 200)
        #expect(page.contains("connect-src 'self'"))
        #expect(page.contains("[[[1],41]]"))
        #expect(page.contains("\"sends\":true,\"hasClock\":true"))
        try await served.end()
    }

    @Test func `Each reason to refuse a request has its reply`() async throws {
        let served = try ServedTally()
        let (address, host) = (served.address, served.address.split(separator: "/")[1])
        let path = "/" + served.address.split(separator: "/")[2] + "/"
        let long = String(repeating: "a", count: RequestHead.limit)
        let start = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nA: "
        let longest = "\(start)\(long.dropLast(start.utf8.count))"
        for (request, status) in [
            ("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n", 200),
            ("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", 403),
            ("GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            ("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://evil.example\r\n\r\n", 403),
            ("POST \(path)pause HTTP/1.1\r\nHost: \(host)\r\n\r\n", 403),
            ("PUT \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n", 405),
            ("GET \(path)nothing HTTP/1.1\r\nHost: \(host)\r\n\r\n", 404),
            ("\(longest)\r\n\r\n", 200),
            ("\(longest)a\r\n\r\n", 431),
            ("\(start)\(long)\r\n\r\n", 431),
            ("\(start)\(long)", 431),
            ("hello\r\n\r\n", 400),
        ] {
            let client = try InspectorClient(address)
            try client.send(request)
            #expect(await client.reply().status == status, "\(request.prefix(80))")
        }
        #expect(!served.clock.isPaused)
        try await served.end()
    }

    @Test func `A request that does not come to its end is told so after its time`() async throws {
        let timing = TestClock()
        let served = try ServedTally(timing: timing)
        let client = try InspectorClient(served.address)
        try client.send("GET / HT")
        let passing = Task {
            while !Task.isCancelled {
                await timing.waitForSleepers(1)
                timing.advance(by: .milliseconds(500))
            }
        }
        #expect(await client.reply().status == 408)
        passing.cancel()
        await passing.value
        try await served.end()
    }

    @Test func `A page that listens has no limit of time`() async throws {
        let timing = TestClock()
        let served = try ServedTally(timing: timing)
        let page = try served.events(after: try await served.position())
        #expect(await page.event()?.data == "false")
        for _ in 0..<20 {
            await timing.waitForSleepers(1)
            timing.advance(by: .seconds(2))
        }
        await timing.waitForSleepers(1)
        served.clock.pause()
        #expect(await page.event()?.data == "true")
        try await served.end()
    }

    @Test func `A connection too many is told so`() async throws {
        let served = try ServedTally(limits: .init(connections: 1, guests: 1))
        let page = try served.events(after: "0.0.0.0")
        #expect(await page.event()?.type == "clock")
        #expect(try await served.reply().status == 503)
        try await served.end()
    }

    // MARK: Events

    @Test func `A page gets each step once and in order, also when it connects again`() async throws {
        let served = try ServedTally()
        await served.runtime.send(.load(1)).finish()
        let (position, known) = (try await served.position(), served.recorder.recording.steps.count)
        var (steps, last) = ([Int](), "")
        var page = try served.events(after: position)
        for number in 0..<20 { served.runtime.send(number.isMultiple(of: 2) ? .load(number) : .chain) }
        await served.runtime.send(.add(1)).finish()
        // The connection breaks off after any event.
        while steps.count < 10, let event = await page.event() {
            if event.type == "message" { (steps, last) = (steps + event.steps, event.id) }
        }
        page = try served.events(after: position, last)
        for _ in 0..<30 { await served.runtime.send(.add(1)).finish() }
        let count = served.recorder.recording.steps.count
        while steps.count < count - known, let event = await page.event() {
            #expect(event.type != "reload")
            steps += event.steps
        }
        #expect(steps == Array(known..<count))
        try await served.end()
    }

    @Test func `A reader that does not read delays no step, and loads the page anew when the ring has left it behind`()
        async throws
    {
        let recorder = Recorder<String, String>(keeping: .last(10))
        let feature = Interact<String, String>(initialValue: "") { state, action in
            state = action
            return .state
        }
        let (runtime, server) = (Runtime(feature, recording: recorder), try InspectorServer(recorder))
        let running = Task { try await server.run() }
        let page = try InspectorClient(server.address)
        try page.request("GET", "events?1.1.4.0", at: server.address)
        // More than the system keeps of what is not read.
        for number in 0..<4_000 { await runtime.send(String(repeating: "\(number) ", count: 2_000)).finish() }
        var (steps, types) = ([Int](), [String]())
        while let event = await page.event() { (steps, types) = (steps + event.steps, types + [event.type]) }
        #expect(steps == Array(1..<1 + steps.count))
        #expect(types.last == "reload")
        #expect(steps.count < 4_000)
        running.cancel()
        try await running.value
        await runtime.shutdown(.cancel)
    }

    @Test func `A page of another runtime, or without a position, loads itself anew`() async throws {
        let served = try ServedTally()
        let position = try await served.position()
        let page = try served.events(after: position)
        #expect(await page.event()?.type == "clock")
        let next = Runtime(Tally(), recording: served.recorder)
        await next.send(.add(1)).finish()
        #expect(await page.event()?.type == "reload")
        let other = try served.events(after: "1.x")
        #expect(await other.event()?.type == "clock")
        #expect(await other.event()?.type == "reload")
        #expect(try await served.position().hasPrefix("2."))
        await next.shutdown(.cancel)
        try await served.end()
    }

    @Test func `The end is told, and nothing is left of the server`() async throws {
        let served = try ServedTally()
        let position = try await served.position()
        // Accepted in this order, so the first is a connection of the server when the second is answered.
        let (silent, page) = (try InspectorClient(served.address), try served.events(after: position))
        #expect(await page.event()?.type == "clock")
        try await served.end()
        #expect(await page.event()?.type == "end")
        #expect(await page.event() == nil)
        #expect(await silent.rest() == "")
        #expect(served.server.signal.listenerCount == 0)
        let port = try #require(URL(string: served.address)?.port)
        #expect(throws: Socket.Failure.self) { try ServerAddress.port(UInt16(port)).connect() }
    }

    @Test func `A page that leaves makes room`() async throws {
        let served = try ServedTally(limits: .init(connections: 1, guests: 0))
        var page: InspectorClient? = try served.events(after: try await served.position())
        #expect(await page?.event()?.type == "clock")
        let next = try InspectorClient(served.address)
        try next.request(at: served.address)
        page = nil
        #expect(await next.reply().status == 200)
        #expect(served.server.signal.listenerCount == 0)
        try await served.end()
    }

    // MARK: Commands

    @Test func `A page is told of a pause that the program makes, and of its end`() async throws {
        let served = try ServedTally()
        let page = try served.events(after: try await served.position())
        #expect(await page.event()?.data == "false")
        served.clock.pause()
        #expect(await page.event()?.data == "true")
        served.clock.resume()
        #expect(await page.event()?.data == "false")
        try await served.end()
    }

    @Test func `The clock is paused, moved, and goes on`() async throws {
        let served = try ServedTally()
        let page = try served.events(after: try await served.position())
        #expect(await page.event()?.data == "false")
        #expect(try await served.reply("POST", "step").body == "The clock runs; pause it first\n")
        #expect(try await served.reply("POST", "pause").body == "The clock is paused\n")
        #expect(served.clock.isPaused)
        #expect(await page.event()?.data == "true")
        #expect(try await served.reply("POST", "step").body == "Nothing waits for the clock\n")
        #expect(try await served.reply("POST", "resume").body == "The clock goes on\n")
        #expect(!served.clock.isPaused)
        #expect(await page.event()?.data == "false")
        #expect(try await served.reply("GET", "pause").status == 404)
        try await served.end()
    }

    @Test func `The action of a step is sent again`() async throws {
        let served = try ServedTally()
        await served.runtime.send(.add(3)).finish()
        let page = try served.events(after: try await served.position())
        #expect(await page.event()?.type == "clock")
        #expect(try await served.reply("POST", "send?1").body == "The action of step 1 was sent again\n")
        #expect(await page.event()?.steps == [2])
        #expect(await served.runtime.state?.count == 6)
        for (step, status) in [("0", 404), ("9", 404), ("", 400), ("-1", 404), ("1x", 400)] {
            #expect(try await served.reply("POST", "send?\(step)").status == status)
        }
        try await served.end()
    }

    @Test func `What the inspector was not given it refuses`() async throws {
        let recorder = Recorder<Tally.State, Tally.Action>()
        let server = try InspectorServer(recorder)
        let running = Task { try await server.run() }
        for command in ["pause", "send?1"] {
            let client = try InspectorClient(server.address)
            try client.request("POST", command, at: server.address)
            #expect(await client.reply().status == 409)
        }
        let client = try InspectorClient(server.address)
        try client.request(at: server.address)
        #expect(await client.reply().body.contains("\"sends\":false,\"hasClock\":false"))
        running.cancel()
        try await running.value
    }
}
