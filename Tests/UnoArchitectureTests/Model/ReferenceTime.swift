import UnoArchitecture

/// Something that waits for its time.
protocol ReferenceSleeper: AnyObject {
    var deadline: Int { get }
    func wake()
    /// The graph begins to finish.
    func finish()
    /// Whether something begins then.
    var beginsAtFinish: Bool { get }
}

/// The window of the throttled emissions with one id, from the first one until a window ends in which none has come.
final class ReferenceWindow: ReferenceSleeper {
    private unowned let scope: ReferenceScope
    private let id: Int
    private(set) var deadline = 0
    /// The latest emission of the window.
    private var latest: ReferenceWork?

    private init(_ scope: ReferenceScope, _ id: Int) {
        self.scope = scope
        self.id = id
    }

    /// Opens the window of an emission that begins at once.
    static func open(_ id: Int, for time: Int, in scope: ReferenceScope) {
        let window = ReferenceWindow(scope, id)
        scope.windows[id] = window
        window.open(for: time)
    }

    /// Keeps an emission that comes within the window.
    ///
    /// - Parameter granted: begins the emission.
    func keep(for time: Int, ended: (() -> Void)?, granted: @escaping () -> Void) {
        let older = latest
        // The window owns its latest emission.
        let work = Work.waiting(id: id, policy: .runBoth, for: 0)
        latest = ReferenceWork.begin(work, in: scope, isParked: true, ended: ended) { [weak self] in
            self?.open(for: time)
            granted()
        }
        older?.cancel(.passed)
    }

    private func open(for time: Int) {
        guard !scope.graph.isFinishing else { return wake() }
        deadline = scope.graph.now + time
        scope.graph.sleepers.append(self)
    }

    func wake() {
        scope.graph.sleepers.removeAll { $0 === self }
        if let next = latest {
            latest = nil
            next.end()
        } else {
            close()
        }
    }

    func finish() { wake() }

    var beginsAtFinish: Bool { latest != nil }

    func close() {
        scope.graph.sleepers.removeAll { $0 === self }
        if scope.windows[id] === self { scope.windows[id] = nil }
    }
}

extension Work {
    /// What comes before an emission that begins later.
    static func waiting(id: Int, policy: EffectPolicy, for time: Int) -> Work {
        Work(label: -1, isObserving: false, id: id, policy: policy, stages: [], interval: time)
    }
}

extension Script {
    /// The script, with an id for the effects that have none.
    func identified(by id: Int) -> Script {
        switch self {
        case .work(var work) where work.id == nil:
            (work.id, work.policy) = (id, .runBoth)
            return .work(work)
        case .none, .state, .cancel, .dismiss, .next, .work: return self
        // The innermost one counts.
        case .debounced: return self
        case .throttled(let own, let time, let latest, let script):
            return .throttled(id: own, time: time, latest: latest, script.identified(by: id))
        case .merge(let scripts): return .merge(scripts.map { $0.identified(by: id) })
        case .concatenate(let scripts): return .concatenate(scripts.map { $0.identified(by: id) })
        }
    }
}
