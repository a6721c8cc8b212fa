import AsyncKit
import TestSupport
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// The parts of the test that the real parts of a composition use.
struct Surroundings: Sendable {
    let bench = Workbench()
    let clock = TestClock()
    let executor: ControlledExecutor
}

extension Composition {
    typealias Part = AnyInteractor<Tree, Act>

    /// The real thing.
    func interactor(in surroundings: Surroundings) -> Part {
        switch self {
        case .empty: return EmptyInteractor().eraseToAnyInteractor()
        case .interact(let handler):
            return Interact(initialValue: Tree(handler.initial)) { state, act, dispatch in
                handler(&state, act).emission(in: surroundings, dispatch)
            }.eraseToAnyInteractor()
        case .machine(let rules): return MachinePart(rules: rules, bench: surroundings.bench).eraseToAnyInteractor()
        case .transformer(let transformation):
            let part = TreeTransformer(transformation: transformation, executor: surroundings.executor)
            return part.eraseToAnyInteractor()
        case .merge(let first, let second):
            return Interactors.Merge(first.interactor(in: surroundings), second.interactor(in: surroundings))
                .eraseToAnyInteractor()
        case .many(let parts):
            return Interactors.MergeMany(interactors: parts.map { $0.interactor(in: surroundings) })
                .eraseToAnyInteractor()
        case .either(let isFirst, let first, let second):
            let part: Interactors.Conditional<Part, Part> =
                isFirst
                ? .first(first.interactor(in: surroundings)) : .second(second.interactor(in: surroundings))
            return part.eraseToAnyInteractor()
        case .collected(let part):
            return Interactors.CollectInteractors { part.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .erased(let part): return AnyInteractor(part.interactor(in: surroundings))
        case .composed(let part): return TreeFeature(part: part.interactor(in: surroundings)).eraseToAnyInteractor()
        case .debounced(let ticks, let part):
            return DebounceInteractor(for: .seconds(ticks), clock: surroundings.clock) {
                part.interactor(in: surroundings)
            }.eraseToAnyInteractor()
        case .presented(let parent, let detail, let note):
            return parent.interactor(in: surroundings).presents(\.screen, action: \.screen) {
                EmptyInteractor<PresentedTree, ScreenAct>()
                    .ifCaseLet(\.detail, action: \.detail) { detail.interactor(in: surroundings) }
                    .ifCaseLet(\.note, action: \.note) { note.interactor(in: surroundings) }
            }.eraseToAnyInteractor()
        case .stacked(let parent, let child):
            return parent.interactor(in: surroundings).presents(stack: \.stack, action: \.stack) {
                child.interactor(in: surroundings)
            }.eraseToAnyInteractor()
        case .watched(let part, let watch):
            return watch.attached(to: part.interactor(in: surroundings), in: surroundings)
        case .when(let parent, .fixed, let childActions, .never, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState, childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .optional, let childActions, .never, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState,
                childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .fixed, let childActions, .byKind, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \.fixed, actionIs: \.fixed, stateAction: \.fixedState, id: \.kind, childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .optional, let childActions, .byKind, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \Case<Tree>.optional, actionIs: \.optional, stateAction: \.optionalState, id: \.kind,
                childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .attached(let parent, .never, let child):
            return parent.interactor(in: surroundings).ifLet(\.optional, action: \.optional) {
                child.interactor(in: surroundings)
            }.eraseToAnyInteractor()
        case .attached(let parent, .byKind, let child):
            return parent.interactor(in: surroundings).ifLet(\.optional, action: \.optional, id: \.kind) {
                child.interactor(in: surroundings)
            }.eraseToAnyInteractor()
        }
    }
}

private struct TreeFeature: Interactor {
    let part: AnyInteractor<Tree, Act>
    var body: some Interactor<Tree, Act> { part }
}

private struct TreeTransformer: Interactor {
    let transformation: Transformation
    let executor: ControlledExecutor

    func interact(_ upstream: AsyncStream<Act>) -> AsyncStream<Tree> {
        if transformation.pulls {
            return upstream.compactMap { [transformation] in transformation.states(for: $0).first }.eraseToStream()
        }
        return AsyncStream { continuation in
            let task = executor.task {
                for await act in upstream {
                    for state in transformation.states(for: act) { continuation.yield(state) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension Script {
    /// The real thing.
    func emission(in surroundings: Surroundings, _ dispatch: Dispatcher<Act>) -> Emission<Tree> {
        let (bench, clock) = (surroundings.bench, surroundings.clock)
        func part(_ script: Script) -> Emission<Tree> { script.emission(in: surroundings, dispatch) }
        switch self {
        case .none: return .none
        case .state: return .state
        case .cancel(let id): return .cancel(id: id)
        case .merge(let scripts): return .merge(scripts.map(part))
        case .concatenate(let scripts): return .concatenate(scripts.map(part))
        case .dismiss: return .dismiss()
        case .next(let act): return dispatch.next(act)
        case .debounced(let id, let time, let script):
            return part(script).debounce(id: id, for: .milliseconds(time), clock: clock)
        case .throttled(let id, let time, let latest, let script):
            return part(script).throttle(id: id, for: .milliseconds(time), latest: latest, clock: clock)
        case .work(let work) where work.interval != nil: return work.timer(on: clock, dispatch)
        case .work(let work) where work.isObserving:
            return .observe(id: work.id, policy: work.policy) { _, send in await work.run(on: bench, send, dispatch) }
        case .work(let work):
            return .perform(id: work.id, policy: work.policy) { _, send in await work.run(on: bench, send, dispatch) }
        }
    }
}

extension WatchPart {
    fileprivate func attached(to part: Composition.Part, in surroundings: Surroundings) -> Composition.Part {
        func observed<Value: Equatable & Sendable>(
            _ path: any KeyPath<Tree, Value> & Sendable, _ number: @escaping @Sendable (Value) -> Int
        ) -> Composition.Part {
            part.onChange(of: path) { state, old, new, dispatch in
                react(&state, number(old), number(new)).emission(in: surroundings, dispatch)
            }.eraseToAnyInteractor()
        }
        return switch value {
        case .number: observed(\.number) { $0 }
        case .kind: observed(\.kind) { $0 }
        case .presence: observed(\.hasOptional) { $0 ? 1 : 0 }
        }
    }
}

extension Tree {
    fileprivate var hasOptional: Bool { optional != nil }
}

extension Work {
    /// The real timer.
    fileprivate func timer(on clock: TestClock, _ dispatch: Dispatcher<Act>) -> Emission<Tree> {
        let interval = Duration.milliseconds(interval ?? 0)
        switch stages[0][0] {
        case .mix(let digit): return .timer(every: interval, clock: clock, id: id, policy: policy) { $0.mix(digit) }
        case .dispatch(let act):
            return dispatch.timer(every: interval, clock: clock, id: id, policy: policy) { _ in act }
        case .dismiss: fatalError("A timer does not dismiss")
        }
    }

    fileprivate func run(on bench: Workbench, _ send: Send<Tree>, _ dispatch: Dispatcher<Act>) async {
        bench.start(label)
        if stages.isEmpty { _ = await bench.hold(Workbench.Place(label: label, stage: 0)) }
        for (number, stage) in stages.enumerated() {
            guard await bench.hold(Workbench.Place(label: label, stage: number)) else { return }
            for output in stage {
                switch output {
                case .mix(let digit): await send { $0.mix(digit) }
                case .dispatch(let act): await dispatch(act)
                case .dismiss: await send.dismiss()
                }
            }
        }
    }
}
