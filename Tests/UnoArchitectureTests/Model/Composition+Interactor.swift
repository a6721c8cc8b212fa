import AsyncKit
import TestSupport
import UnoArchitecture
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
                handler(&state, act).emission(on: surroundings.bench, dispatch)
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
        case .when(let parent, .fixed, let childActions, .never, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \.fixed,
                actionIs: \.fixed,
                stateAction: \.fixedState,
                childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .optional, let childActions, .never, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \Case<Tree>.optional,
                actionIs: \.optional,
                stateAction: \.optionalState,
                childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .fixed, let childActions, .byKind, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \.fixed,
                actionIs: \.fixed,
                stateAction: \.fixedState,
                id: \.kind,
                childActions: childActions
            ) { child.interactor(in: surroundings) }.eraseToAnyInteractor()
        case .when(let parent, .optional, let childActions, .byKind, let child):
            return parent.interactor(in: surroundings).when(
                stateIs: \Case<Tree>.optional,
                actionIs: \.optional,
                stateAction: \.optionalState,
                id: \.kind,
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
    func emission(on bench: Workbench, _ dispatch: Dispatcher<Act>) -> Emission<Tree> {
        switch self {
        case .none: .none
        case .state: .state
        case .cancel(let id): .cancel(id: id)
        case .merge(let scripts): .merge(scripts.map { $0.emission(on: bench, dispatch) })
        case .concatenate(let scripts): .concatenate(scripts.map { $0.emission(on: bench, dispatch) })
        case .work(let work) where work.isObserving:
            .observe(id: work.id, policy: work.policy) { _, send in await work.run(on: bench, send, dispatch) }
        case .work(let work):
            .perform(id: work.id, policy: work.policy) { _, send in await work.run(on: bench, send, dispatch) }
        }
    }
}

extension Work {
    fileprivate func run(on bench: Workbench, _ send: Send<Tree>, _ dispatch: Dispatcher<Act>) async {
        bench.start(label)
        if stages.isEmpty { _ = await bench.hold(Workbench.Place(label: label, stage: 0)) }
        for (number, stage) in stages.enumerated() {
            guard await bench.hold(Workbench.Place(label: label, stage: number)) else { return }
            for output in stage {
                switch output {
                case .mix(let digit): await send { $0.mix(digit) }
                case .dispatch(let act): await dispatch(act)
                }
            }
        }
    }
}
