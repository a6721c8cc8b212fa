import UnoArchitecture

/// One emission. Its immediate part emits the state once; the follow-up of an effect emits it with each `.state`.
final class ReferenceEmission {
    private unowned let scope: ReferenceScope
    private let generation: Int
    private var isFollowing = false
    private var hasEmitted = false

    init(_ scope: ReferenceScope) {
        self.scope = scope
        self.generation = scope.generation
    }

    private var isCurrent: Bool { scope.isOpen && scope.generation == generation }

    /// - Parameter ended: follows the last effect of the script.
    func begin(_ script: Script, ended: (() -> Void)?) {
        guard isCurrent else { return }
        switch script {
        case .none: ended?()
        case .state:
            if isFollowing || !hasEmitted { emit() }
            ended?()
        case .work(let work):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            start(ended: ended) { ReferenceWork.begin(work, in: scope, ended: $0) }
        case .dismiss:
            if isCurrent, !scope.dismiss(), !hasEmitted { emit() }
            ended?()
        case .next(let act):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            start(ended: ended) { scope.graph.name(act, in: scope, ended: $0) }
        case .debounced(let id, let time, let script):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            start(ended: ended) { ended in
                let work = Work.waiting(id: id, policy: .cancelPrevious, for: time)
                ReferenceWork.begin(work, in: scope, ended: ended) { [self] in
                    isFollowing = true
                    begin(script.identified(by: id), ended: ended)
                }
            }
        case .throttled(let id, let time, let latest, let script):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            guard let window = scope.windows[id] else {
                ReferenceWindow.open(id, for: time, in: scope)
                return begin(script, ended: ended)
            }
            start(ended: ended) { ended in
                guard latest else {
                    ended?()
                    return
                }
                window.keep(for: time, ended: ended) { [self] in
                    isFollowing = true
                    begin(script, ended: ended)
                }
            }
        case .cancel(let id):
            if !hasEmitted { emit() }
            guard isCurrent else { return }
            for work in scope.works where work.work.id == id { work.cancel(.passed) }
            scope.windows[id]?.close()
            ended?()
        case .merge(let scripts):
            var open = scripts.count
            if scripts.isEmpty { ended?() }
            let oneEnded: (() -> Void)? = ended.map { ended in
                {
                    open -= 1
                    if open == 0 { ended() }
                }
            }
            for script in scripts { begin(script, ended: oneEnded) }
        case .concatenate(let scripts):
            guard let first = scripts.first else {
                ended?()
                return
            }
            let rest = Array(scripts.dropFirst())
            begin(first, ended: rest.isEmpty ? ended : { self.begin(.concatenate(rest), ended: ended) })
        }
    }

    /// Begins something that `ended` follows, now or later.
    private func start(ended: (() -> Void)?, _ begin: ((() -> Void)?) -> Void) {
        var isBeginning = true
        begin(
            ended.map { ended in
                { [self] in
                    if !isBeginning { isFollowing = true }
                    ended()
                }
            }
        )
        isBeginning = false
    }

    private func emit() {
        hasEmitted = true
        scope.emit()
    }
}

/// An action that a handler has named to be handled next, or what follows it.
struct ReferenceNext {
    enum What {
        case act(Act)
        case follower(() -> Void)
    }

    unowned let scope: ReferenceScope
    let what: What
    private let generation: Int

    init(_ scope: ReferenceScope, _ what: What) {
        self.scope = scope
        self.what = what
        generation = scope.generation
    }

    /// It is dropped when the scope of its handler goes.
    var isCurrent: Bool { scope.isOpen && scope.generation == generation }
}
