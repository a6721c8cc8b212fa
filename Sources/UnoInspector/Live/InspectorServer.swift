internal import AsyncKit
internal import Foundation
internal import SocketKit

/// Serves the page of a recorder with what happens now, to a browser on this machine.
///
/// ```swift
/// let server = try InspectorServer(recorder, clock: clock, send: { runtime.send($0) })
/// print(server.address)
/// try await server.run()
/// ```
///
/// It is a tool for debugging: whoever knows the address can read all that is recorded and send the recorded actions again, so start it on
/// request only, and never in a product. It listens on the loopback interface, and its address has a random token; requests without it, from
/// other sites, or under another host name are refused. The process ignores `SIGPIPE` from then on.
///
/// - *Ordering*: a page gets each entry once, in the order of the recording, also when its connection was lost for a while.
/// - *Buffering*: nothing is kept for a page. A page that reads slowly takes what the recorder keeps; if that is no longer enough, it
///   loads itself anew. The runtime waits for no page; a whole page is made on a thread of the default executor.
/// - *Limits*: 16 connections; ten seconds for a request, and thirty for a reader that does not go on.
public final class InspectorServer<State: Sendable, Action: Sendable>: Sendable {
    private static var limits: ConnectionServer.Table.Limits { .init(connections: 16, guests: 4) }

    private let recorder: Recorder<State, Action>
    private let title: String
    private let graph: PageGraph
    private let clock: InspectorClock?
    private let send: (@Sendable (Action) -> Void)?
    private let access: InspectorAccess
    private let listener: Listener
    private let connections: ConnectionServer
    private let stop = AsyncStream.makeStream(of: Never.self)
    /// Counts the logs of the recorder, as pages have to be told of a new one.
    private let logs = Locked<(present: RecordingLog<State, Action>?, number: Int)>((nil, 0))
    let signal = LiveSignal()

    /// Makes a server that listens at once and answers when it runs.
    ///
    /// - Parameters:
    ///   - recorder: the recorder. It may be given its runtime later.
    ///   - port: where to listen; 0 lets the system choose.
    ///   - title: the heading of the page.
    ///   - graph: the recorded feature; the page shows which of its parts an action reaches.
    ///   - clock: the clock of the feature, which the viewer can pause; nil for none.
    ///   - send: sends a recorded action again; nil if the viewer must not do that.
    /// - Throws: if the port is in use.
    public convenience init(
        _ recorder: Recorder<State, Action>,
        port: UInt16 = 0,
        title: String = "\(Action.self)",
        graph: GraphDescription? = nil,
        clock: InspectorClock? = nil,
        send: (@Sendable (Action) -> Void)? = nil
    ) throws {
        try self.init(recorder, port, title, graph, clock, limits: Self.limits, timing: ContinuousClock(), send: send)
    }

    /// - Parameter timing: for the limits of connections.
    init(
        _ recorder: Recorder<State, Action>,
        _ port: UInt16,
        _ title: String,
        _ graph: GraphDescription?,
        _ clock: InspectorClock?,
        limits: ConnectionServer.Table.Limits,
        timing: any Clock<Duration>,
        send: (@Sendable (Action) -> Void)?
    ) throws {
        (self.recorder, self.title, self.clock, self.send) = (recorder, title, clock, send)
        self.graph = graph.map(PageGraph.init) ?? .none
        listener = try ServerAddress.port(port).listen()
        guard case .port(let port) = listener.address else { fatalError("\(listener.address) is no port") }
        access = InspectorAccess(port: port)
        connections = ConnectionServer(limits: limits, clock: timing, report: { _ in })
        recorder.hear(alsoNow: true) { [signal] _, _ in signal.notify() }
        clock?.tell(signal)
    }

    /// The address of the page, with the token. Whoever has it may use the inspector.
    public var address: String { access.address }

