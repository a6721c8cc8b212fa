import AsyncKit
import BenchmarkKit

/// The stream plan as it was written: a task and streams per layer, and in a merge one-element streams per action.
///
/// It keeps the plan's faults, which affect its cost: children of a merge forget their state.
protocol PlanInteractor<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    func interact(_ upstream: AsyncStream<Action>, on place: PlanPlace) -> AsyncStream<State>
}

/// Where the tasks of a plan run.
enum PlanPlace: String, Sendable {
    case mainActor = "plan"
    case anywhere = "plan-off-main"

    func start(_ work: @escaping @Sendable (_ isolation: isolated (any Actor)?) async -> Void) -> Task<Void, Never> {
        switch self {
        case .mainActor: Task { @MainActor in await work(MainActor.shared) }
        case .anywhere: Task.detached { await work(nil) }
        }
    }
}

struct PlanInteract<State: Sendable, Action: Sendable>: PlanInteractor {
    let initialValue: State
    let handler: @Sendable (inout State, Action) -> Void

    func interact(_ upstream: AsyncStream<Action>, on place: PlanPlace) -> AsyncStream<State> {
        AsyncStream { continuation in
            let task = place.start { _ in
                var state = initialValue
                continuation.yield(state)
                for await action in upstream {
                    handler(&state, action)
                    continuation.yield(state)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

struct PlanMerge<State: Sendable, Action: Sendable>: PlanInteractor {
    let children: [any PlanInteractor<State, Action>]

    func interact(_ upstream: AsyncStream<Action>, on place: PlanPlace) -> AsyncStream<State> {
        AsyncStream { continuation in
            let task = place.start { _ in
                for await action in upstream {
                    for child in children {
                        let (one, single) = AsyncStream<Action>.makeStream()
                        single.yield(action)
                        single.finish()
                        for await state in child.interact(one, on: place) { continuation.yield(state) }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

struct PlanWhen<State: Sendable, Action: Sendable, ChildState: Sendable, ChildAction: Sendable>: PlanInteractor {
    let parent: any PlanInteractor<State, Action>
    let child: any PlanInteractor<ChildState, ChildAction>
    let childAction: @Sendable (Action) -> ChildAction?
    let stateAction: @Sendable (ChildState) -> Action

    func interact(_ upstream: AsyncStream<Action>, on place: PlanPlace) -> AsyncStream<State> {
        AsyncStream { continuation in
            let task = place.start { _ in
                let childActions = AsyncChannel<ChildAction>()
                let (parentActions, toParent) = AsyncStream<Action>.makeStream()
                let childTask = place.start { _ in
                    for await state in child.interact(erased(childActions, on: place), on: place) {
                        toParent.yield(stateAction(state))
                    }
                }
                let parentTask = place.start { _ in
                    for await state in parent.interact(parentActions, on: place) { continuation.yield(state) }
                }
                for await action in upstream {
                    if let action = childAction(action) {
                        await childActions.send(action)
                    } else {
                        toParent.yield(action)
                    }
                }
                childActions.finish()
                await childTask.value
                toParent.finish()
                await parentTask.value
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The channel as an `AsyncStream`, through a task that fills an unbounded buffer.
    private func erased(_ channel: AsyncChannel<ChildAction>, on place: PlanPlace) -> AsyncStream<ChildAction> {
        AsyncStream { continuation in
            let pump = place.start { _ in
                for await action in channel { continuation.yield(action) }
                continuation.finish()
            }
            continuation.onTermination = { _ in pump.cancel() }
        }
    }
}

/// `plan` and `plan-off-main`.
enum PlanSubject {
    static func burst<State: Sendable, Action: Sendable>(
        _ interactor: some PlanInteractor<State, Action>,
        _ action: Action
    ) -> [Subject] {
        [PlanPlace.mainActor, .anywhere].map { burst(interactor, action, on: $0) }
    }

    /// Counts the emitted states; the plan emits some of them twice.
    static func burst<State: Sendable, Action: Sendable>(
        _ interactor: some PlanInteractor<State, Action>,
        _ action: Action,
        on place: PlanPlace
    ) -> Subject {
        Subject(place.rawValue) { count, _ in
            let (actions, continuation) = AsyncStream<Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            let (results, result) = AsyncStream<Int>.makeStream()
            let consumer = place.start { _ in
                var states = 0
                for await _ in interactor.interact(actions, on: place) { states += 1 }
                result.yield(states)
            }
            await consumer.value
            var iterator = results.makeAsyncIterator()
            return min(count, await iterator.next() ?? 0)
        }
    }
}
