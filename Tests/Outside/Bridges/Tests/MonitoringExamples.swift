import Logging
import Metrics
import ServiceLifecycle
import Synchronization
import Tracing
import UnixSignals
import UnoArchitecture
import UnoOperation

// The code of the article "Monitoring", compiled as it stands there, against stand-ins; `ArticleTests` holds the two together.

struct MetricsObserver: RuntimeObserver {
    let accepted = Counter(label: "runtime.actions.accepted")
    let rejected = Dictionary(
        uniqueKeysWithValues: Rejection.allCases.map { reason in
            (reason, Counter(label: "runtime.actions.rejected", dimensions: [("reason", reason.rawValue)]))
        })
    let queued = Gauge(label: "runtime.mailbox.depth")
    let steps = Metrics.Timer(label: "runtime.steps")
    let effects = Metrics.Timer(label: "runtime.effects")
    let running = Meter(label: "runtime.effects.running")

    func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
        accepted.increment()
        queued.record(action.mailboxDepth)
    }

    func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
        rejected[reason]?.increment()
    }

    func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { steps.record(duration: step.duration) }

    func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
        if change == .registered { running.increment() }
        guard change == .ended else { return }
        running.decrement()
        effects.record(duration: effect.age)
    }
}

struct LogObserver: RuntimeObserver {
    let logger: Logger

    func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
        logger.warning(
            "rejected an action",
            metadata: ["runtime": "\(runtime)", "reason": "\(reason.rawValue)", "place": "\(action.place)"])
    }

    func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
        logger.trace(
            "handled", metadata: ["runtime": "\(runtime)", "cause": "\(step.cause)", "duration": "\(step.duration)"])
    }

    func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {
        logger.error("has reached its limit of effects", metadata: ["runtime": "\(runtime)", "limit": "\(limit)"])
    }

    func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
        logger.info("shuts down", metadata: ["runtime": "\(runtime)", "phase": "\(phase)"])
    }
}

final class TracingObserver: RuntimeObserver {
    private let spans = Mutex<(step: (any Span)?, effects: [UInt64: any Span])>((nil, [:]))

    func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
        guard step.event != nil else { return }
        let parent = spans.withLock { spans in step.effect.flatMap { spans.effects[$0]?.context } }
        let span = startSpan("\(step.cause) in \(runtime.name)", context: parent ?? .current ?? .topLevel)
        spans.withLock { $0.step = span }
    }

    func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { spans.withLock { $0.step.take() }?.end() }

    func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
        switch change {
        case .registered:
            let parent = spans.withLock { $0.step?.context }
            let span = startSpan("effect \(effect.id ?? "")", context: parent ?? .topLevel)
            spans.withLock { $0.effects[effect.number] = span }
        case .ended: spans.withLock { $0.effects.removeValue(forKey: effect.number) }?.end()
        case .began, .cancelled: break
        }
    }
}

func makeTracedCart(pay: @escaping @Sendable ([String]) async -> Bool) -> Runtime<Cart.DomainState, Cart.Action> {
    let runtime = Runtime(
        Cart(pay: pay), name: "cart", observer: TracingObserver(), carrying: ServiceContext.$current)
    return runtime
}

struct CartService: Service {
    let carts: Carts
    let logger: Logger
    let live = Meter(label: "carts.live")

    func run() async throws {
        // Ends when the service is told to shut down, or when its task is cancelled.
        try? await cancelWhenGracefulShutdown {
            while true {
                live.set(carts.count)
                try await Task.sleep(for: .seconds(10))
            }
        }
        let report = await carts.shutdown(Task.isCancelled ? .cancel : .drain, within: .seconds(5))
        if !report.isComplete { logger.error("carts were cut short", metadata: ["report": "\(report)"]) }
    }
}

func makeServices(carts: Carts) -> ServiceGroup {
    let logger = Logger(label: "carts")
    let services = ServiceGroup(
        services: [CartService(carts: carts, logger: logger)],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
    )
    return services
}
