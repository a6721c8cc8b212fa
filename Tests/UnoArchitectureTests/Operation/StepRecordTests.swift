import TestSupport
import Testing
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture

@Suite("What an observer is told of a step", .timeLimit(.hang))
struct StepRecordTests {
    enum Action: Sendable, Equatable {
        case add(Int)
        case load, loaded
    }

    /// Writes down the steps that have ended.
    struct Log: RuntimeObserver {
        struct Line: Sendable, Equatable {
            let cause: StepCause
            let action: Action?
            let isPlaced: Bool
            let depth: Int
        }

        let wantsActions: Bool
        let lines = Record<Line>()
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
            #expect(step.action == nil && step.place == nil && step.states == 0)
        }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
            let isPlaced = step.place?.fileID == #fileID
            let action = step.action as? Action
            lines.append(Line(cause: step.cause, action: action, isPlaced: isPlaced, depth: step.mailboxDepth))
        }
    }

    private func run(_ log: Log) {
        let executor = ControlledExecutor()
        let feature = Interact<Int, Action>(initialValue: 0) { count, action, dispatch in
            count += 1
            guard action == .load else { return .state }
            return .perform { _, send in
                await dispatch(.loaded)
                await send { $0 += 1 }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), observer: log)
        executor.runUntilIdle()
        runtime.send(.add(1))
        runtime.send(.add(2))
        executor.settle(runtime.send(.load))
        executor.end(cancelling: runtime)
    }

    @Test(
        "The place that sent it, and how many actions wait; its action if the observer wants actions",
        arguments: [true, false])
    func steps(wantsActions: Bool) {
        let log = Log(wantsActions: wantsActions)
        run(log)
        let expected: [Log.Line] = [
            .init(cause: .start, action: nil, isPlaced: false, depth: 0),
            .init(cause: .sent, action: .add(1), isPlaced: true, depth: 2),
            .init(cause: .sent, action: .add(2), isPlaced: true, depth: 1),
            .init(cause: .sent, action: .load, isPlaced: true, depth: 0),
            .init(cause: .fedBack, action: .loaded, isPlaced: true, depth: 0),
            .init(cause: .effect, action: nil, isPlaced: true, depth: 0),
        ].map { wantsActions ? $0 : .init(cause: $0.cause, action: nil, isPlaced: $0.isPlaced, depth: $0.depth) }
        #expect(log.lines.elements.filter { $0.cause != .finish } == expected)
    }

    /// Hears of nothing but the beginnings.
    private struct Beginnings: RuntimeObserver {
        let causes = Record<StepCause>()
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) { causes.append(step.cause) }
    }

    @Test("An observer that leaves the ends of the steps to their default hears of every beginning")
    func beginnings() {
        let (observer, executor) = (Beginnings(), ControlledExecutor())
        let runtime = Runtime(Sum.digits(), executor: .on(executor), observer: observer)
        executor.act { for number in 1...3 { runtime.send(number) } }
        #expect(observer.causes.elements == [.start, .sent, .sent, .sent])
        #expect(runtime.core.observer?.hears(.accepted) == false && runtime.core.observer?.hears(.endedStep) == false)
        executor.end(cancelling: runtime)
    }

    /// Leaves everything to its default.
    private struct Deaf: RuntimeObserver {}

    @Test("What an observer leaves to its default it is told of once, and then no more")
    func deaf() {
        let executor = ControlledExecutor()
        let runtime = Runtime(Sum.digits(), executor: .on(executor), observer: Deaf())
        #expect(runtime.core.observer?.hearsAccepted == true)
        executor.settle(runtime.send(1))
        #expect(runtime.core.observer?.hearsAccepted == false && runtime.core.observer?.hearsSteps == false)
        executor.end(cancelling: runtime)
    }

    /// Counts the actions, and the states of each step.
    private struct Counts: RuntimeObserver {
        let accepted = Record<Void>()
        let states = Record<Int>()
        func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) { accepted.append() }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { states.append(step.states) }
    }

    @MainActor @Test("The observer of a view model is told of its events, and of the number of states that each shows")
    func viewModel() {
        let counts = Counts()
        let feature = Interact<Int, Int>(initialValue: 0) { state, number in
            guard number > 0 else { return .none }
            state += number
            return .state
        }
        let model = DirectViewModel(feature, observer: counts, instances: .many)
        for number in [1, 2, 0] { model.sendViewEvent(number) }
        #expect(model.viewState == 3 && counts.accepted.count == 3)
        #expect(counts.states.elements.suffix(3) == [1, 1, 0])
    }

    @Test("The place where an effect has asked for a dismissal")
    func dismissal() {
        let log = Log(wantsActions: false)
        let executor = ControlledExecutor()
        let runtime = DiagnosticsRecorder()({
            Runtime(
                Interact<Int, Action>(initialValue: 0) { _, _ in .perform { _, send in await send.dismiss() } },
                executor: .on(executor), observer: log)
        })
        executor.settle(runtime.send(.load))
        executor.end(cancelling: runtime)
        #expect(log.lines.elements.filter { $0.cause == .effect }.map(\.isPlaced) == [true])
    }
}
