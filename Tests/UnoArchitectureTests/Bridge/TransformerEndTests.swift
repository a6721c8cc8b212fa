import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Stream transformers that continue after their actions have ended.
@Suite("The end of a stream transformer", .timeLimit(.hang), .tags(.finish))
struct TransformerEndTests {
    /// Gives each action, and, when these have ended, another state once the test releases it.
    struct Lingering: Interactor {
        let work: HeldWork
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            States(actions: upstream, work: work).eraseToStream()
        }

        private struct States: AsyncSequence, Sendable {
            typealias Element = Int
            typealias Failure = Never
            let actions: AsyncStream<Int>
            let work: HeldWork

            struct AsyncIterator: AsyncIteratorProtocol {
                var actions: AsyncStream<Int>.Iterator
                let work: HeldWork
                var hasEnded = false

                mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
                    if let action = await actions.next(isolation: actor) { return action }
                    guard !hasEnded else { return nil }
                    hasEnded = true
                    return await work.run() == .released ? -1 : nil
                }
            }

            func makeAsyncIterator() -> AsyncIterator {
                AsyncIterator(actions: actions.makeAsyncIterator(), work: work)
            }
        }
    }

    let work = HeldWork()
    let diagnostics = DiagnosticsRecorder()

    private static let whole = Interact<Int, Route>(initialValue: 0) { state, action in
        if case .state(let number) = action { state = number }
        return .state
    }

    @Test("is waited for, and its last state arrives", arguments: Host.allCases)
    func waited(host: Host) {
        let stage = diagnostics { Stage(Lingering(work: work), in: host) }
        stage.finish(after: 1)
        #expect(!stage.hasEnded)
        stage.advance(stage.clock, by: .milliseconds(4_999))
        stage.release(work)
        #expect(stage.states == [1, -1] && stage.hasEnded)
        #expect(stage.clock.sleeperCount == 0)
        stage.advance(stage.clock, by: .seconds(10))
        #expect(diagnostics.kinds == [])
    }

    @Test("is reported by name, once, when it has kept the end waiting for five seconds", arguments: Host.allCases)
    func reported(host: Host) {
        let line: UInt = #line + 1
        let feature = Self.whole.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
            Lingering(work: work)
        }
        let stage = diagnostics { Stage(feature, in: host) }
        stage.send(.child(1))
        stage.advance(stage.clock, by: .seconds(60))
        stage.finish()
        #expect(diagnostics.kinds == [])
        stage.advance(stage.clock, by: .seconds(5))
        let report = diagnostics.reports.elements.first
        #expect(diagnostics.kinds == [.transformerOutlivesActions])
        #expect(report?.message.hasPrefix("Lingering ") == true && report?.line == line)
        #expect(report?.fileID == #fileID)
        stage.advance(stage.clock, by: .seconds(60))
        #expect(diagnostics.kinds.count == 1 && !stage.hasEnded)
        stage.release(work)
        #expect(stage.last == -1 && stage.hasEnded)
    }

    @InteractorBuilder<Int, Route>
    private func part() -> some Interactor<Int, Route> { Scope(action: \.child) { Lingering(work: work) } }

    private func rows() -> some Interactor<[Int], Route> {
        Interact<[Int], Route>(initialValue: [0]) { _, _ in .state }
            .forEach(\.self, id: \.self, action: \.row) { Lingering(work: work) }
    }

    @CasePathable enum Route: Sendable {
        case child(Int)
        case state(Int)
        case row(IdentifiedAction<Int, Int>)
    }

    @Test("is timed for each transformer by itself", arguments: Host.allCases)
    func timedApart(host: Host) {
        let second = HeldWork()
        let feature = Interactors.Merge(Lingering(work: work), Lingering(work: second))
        let stage = diagnostics { Stage(feature, in: host) }
        stage.finish(after: 1)
        stage.advance(stage.clock, by: .seconds(3))
        stage.release(work)
        stage.advance(stage.clock, by: .seconds(3))
        #expect(diagnostics.kinds == [])
        stage.advance(stage.clock, by: .seconds(2))
        #expect(diagnostics.kinds == [.transformerOutlivesActions])
        stage.release(second)
        #expect(stage.hasEnded)
    }

    @Test("may be declared to come with that of its actions", arguments: Host.allCases)
    func cancelled(host: Host) {
        let feature = Interactors.Merge(Lingering(work: work), Sum.constant(0, from: 9)).atEnd(.cancel)
        let stage = diagnostics { Stage(feature, in: host) }
        stage.finish(after: 1)
        #expect(stage.states == [9, 1, 10] && stage.hasEnded)
        #expect(work.starts.count == work.endings.elements.count { $0 == .cancelled })
        #expect(stage.clock.sleeperCount == 0 && diagnostics.kinds == [])
    }

    @Test("is what the innermost declaration says", arguments: Host.allCases)
    func innermost(host: Host) {
        let feature = Interactors.Merge(Lingering(work: work).atEnd(.wait), EmptyInteractor()).atEnd(.cancel)
        let stage = Stage(feature, in: host)
        stage.finish(after: 1)
        #expect(!stage.hasEnded)
        stage.release(work)
        #expect(stage.states == [1, -1] && stage.hasEnded)
    }

    @Test("is declared from outside for embedded children, scoped parts and rows", arguments: Host.allCases)
    func embedded(host: Host) {
        let feature = Self.whole.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
            Lingering(work: work)
        }
        let stage = Stage(feature.atEnd(.cancel), in: host)
        stage.finish(after: .child(1))
        #expect(stage.states == [0, 1] && stage.hasEnded)
        let scoped = Stage(part().starting(with: 0).atEnd(.cancel), in: host)
        scoped.finish(after: .child(1))
        #expect(scoped.states == [0, 1] && scoped.hasEnded)
        let row = Stage(rows().atEnd(.cancel), in: host)
        row.finish()
        #expect(row.states == [[0]] && row.hasEnded)
    }

    @Test("does not come before an effect has fed its last action back", arguments: Host.allCases)
    func afterEffects(host: Host) {
        let effect = HeldWork()
        let performing = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
            guard number == 1 else { return .none }
            return .perform { _, _ in
                await effect.run()
                await dispatch(2)
            }
        }
        let stage = Stage(Interactors.Merge(performing, Lingering(work: work).atEnd(.cancel)), in: host)
        stage.finish(after: 1)
        #expect(!stage.hasEnded)
        stage.release(effect)
        #expect(stage.last == 2 && stage.hasEnded)
    }

    /// Follows another source in addition to its actions, in a task of its own.
    struct Following: Interactor {
        let other: AsyncStream<Int>
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { continuation in
                let task = Task { [other] in
                    await withDiscardingTaskGroup { group in
                        group.addTask { for await action in upstream { continuation.yield(action) } }
                        group.addTask { for await state in other { continuation.yield(state) } }
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    @Test("A transformer that follows another source keeps a drain waiting, in the open")
    func followsAnotherSource() async {
        let (other, source) = AsyncStream<Int>.makeStream()
        let clock = TestClock()
        let runtime = diagnostics { Runtime(Following(other: other), clock: clock) }
        let states = runtime.states(.unbounded)
        await runtime.send(1).finish()
        async let end: Void = runtime.shutdown(.drain)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let reports = await diagnostics.waitFor(1)
        #expect(reports.map(\.kind) == [.transformerOutlivesActions])
        #expect(reports.first?.message.hasPrefix("Following ") == true)
        source.yield(2)
        source.finish()
        await end
        #expect(await states.reduce(into: []) { $0.append($1) } == [1, 2])
    }

    /// Answers an action when the work is released, whoever is cancelled.
    struct Deaf: Interactor {
        let work: DeafWork
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { [work] in
                for await action in upstream {
                    await work.run()
                    return action
                }
                return nil
            }
        }
    }

    @Test("A transformer that hears no cancellation does not keep what it is merged with", arguments: Host.allCases)
    func deaf(host: Host) {
        let (work, executor) = (DeafWork(), ControlledExecutor())
        weak var released: Canary?
        do {
            let canary = Canary()
            released = canary
            let other = Interact<Int, Int>(initialValue: 0) { [canary] _, _ in
                canary.sing()
                return .state
            }
            let stage = Stage(Interactors.Merge(Deaf(work: work), other), in: host, on: executor)
            stage.send(1)
            #expect(work.begun.count == 1)
            stage.run { await stage.hosted.cancel() }
            #expect(stage.hasEnded)
        }
        executor.runUntilIdle()
        #expect(released == nil)
        executor.settle(work.release())
    }

    @Test("A transformer that follows another source ends with its actions if it is declared to")
    func endsWithItsActions() async {
        let (other, source) = AsyncStream<Int>.makeStream()
        let runtime = diagnostics { Runtime(Following(other: other).atEnd(.cancel)) }
        await runtime.send(1).finish()
        await runtime.shutdown(.drain)
        #expect(runtime.tasks.liveCount == 0 && diagnostics.kinds == [])
        source.finish()
    }

    /// Takes its actions in a task of its own, and does not give the state that it is asked for until the test releases it.
    private struct Apart: Interactor {
        let executor: ControlledExecutor
        let work: DeafWork
        /// An entry when its actions have ended.
        let ends: Record<Void>
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            executor.task { [ends] in
                for await _ in upstream {}
                ends.append()
            }
            return AsyncStream { [work] in
                await work.run()
                return nil
            }
        }
    }

    @Test(
        "The actions of a transformer end when its graph is cancelled, although it does not notice, and with its states",
        arguments: [true, false])
    func endedActions(isCancelled: Bool) {
        let (executor, work, ends) = (ControlledExecutor(), DeafWork(), Record<Void>())
        let runtime = Runtime(
            Apart(executor: executor, work: work, ends: ends), executor: .on(executor), clock: TestClock())
        executor.runUntilIdle()
        #expect(work.begun.count == 1 && ends.count == 0)
        if isCancelled { executor.task { await runtime.shutdown(.cancel) } } else { work.release() }
        executor.runUntilIdle()
        #expect(ends.count == 1)
        if isCancelled { work.release() }
        executor.end(cancelling: runtime)
    }
}
