import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Waits for events that cannot come, and the end of each wait.
@Suite("Waits that end", .timeLimit(.hang), .tags(.cancellation))
struct WaitTests {
    private let diagnostics = DiagnosticsRecorder()

    // MARK: The waiting task is cancelled

    enum Wait: CaseIterable, Sendable {
        case finish, drain, cancel, projectedStates
        case latestStates, boundedStates, droppingStates, everyState
    }

    @Test("A wait ends when the waiting task is cancelled, whatever it waits for", arguments: Wait.allCases)
    func cancelled(wait: Wait) {
        let work = DeafWork()
        let stage = Stage(Sum.working(on: work))
        let runtime = stage.runtime
        let event = stage.executor.settle(runtime.send(1))
        let ended = Record<Void>()
        let waiting = stage.executor.task {
            switch wait {
            case .finish: await event.finish()
            case .drain: await runtime.shutdown(.drain)
            case .cancel: await runtime.shutdown(.cancel)
            case .latestStates: for await _ in runtime.states() {}
            case .boundedStates: for await _ in runtime.states(.bounded(1)) {}
            case .droppingStates: for await _ in runtime.states(.droppingOldest(1)) {}
            case .everyState: for await _ in runtime.states(.unbounded) {}
            case .projectedStates:
                let part = runtime.projection(
                    action: { (number: Int) in number }, state: { $0 }, emitting: .removeDuplicates)
                for await _ in part.states() {}
            }
            ended.append()
        }
        stage.executor.runUntilIdle()
        let endsByItself = wait == .cancel ? 0 : ended.count
        #expect(endsByItself == 0)
        stage.executor.settle(waiting.cancel())
        #expect(ended.count == 1)
        #expect(event.outcome == (wait == .finish || wait == .cancel ? .effectsCancelled : .accepted))
        #expect(runtime.tasks.liveCount > 0)
        stage.executor.settle(work.release())
        #expect(runtime.tasks.liveCount == 0)
    }

