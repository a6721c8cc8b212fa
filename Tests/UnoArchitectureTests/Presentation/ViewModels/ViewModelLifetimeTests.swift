import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("The life of a view model", .timeLimit(.hang)) struct ViewModelLifetimeTests {
    let work = HeldWork()

    private func feature(_ canary: Canary) -> Interact<Int, Int> {
        Interact(initialValue: 0) { [work] count, action in
            canary.sing()
            count += action
            return .merge([
                .perform { _, send in
                    canary.sing()
                    await work.run()
                    await send { $0 += 100 }
                },
                .observe { state, send in
                    await work.run()
                    _ = await state.current
                    await send { $0 += 100 }
                },
            ])
        }
    }

    @Test func `ends its effects and frees its graph`() async {
        let (freed, tasks, event) = await run()
        await freed.freed()
        await tasks.joined()
        #expect(work.endings.elements == [.cancelled, .cancelled])
        #expect(event.isCancelled)
        // Nothing is left to wait for.
        await event.finish()
    }

    private func run() async -> (Canary.Watch, GraphTasks, EventTask) {
        let canary = Canary()
        let model = DirectViewModel(feature(canary), instances: .many)
        let event = model.sendViewEvent(1)
        await work.starts.waitFor(2)
        return (canary.watch, model.tasks!, event)
    }

    @Test func `may end during the notification of one of its observers`() async {
        final class Owner: Sendable {
            @MainActor var model: DirectViewModel<Int, Int>?
        }
        let owner = Owner()
        owner.model = DirectViewModel(feature(Canary()), instances: .many)
        beforeNextChange(of: owner.model!.viewState) { owner.model = nil }
        let event = owner.model!.sendViewEvent(1)
        #expect(owner.model == nil)
        await event.finish()
        #expect(event.isCancelled)
        #expect(work.endings.elements.allSatisfy { $0 == .cancelled })
    }

    @Test func `is not prolonged by an effect, whose later sends have no recipient`() async {
        let (outcomes, gate) = (Record<SendOutcome>(), HeldWork())
        @MainActor func begin() async {
            let model = DirectViewModel<Int, Int>(
                Interact(initialValue: 0) { _, _, dispatch in
                    .perform { _, send in
                        // Deaf to its cancellation.
                        _ = await Task.detached { await gate.run() }.value
                        outcomes.append(await send { $0 += 1 })
                        outcomes.append(await dispatch(1))
                    }
                },
                instances: .many
            )
            model.sendViewEvent(0)
            await gate.starts.waitFor(1)
        }
        await begin()
        gate.release()
        #expect(await outcomes.waitFor(2) == [.cancelled, .cancelled])
    }

    @Test func `ends as its actions would: running effects are awaited, observing effects are cancelled`() async {
        let diagnostics = DiagnosticsRecorder()
        let model = diagnostics { DirectViewModel(feature(Canary()), instances: .many) }
        model.sendViewEvent(1)
        await work.starts.waitFor(2)
        async let end: Void = model.finish()
        // The observing effect is cancelled at once; otherwise it might take the release.
        await work.endings.waitFor(1)
        work.release()
        await end
        #expect(model.viewState == 101)
        #expect(model.tasks?.liveCount == 0)
        let late = model.sendViewEvent(1)
        #expect(late.outcome == .rejected(.shutDown))
        #expect(diagnostics.kinds == [.shutDown])
    }

    @Test func `leaves nothing behind when it is at rest`() async {
        let model = DirectViewModel(Sum.digits(), instances: .many)
        for digit in 0..<10 { model.sendViewEvent(digit) }
        await model.sendViewEvent(1).finish()
        #expect(model.tasks?.liveCount == 0)
        #expect(model.viewState == 1_234_567_891)
    }
}
