import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Effects that wait for each other, or for themselves by a detour, end with their runtime.
@Suite("Waits in a circle", .timeLimit(.hang))
struct WaitCircleTests {
    enum End: CaseIterable, Sendable { case event, runtime }

    @Test(
        "Two events whose effects await each other end with one of them, and with the runtime", arguments: End.allCases)
    func eachOther(end: End) {
        let (first, second, returned, gate) = (Slot<EventTask>(), Slot<EventTask>(), Record<Int>(), HeldWork())
        let feature = Sum.working { number in
            await gate.run()
            await (number == 1 ? second : first).value?.finish()
            returned.append(number)
        }
        let stage = Stage(feature)
        first.value = stage.runtime.send(1)
        second.value = stage.runtime.send(2)
        stage.executor.runUntilIdle()
        stage.release(gate)
        stage.release(gate)
        #expect(returned.elements == [])
        endBoth(end, first.value!, stage.runtime, on: stage.executor)
        #expect(returned.elements.sorted() == [1, 2])
        #expect([first, second].map { $0.value?.outcome } == [.effectsCancelled, .effectsCancelled])
        #expect(!first.value!.hasEffects && !second.value!.hasEffects)
    }

    @Test(
        "An effect awaits an event of another runtime, whose effect drains the first: one end ends both",
        arguments: End.allCases, [1, 2])
    func twoRuntimes(end: End, of number: Int) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (own, inner, returned) = (OwnRuntime<Int, Int>(), Slot<EventTask>(), Record<Int>())
        let drain = Sum.working { _ in
            await own.runtime?.shutdown(.drain)
            returned.append(2)
        }
        let draining = Runtime(drain, executor: .on(executor))
        let waiting = Sum.working { _ in
            inner.value = draining.send(1)
            await inner.value?.finish()
            returned.append(1)
        }
        let awaiting = Runtime(waiting, executor: .on(executor))
        own.set(awaiting)
        let outer = executor.settle(awaiting.send(1))
        #expect(returned.elements == [])
        if number == 1 {
            endBoth(end, outer, awaiting, on: executor)
        } else {
            endBoth(end, inner.value!, draining, on: executor)
        }
        #expect(returned.elements.sorted() == [1, 2])
        executor.begin {
            await awaiting.shutdown(.cancel)
            await draining.shutdown(.cancel)
        }
        #expect(awaiting.tasks.liveCount == 0 && draining.tasks.liveCount == 0)
    }

    private func endBoth(
        _ end: End, _ event: EventTask, _ runtime: Runtime<Int, Int>, on executor: ControlledExecutor
    ) {
        switch end {
        case .event: executor.settle(event.cancel())
        case .runtime: #expect(executor.begin { await runtime.shutdown(.cancel) }.count == 1)
        }
    }

    enum Detour: CaseIterable, Sendable { case drain, finish }

    @Test("An effect that waits for itself through a detached task ends with its runtime", arguments: Detour.allCases)
    func detached(detour: Detour) async {
        let (own, event, begun, returned) = (OwnRuntime<Int, Int>(), Slot<EventTask>(), Record<Void>(), Record<Void>())
        let gate = HeldWork()
        let feature = Sum.working { _ in
            await gate.run()
            let task = Task.detached {
                begun.append()
                switch detour {
                case .drain: await own.runtime?.shutdown(.drain)
                case .finish: await event.value?.finish()
                }
            }
            await task.value
            returned.append()
        }
        let runtime = Runtime(feature)
        own.set(runtime)
        event.value = runtime.send(1)
        gate.release()
        await begun.waitFor(1)
        await runtime.shutdown(.cancel)
        #expect(returned.count == 1 && event.value?.outcome == .effectsCancelled)
        #expect(runtime.tasks.liveCount == 0)
    }

    @Test("An effect that cancels its own runtime through a detached task keeps the call waiting for five seconds")
    func detachedCancel() {
        let (own, returned, line) = (OwnRuntime<Int, Int>(), Record<Void>(), Record<UInt>())
        let (executor, diagnostics) = (ControlledExecutor(), DiagnosticsRecorder())
        let feature = Sum.working { _ in
            let task = Task.detached(executorPreference: executor) {
                line.append(#line + 1)
                await own.runtime?.shutdown(.cancel)
            }
            await task.value
            returned.append()
        }
        let stage = diagnostics { Stage(feature, in: .runtime, on: executor) }
        own.set(stage.runtime)
        stage.send(1)
        let runtime = stage.runtime
        stage.advance(stage.clock, by: .seconds(4))
        let ended = stage.run { await runtime.shutdown(.cancel) }
        #expect([returned.count, ended.count] == [0, 0])
        stage.advance(stage.clock, by: .seconds(1))
        #expect([returned.count, ended.count] == [1, 1] && runtime.tasks.liveCount == 0)
        #expect(stage.clock.sleeperCount == 0)
        let reports = diagnostics.reports.elements
        #expect(reports.map(\.kind) == [.tasksOutliveCancellation])
        #expect(reports.first?.line == line.elements.first)
    }
}
