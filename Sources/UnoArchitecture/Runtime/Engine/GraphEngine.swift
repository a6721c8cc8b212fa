/// The mutable heart of a feature graph: what is suspended, which event a step belongs to, what is still under way.
///
/// Not `Sendable`: it lives in the graph's isolation. Nodes refer to it unowned; the isolation owns it.
package final class GraphEngine {
    /// What remains of a step that a bridge suspended.
    enum Frame {
        /// Goes on where a part was interrupted.
        case run(() -> Void)
        /// Waits for a bridge: what it delivers is run and then awaited again; nil when the bridge is settled.
        case wait(() async -> (() -> Void)?)
    }

    let tasks: GraphTasks
    let log: DiagnosticLog
    unowned var isolation: GraphIsolation!
    /// The event that the running step belongs to; nil for a step that no event caused.
    var origin: Ticket?
    let activities = Activities()
    let delays = Registrations<any DelayingNode>()
    let bridges = Registrations<any BridgingNode>()
    private(set) var sink: AnyStateSink!
    /// The parts live as long as the isolation: an effect that outlives its host may still be under way to them.
    private var root: AnyObject?
    private var rootScope: AnyScope?

    /// Whether a bridge has suspended the running step. A part that finds it true leaves what remains as a frame.
    private(set) var isSuspended = false
    /// The frames of the suspended step, the next one last.
    private var frames: [Frame] = []
    /// The frames that the running code has left, the innermost first.
    private var collected: [Frame] = []
    private var effectCount: EffectRun.Number = 0
    private(set) var isFinishing = false
    private(set) var isStepping = false

    init(tasks: GraphTasks, log: DiagnosticLog) {
        self.tasks = tasks
        self.log = log
    }

    func nextEffectNumber() -> EffectRun.Number {
        effectCount += 1
        return effectCount
    }

    func attach(_ sink: AnyStateSink) { self.sink = sink }

    func keep(_ root: AnyObject, _ scope: AnyScope) {
        self.root = root
        rootScope = scope
    }

    // MARK: Suspending

    /// Leaves the rest of an interrupted part, to be run when what interrupted it is settled.
    func afterwards(_ rest: @escaping () -> Void) { collected.append(.run(rest)) }

    /// Runs `body` now, or when the step goes on.
    func proceed(_ body: @escaping () -> Void) {
        if isSuspended { afterwards(body) } else { body() }
    }

    /// Suspends the step until `wait` answers nil.
    func suspend(until wait: @escaping () async -> (() -> Void)?) {
        isSuspended = true
        collected.append(.wait(wait))
    }

    /// Runs what the step left, innermost first, until nothing is left.
    func settle() async {
        while true {
            while let frame = collected.popLast() { frames.append(frame) }
            isSuspended = false
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .run(let rest): rest()
            case .wait(let wait):
                guard let delivery = await wait() else { continue }
                frames.append(frame)
                delivery()
            }
        }
    }

    // MARK: Steps

    func beginStep(for origin: Ticket?) {
        self.origin = origin
        isStepping = true
    }

    /// The last part of a step: children whose slice has gone end, and those whose slice has come start.
    ///
    /// Complexity: one look where no child lives in a slice that can be absent.
    func followSlices() {
        guard let rootScope, rootScope.hasFollowers else { return }
        proceed { rootScope.followSlices() }
    }

    func endStep() {
        origin = nil
        isStepping = false
    }

    /// Gives the step's states to the host, which may wait for demand.
    func handOn() async {
        while !sink.flush() { await sink.waitForDemand() }
    }

    // MARK: Ending

    /// From now on `.observe` effects are cancelled, those that start later included.
    func beginFinishing() {
        isFinishing = true
        activities.cancelObservers()
    }

    /// Drops everything without delivering it; the tasks have been cancelled.
    func tearDown() {
        activities.abandonAll()
        delays.forEach { $0.dropDelayed() }
        bridges.forEach { $0.stopBridge() }
        sink.cancel()
    }
}

/// A part that holds actions back.
protocol DelayingNode: AnyObject {
    var holdsAction: Bool { get }
    /// Handles the action that is held back, as part of the running step.
    func flushDelayed()
    func dropDelayed()
    func dropDelayed(of ticket: Ticket)
}

/// A part that runs a stream transformer.
protocol BridgingNode: AnyObject {
    var isBridging: Bool { get }
    /// Tells the transformer that no more actions come, and waits for its last state within the running step.
    func finishBridge()
    func stopBridge()
}

/// The parts of a graph that need to hear of its end, in the order in which they were made.
final class Registrations<Part> {
    private var parts: [Part] = []

    func add(_ part: Part) { parts.append(part) }
    func forEach(_ body: (Part) -> Void) { parts.forEach(body) }
    func contains(where predicate: (Part) -> Bool) -> Bool { parts.contains(where: predicate) }
    func first(where predicate: (Part) -> Bool) -> Part? { parts.first(where: predicate) }
}
