import Testing
import UnoArchitecture
import UnoTesting

/// A connection to a web socket, as the feature is given it.
struct SocketClient: Sendable {
    /// The messages until the connection ends or fails.
    var connect: @Sendable () -> AsyncThrowingStream<String, any Error>
    var send: @Sendable (String) async throws -> Void
    var ping: @Sendable () async throws -> Void
}

/// Connects, listens, keeps the connection alive and sends what is typed.
@Interactor struct WebSocketStudy {
    enum Connection: Sendable, Equatable { case disconnected, connected }
    struct State: Sendable, Equatable {
        var connection = Connection.disconnected
        var message = ""
        var received: [String] = []
        var alert: String?
    }

    enum Action: Sendable {
        case connectButton
        case typed(String)
        case sendButton
        case received(String)
        case closed(String?)
        case sent(Result<Void, any Error>)
    }

    let client: SocketClient
    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action, dispatch in
            switch action {
            case .connectButton where state.connection == .connected: return dispatch.next(.closed(nil))
            case .connectButton:
                state.connection = .connected
                return .merge([
                    dispatch.observe(id: "socket", policy: .cancelPrevious) { _, _ in
                        for try await message in client.connect() { await dispatch(.received(message)) }
                        await dispatch(.closed("Disconnected"))
                    } catch: {
                        .closed("\($0)")
                    },
                    dispatch.observe(id: "ping", policy: .cancelPrevious) { _, _ in
                        for await _ in clock.timer(interval: .seconds(10)) { try await client.ping() }
                    } catch: { _ in
                        .closed("No ping")
                    },
                ])
            case .typed(let text): state.message = text
            case .sendButton:
                let text = state.message
                state.message = ""
                return dispatch.run(\.sent) { try await client.send(text) }
            case .sent(.failure): state.alert = "Could not send the message"
            case .sent(.success): return .none
            case .received(let text): state.received.append(text)
            case .closed(let reason):
                (state.connection, state.alert) = (.disconnected, reason)
                return .merge([.cancel(id: "socket"), .cancel(id: "ping")])
            }
            return .state
        }
    }
}

@Suite("Case study: a web socket", .timeLimit(.minutes(20))) struct WebSocketStudyTests {
    struct Broken: Error {}
    typealias Harness = InteractorTestHarness<WebSocketStudy.State, WebSocketStudy.Action>

    /// A socket that echoes, until the test ends it.
    struct Echo: Sendable {
        let messages = AsyncThrowingStream<String, any Error>.makeStream()
        var breaks = false

        func harness() -> Harness {
            InteractorTestHarness { [messages, breaks] clock in
                WebSocketStudy(
                    client: SocketClient(
                        connect: { messages.stream },
                        send: { text in
                            if breaks { throw Broken() }
                            messages.continuation.yield(text)
                        }, ping: { if breaks { throw Broken() } }), clock: clock)
            }
        }
    }

    @Test func `What is sent comes back, until the button disconnects`() async {
        let harness = Echo().harness()
        await harness.send(.connectButton) { $0.connection = .connected }
        await harness.send(.typed("Hi")) { $0.message = "Hi" }
        await harness.send(.sendButton) { $0.message = "" }
        await harness.receive(\.sent.success)
        await harness.receive(\.received) { $0.received = ["Hi"] }
        await harness.advance(by: .seconds(25))
        await harness.send(.connectButton)
        await harness.receive(\.closed) { $0.connection = .disconnected }
        await harness.finish()
    }

    @Test func `The end of the socket, and its failure, are shown`() async {
        for fails in [true, false] {
            let echo = Echo()
            let harness = echo.harness()
            await harness.send(.connectButton) { $0.connection = .connected }
            echo.messages.continuation.finish(throwing: fails ? Broken() : nil)
            await harness.receive(\.closed) {
                $0.connection = .disconnected
                $0.alert = fails ? "Broken()" : "Disconnected"
            }
            await harness.finish()
        }
    }

    @Test func `A message that cannot be sent is told; a ping without a reply disconnects`() async {
        let harness = Echo(breaks: true).harness()
        await harness.send(.connectButton) { $0.connection = .connected }
        await harness.send(.sendButton)
        await harness.receive(\.sent.failure) { $0.alert = "Could not send the message" }
        await harness.advance(by: .seconds(10))
        await harness.receive(\.closed) { ($0.connection, $0.alert) = (.disconnected, "No ping") }
        await harness.finish()
    }
}
