import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

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
        let runtime = Runtime(
            Interact<Int, Action>(initialValue: 0) { count, action, dispatch in
                count += 1
                guard action == .load else { return .state }
                return .perform { _, send in
                    await dispatch(.loaded)
                    await send { $0 += 1 }
                }
            },
            executor: .on(executor), observer: log)
        executor.runUntilIdle()
        runtime.send(.add(1))
        runtime.send(.add(2))
        runtime.send(.load)
        executor.runUntilIdle()
        executor.task { await runtime.shutdown(.cancel) }
        executor.runUntilIdle()
        executor.runFreely()
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
}