    /// Answers until the task is cancelled, tells the pages, and returns within a second. To be called once.
    ///
    /// - Throws: if no more connections can be accepted.
    public func run() async throws {
        // Its task is not cancelled, so that what is being written gets its time.
        let running = Task { [connections, listener, stop, serve] in
            try await connections.run(
                on: listener, endingWithin: .seconds(1), until: { for await _ in stop.stream {} }, serve: serve)
        }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            stop.continuation.finish()
        }
    }

    // MARK: Requests

    @Sendable
    private func serve(_ connection: Connection) async {
        // An error of the connection: the viewer has gone.
        try? await answer(connection)
        await connection.close()
    }

    private func answer(_ connection: Connection) async throws {
        let reply: InspectorReply
        do throws(InspectorRefusal) {
            guard let head = try await head(from: connection) else { return }
            let purpose = try access.purpose(of: head)
            if head.method == "GET", purpose == "events" {
                let page = PagePosition(head["last-event-id"] ?? head.query)
                return await sendEvents(after: page, to: connection)
            }
            reply = self.reply(to: head, for: purpose)
        } catch {
            reply = error.reply
        }
        try await connection.write(reply.bytes)
    }

    /// Nil if the connection has ended before.
    private func head(from connection: Connection) async throws(InspectorRefusal) -> RequestHead? {
        if connection.isGuest { throw .tooMany }
        var incoming = RequestHead.Incoming()
        while let more = await connection.read() {
            connection.note(.begun)
            guard let bytes = try incoming.add(more) else { continue }
            connection.note(.busy)
            guard let head = RequestHead(bytes) else { throw .noRequest }
            return head
        }
        if case .slow = connection.ending { throw .tooSlow }
        return nil
    }

    private func reply(to head: RequestHead, for purpose: String) -> InspectorReply {
        if head.method == "GET", purpose.isEmpty {
            return InspectorReply("200 OK", type: "text/html; charset=utf-8", page())
        }
        guard head.method == "POST", let command = Command(rawValue: purpose) else {
            return InspectorReply("404 Not Found", "The inspector has nothing at “\(purpose)” for \(head.method)")
        }
        return carryOut(command, of: head.query)
    }

    // MARK: Commands

    private enum Command: String {
        case pause, resume, step, send
    }

    private func carryOut(_ command: Command, of step: String) -> InspectorReply {
        switch (command, clock) {
        case (.send, _): return sendAgain(step)
        case (_, nil): return InspectorReply("409 Conflict", "The inspector was given no clock")
        case (.pause, let clock?):
            clock.pause()
            return InspectorReply("200 OK", "The clock is paused")
        case (.resume, let clock?):
            clock.resume()
            return InspectorReply("200 OK", "The clock goes on")
        case (.step, let clock?):
            let reason = clock.isPaused ? "Nothing waits for the clock" : "The clock runs; pause it first"
            return InspectorReply("200 OK", clock.step().map { "The clock was moved by \($0)" } ?? reason)
        }
    }

    private func sendAgain(_ step: String) -> InspectorReply {
        guard let send else { return InspectorReply("409 Conflict", "The inspector was given no way to send actions") }
        guard let number = Int(step) else {
            return InspectorReply("400 Bad Request", "“\(step)” is no number of a step")
        }
        guard let action = recorder.presentLog?.action(ofStep: number) else {
            return InspectorReply("404 Not Found", "Step \(number) has no action, or is no longer recorded")
        }
        send(action)
        return InspectorReply("200 OK", "The action of step \(number) was sent again")
    }

    // MARK: The page and its events

    private func page() -> Data {
        let (log, runtime) = presentLog()
        let (recording, count) = log?.present ?? (Recording(), 0)
        let text = PageText(recording, parts: graph.parts) { shapes, places in
            let position = PagePosition(runtime: runtime, entries: count, shapes: shapes, places: places)
            var live = TraceText()
            live.append("{\"position\":")
            live.append(quoted: "\(position)")
            live.append(send == nil ? ",\"sends\":false" : ",\"sends\":true")
            live.append(clock == nil ? ",\"hasClock\":false}" : ",\"hasClock\":true}")
            return live
        }
        return Page(title: title, recording: text.bytes, picture: graph.picture, isServed: true).data
    }

    private func presentLog() -> (log: RecordingLog<State, Action>?, number: Int) {
        let present = recorder.presentLog
        let (log, number, former) = logs.withLock { logs in
            let former = logs.present
            if former !== present { logs = (present, logs.number + 1) }
            return (logs.present, logs.number, former)
        }
        withExtendedLifetime(former) {}
        return (log, number)
    }

    /// Writes events until the viewer has left or the server is stopped.
    private func sendEvents(after page: PagePosition?, to connection: Connection) async {
        await withTaskGroup { group in
            group.addTask { while await connection.read() != nil {} }
            group.addTask { try? await self.writeEvents(after: page, to: connection) }
            await group.next()
            group.cancelAll()
        }
        if connection.ending == .stopped { try? await connection.write("event: end\ndata:\n\n") }
    }

    private func writeEvents(after page: PagePosition?, to connection: Connection) async throws {
        try await connection.write(InspectorReply.events)
        var (events, wasPaused) = (page.map { LiveEvents<State, Action>(after: $0) }, Bool?.none)
        for await _ in signal.listen() {
            if let clock, wasPaused != clock.isPaused {
                wasPaused = clock.isPaused
                try await connection.write("event: clock\ndata: \(clock.isPaused)\n\n")
            }
            while !Task.isCancelled {
                let (log, runtime) = presentLog()
                guard let log else { break }
                guard let page = events?.position, page.runtime == runtime,
                    let news = log.news(after: page.entries, atMost: LiveEvents<State, Action>.mostEntries)
                else {
                    // The page loads itself anew.
                    return try await connection.write("event: reload\ndata:\n\n")
                }
                guard !news.entries.isEmpty, let event = events?.event(of: news) else { break }
                try await connection.write(event)
            }
        }
    }
}
