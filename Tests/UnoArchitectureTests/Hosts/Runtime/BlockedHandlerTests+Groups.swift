import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

extension BlockedHandlerTests {
    @Test("The handlers of a group's runtimes that block hold up neither its shutdown nor its snapshots")
    func group() async {
        let (blockade, clock, thread) = (Blockade(), TestClock(), OwnThread())
        let group = RuntimeGroup<Int, Int, Action>(clock: clock) { _ in
            Runtime(Feature(blockade: blockade, work: HeldWork()), executor: .on(thread))
        }
        let sent = Task { try await group.send(.block(1), to: 1) }
        await blockade.arrivals.waitFor(1)
        #expect(try! await sent.value.outcome == .accepted)
        #expect(group.snapshots()[1]?.step?.action == "block")
        let shutdown = Task { await group.shutdown(within: .seconds(5)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let report = await shutdown.value
        #expect(!report.isComplete && report.reports[1]?.duration == .seconds(5))
        #expect(report.reports[1]?.cut?.step?.action == "block")
        blockade.open()
    }

    /// A group whose runtimes with even keys share a thread, which the runtime of key 0 blocks. The others are at rest.
    private static func halfBlockedGroup(
        _ blockade: Blockade, _ clock: TestClock, save: (@Sendable (Int, Int) async -> Void)? = nil,
        canary: @escaping @Sendable (Int) -> Canary? = { _ in nil }
    ) async throws -> RuntimeGroup<Int, Int, Action> {
        let (threads, made) = ([OwnThread(), OwnThread()], Locked<[Runtime<Int, Action>]>([]))
        let group = RuntimeGroup<Int, Int, Action>(clock: clock, save: save) { key in
            let feature = Interact<Int, Action>(initialValue: 0) { [canary = canary(key)] _, action in
                canary?.sing()
                if case .block = action { blockade.block() }
                return .state
            }
            let runtime = Runtime(feature, executor: .on(threads[key % 2]))
            made.withLock { $0.append(runtime) }
            return runtime
        }
        for key in 0..<40 { try await group.deliver(.pass, to: key).finish() }
        for runtime in made.withLock({ $0 }) { await runtime.tasks.joined() }
        made.withLock { $0 = [] }
        try await group.send(.block(1), to: 0)
        await blockade.arrivals.waitFor(1)
        return group
    }

    private static let even = Set(stride(from: 0, to: 40, by: 2))
    private static let odd = Set(stride(from: 1, to: 40, by: 2))

    @Test(
        "A handler that blocks keeps its group from ending no other runtime, and from saving and releasing none elsewhere",
        arguments: [false, true])
    func groupAtRest(isSaving: Bool) async throws {
        let (blockade, clock, saved, canary) = (Blockade(), TestClock(), Record<Int>(), Slot<Canary>())
        canary.value = Canary()
        let watch = canary.value!.watch
        let save: @Sendable (Int, Int) async -> Void = { key, _ in saved.append(key) }
        let group = try await Self.halfBlockedGroup(
            blockade, clock, save: isSaving ? save : nil, canary: { Self.odd.contains($0) ? canary.value : nil })
        canary.value = nil
        let shutdown = Task { await group.shutdown(within: .seconds(5)) }
        // At once: time does not pass.
        await watch.freed()
        for key in Self.odd { await group.end(key) }
        #expect(Set(group.keys) == Self.even)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let report = await shutdown.value
        #expect(Set(report.reports.keys) == Self.even.union(Self.odd) && Set(report.incomplete.keys) == [0])
        #expect(report.reports[0]?.cut?.step?.action == "block")
        #expect(report.unsaved == (isSaving ? Self.even : []))
        blockade.open()
        await group.shutdown(within: .seconds(5))
        #expect(group.count == 0)
        #expect(Set(saved.elements) == (isSaving ? Self.odd : []), "Nothing is saved after the deadline")
    }

    @Test("A runtime that was ending before its group's shutdown is not saved after the deadline either")
    func groupEndingBefore() async throws {
        let (blockade, clock, saved) = (Blockade(), TestClock(), Record<Int>())
        let group = try await Self.halfBlockedGroup(blockade, clock, save: { key, _ in saved.append(key) })
        // At rest, but the thread that has its state is blocked. The call ends with its task, and the runtime goes on ending.
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await group.end(2)
        }
        .value
        let shutdown = Task { await group.shutdown(within: .seconds(5)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await shutdown.value.unsaved.contains(2))
        blockade.open()
        let second = await group.shutdown(within: .seconds(5))
        #expect(second.unsaved.contains(2) && !second.isComplete)
        #expect(group.count == 0 && !saved.elements.contains(2))
    }

    @Test("A cancel of a group's runtime does not wait for the handler that blocks it")
    func groupCancel() async throws {
        let (blockade, thread) = (Blockade(), OwnThread())
        let group = RuntimeGroup<Int, Int, Action> { _ in
            Runtime(Feature(blockade: blockade, work: HeldWork()), executor: .on(thread))
        }
        let stuck = try await group.send(.block(1), to: 1)
        await blockade.arrivals.waitFor(1)
        let waiting = Task { await stuck.finish() }
        let end = Task { await group.end(1, .cancel) }
        await waiting.value
        #expect(stuck.isCancelled)
        blockade.open()
        await end.value
        #expect(group.count == 0)
    }
}