    @Test(
        "A sender that waits for room is told that it was cancelled, through a projection as well",
        arguments: [false, true])
    func cancelledSender(isProjected: Bool) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.digits(), mailbox: .suspend(capacity: 1), executor: .on(executor))
        let part = runtime.projection(action: { (number: Int) in number }, state: { $0 }, emitting: .always)
        // No consumer takes these states, so the loop waits and the mailbox fills.
        let slow = runtime.states(.bounded(1))
        let (accepted, outcomes) = (Record<Void>(), Record<SendOutcome>())
        let sender = executor.task {
            while true {
                let event = isProjected ? await part.deliver(1) : await runtime.deliver(1)
                guard event.outcome == .accepted else { return outcomes.append(event.outcome) }
                accepted.append()
            }
        }
        executor.runUntilIdle()
        #expect(outcomes.elements == [])
        executor.settle(sender.cancel())
        #expect(outcomes.elements == [.cancelled])
        executor.begin { await runtime.shutdown(.cancel) }
        withExtendedLifetime(slow) {}
    }

    @Test("A cancelled consumer of interact(_:) resumes, whatever the graph does")
    func cancelledConsumer() {
        let work = DeafWork()
        let stage = Stage(Sum.working(on: work), in: .stream)
        stage.finish(after: 1)
        #expect(!stage.hasEnded)
        let cancelling = stage.run { [hosted = stage.hosted] in await hosted.cancel() }
        #expect(cancelling.count == 1 && stage.hasEnded)
        stage.executor.settle(work.release())
    }

    // MARK: Effects that wait for themselves

    @Test("An effect that awaits its own event resumes at once, with one report that names the place of the call")
    func ownEvent() {
        let (event, gate, returned, line) = (Slot<EventTask>(), HeldWork(), Record<Void>(), Record<UInt>())
        let feature = Sum.working { _ in
            await gate.run()
            for _ in 0..<2 {
                line.append(#line + 1)
                await event.value?.finish()
                returned.append()
            }
        }
        let stage = diagnostics { Stage(feature) }
        let sent = stage.runtime.send(1)
        event.value = sent
        let finished = stage.run { await sent.finish() }
        #expect(finished.count == 0)
        stage.release(gate)
        #expect(returned.count == 2 && finished.count == 1)
        #expect(sent.outcome == .accepted)
        expectOneReport(diagnostics, at: line)
    }

    @Test("So does a child task of the effect, and an effect that follows another of the event")
    func ownEventOfAChild() {
        let (event, gate, returned) = (Slot<EventTask>(), HeldWork(), Record<Void>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .concatenate([
                .perform { _, _ in await gate.run() },
                .perform { _, _ in
                    async let child: Void? = event.value?.finish()
                    await child
                    returned.append()
                },
            ])
        }
        let stage = diagnostics { Stage(feature) }
        event.value = stage.runtime.send(1)
        stage.executor.runUntilIdle()
        stage.release(gate)
        #expect(returned.count == 1 && diagnostics.kinds == [.awaitsItself])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("An effect awaits the event of another effect, without a report")
    func anotherEvent() {
        let (event, gate, returned) = (Slot<EventTask>(), HeldWork(), Record<Int>())
        let feature = Sum.working { number in
            if number == 1 { await gate.run() } else { await event.value?.finish() }
            returned.append(number)
        }
        let stage = diagnostics { Stage(feature) }
        event.value = stage.runtime.send(1)
        stage.send(2)
        #expect(returned.elements == [])
        stage.release(gate)
        #expect(returned.elements == [1, 2] && diagnostics.kinds == [])
    }

    @Test("An effect of a view model that awaits its own event resumes, too")
    @MainActor func ownEventOfAViewModel() async {
        let (event, gate, returned) = (Slot<EventTask>(), HeldWork(), Record<Void>())
        let feature = Sum.working { _ in
            await gate.run()
            await event.value?.finish()
            returned.append()
        }
        let model = diagnostics { DirectViewModel(feature, instances: .many) }
        event.value = model.sendViewEvent(1)
        gate.release()
        await event.value?.finish()
        #expect(returned.count == 1 && diagnostics.kinds == [.awaitsItself])
    }

    @Test(
        "An effect that ends its own runtime does not wait for itself, and is told once, with the place of the call",
        arguments: [Runtime<Int, Int>.Shutdown.cancel, .drain])
    func ownRuntime(manner: Runtime<Int, Int>.Shutdown) {
        let (own, returned, line) = (OwnRuntime<Int, Int>(), Record<Void>(), Record<UInt>())
        let feature = Sum.working { _ in
            for _ in 0..<2 {
                line.append(#line + 1)
                await own.runtime?.shutdown(manner)
                returned.append()
            }
        }
        let stage = diagnostics { Stage(feature) }
        own.set(stage.runtime)
        stage.send(1)
        #expect(returned.count == 2 && stage.hasEnded)
        #expect(stage.runtime.tasks.liveCount == 0)
        expectOneReport(diagnostics, at: line)
    }

    @Test("A stream transformer that ends its own runtime does not wait for itself, either")
    func ownRuntimeOfATransformer() {
        let (own, returned) = (OwnRuntime<Int, Int>(), Record<Void>())
        let ending = MappingTransformer { action in
            await own.runtime?.shutdown(.drain)
            returned.append()
            return action
        }
        let stage = diagnostics { Stage(ending) }
        own.set(stage.runtime)
        stage.send(1)
        #expect(returned.count == 1 && stage.hasEnded)
        #expect(diagnostics.kinds == [.awaitsItself])
    }

    private func expectOneReport(_ diagnostics: DiagnosticsRecorder, at line: Record<UInt>) {
        let reports = diagnostics.reports.elements
        #expect(reports.map(\.kind) == [.awaitsItself])
        #expect(reports.first?.line == line.elements.first && reports.first?.fileID == #fileID)
    }

    // MARK: The runtime is cancelled

    @Test("A task that awaits a queued event when the runtime is cancelled gets the outcome .cancelled")
    func queued() {
        explore(schedules: Scale.chosen(debug: 300, release: 3_000)) { scenario in
            let held = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
            let runtime = scenario.runtime("the runtime", held)
            let events = (1...3).map { runtime.send($0) }
            for (number, event) in events.enumerated().dropFirst() {
                scenario.task("waiter \(number)") {
                    await event.finish()
                    scenario.expect(event.outcome == .cancelled, "\(event.outcome)")
                }
            }
            await held.begun.waitFor(1)
            await runtime.shutdown(.cancel)
        }
    }

    @Test("A suspended step whose graph is torn down comes to its end")
    func suspendedStep() {
        let held = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        // The second transformer is asked after the first one, which has been released by then.
        let stage = Stage(Interactors.Merge(held, Interactors.Merge(PullingTransformer(), Sum.digits())))
        stage.send(1)
        let runtime = stage.runtime
        #expect(stage.run { await runtime.shutdown(.cancel) }.count == 1)
        #expect(runtime.tasks.liveCount == 0)
    }
}
