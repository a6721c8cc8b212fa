import Logging
import Metrics
import ServiceLifecycle
import Testing
import Tracing
import UnoArchitecture
import UnoOperation

/// The bridges of the article "Monitoring", on stand-ins that keep what they are told.
@Suite("The bridges to the packages of servers", .timeLimit(.minutes(1)))
struct MonitoringTests {
    enum Action: Sendable { case load, loaded }

    /// Starts an effect that feeds an action back; that action starts another one.
    struct Loading: Interactor {
        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { count, action, dispatch in
                switch action {
                case .load: return .perform(id: "first") { _, _ in await dispatch(.loaded) }
                case .loaded:
                    count += 1
                    return .perform(id: "second") { _, _ in }
                }
            }
        }
    }

    @Test("A span of an action is the parent of its effects', theirs of the actions that they feed back")
    func spans() async {
        let runtime = Runtime(
            Loading(), name: "loading", observer: TracingObserver(), carrying: ServiceContext.$current)
        let request = startSpan("request")
        await ServiceContext.$current.withValue(request.context) { await runtime.send(.load).finish() }
        request.end()
        await runtime.shutdown(.drain)
        let spans = Spans.all.filter { !$0.contains("cart") }
        #expect(
            spans.filter { $0.contains(" begins in ") } == [
                "request begins in nothing", "sent in loading begins in request",
                "effect first begins in sent in loading", "fedBack in loading begins in effect first",
                "effect second begins in fedBack in loading",
            ]
        )
        #expect(spans.filter { $0.hasSuffix(" ends") }.count == 5)
    }

    @Test("Counters, gauges and timers follow the actions and the effects")
    func metrics() async {
        let runtime = Runtime(Loading(), observer: MetricsObserver())
        await runtime.send(.load).finish()
        await runtime.shutdown(.drain)
        #expect(Series.recorded("runtime.actions.accepted") == [1, 2])
        #expect(Series.recorded("runtime.effects.running").max()! >= 1)
        #expect(Series.recorded("runtime.effects.running").last == 0)
        #expect(Series.recorded("runtime.effects").count == 2 && Series.recorded("runtime.steps").count >= 2)
        #expect(Series.recorded("runtime.mailbox.depth").count == 2)
    }

    @Test("A rejected action is logged with its reason and its place, a shutdown with its phases")
    func log() async {
        let runtime = Diagnostics.$local.withValue(Diagnostics { _ in }) {
            Runtime(Loading(), name: "logged", observer: LogObserver(logger: Logger(label: "test")))
        }
        await runtime.shutdown(.drain)
        runtime.send(.load)
        let lines = Logger.logged(to: "test")
        let warning = lines.first { $0.level == .warning }
        #expect(warning?.metadata["reason"] == "shutDown")
        #expect(warning?.metadata["place"].map { "\($0)".contains("MonitoringTests.swift") } == true)
        #expect(
            lines.filter { $0.message == "shuts down" }.compactMap { $0.metadata["phase"] } == ["draining", "drained"])
    }

    @Test("The service runs until the graceful shutdown, and saves the carts then")
    func service() async throws {
        let store = CartStore()
        let carts = makeCarts(store: store) { _ in true }
        try await carts.deliver(.add("tea"), to: "Anna")
        let services = makeServices(carts: carts)
        let running = Task { try await services.run() }
        await services.triggerGracefulShutdown()
        try await running.value
        #expect(try await store.load("Anna").items == ["tea"])
        #expect(carts.count == 0)
    }

    @Test("The service shuts the carts down when its task is cancelled, too")
    func cancelledService() async throws {
        let carts = Diagnostics.$local.withValue(Diagnostics { _ in }) { makeCarts(store: CartStore()) { _ in true } }
        try await carts.deliver(.add("tea"), to: "Anna")
        let services = makeServices(carts: carts)
        let running = Task { try await services.run() }
        running.cancel()
        try? await running.value
        #expect(try await carts.deliver(.add("milk"), to: "Anna").outcome == .rejected(.shutDown))
    }
}
