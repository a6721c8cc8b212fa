import Testing
import UnoTesting

@testable import UnoAsync

@Suite struct TurnstileTests {
    /// A turnstile that the test itself has entered, and what the others that want to enter were told.
    private struct Scene {
        let executor = ControlledExecutor()
        let turnstile = Turnstile()
        let answers = Log<Answer>()

        init() { #expect(turnstile.tryEnter()) }

        @discardableResult
        func enter(_ name: String, withdrawal: TurnstileWithdrawal? = nil) -> Task<Void, Never> {
            executor.start { [turnstile, answers] in
                let entry =
                    if let withdrawal {
                        await turnstile.enter(withdrawal: withdrawal)
                    } else {
                        await turnstile.enter()
                    }
                answers.record(Answer(name: name, entry: entry))
            }
        }

        func leave() {
            turnstile.leave()
            executor.runUntilIdle()
        }
    }

    private struct Answer: Equatable {
        let name: String
        let entry: Turnstile.Entry
    }

    @Test("those that wait enter in the order in which they came, one at a time")
    func order() {
        let scene = Scene()
        for name in ["a", "b", "c"] { scene.enter(name) }
        #expect(scene.turnstile.hasWaiters)
        #expect(scene.answers.entries.isEmpty)
        for entered in 1...3 {
            scene.leave()
            #expect(scene.answers.entries.map(\.name) == Array(["a", "b", "c"].prefix(entered)))
            #expect(!scene.turnstile.tryEnter(), "the place was handed over")
        }
        #expect(!scene.turnstile.hasWaiters)
        scene.leave()
        #expect(scene.turnstile.tryEnter())
    }

    @Test("a reserved place is in line before it is claimed, and is claimed before or after its turn")
    func reservation() {
        let scene = Scene()
        let early = scene.turnstile.reserve()
        scene.enter("a")
        let late = scene.turnstile.reserve()
        scene.enter("b")
        func claim(_ name: String, _ place: TurnstileReservation) {
            scene.executor.start { [answers = scene.answers] in
                answers.record(Answer(name: name, entry: await place.claim()))
            }
        }
        claim("early", early)
        #expect(scene.answers.entries.isEmpty)
        for _ in 0..<3 { scene.leave() }
        #expect(scene.answers.entries.map(\.name) == ["early", "a"], "the turnstile waits for the place to be claimed")
        #expect(!scene.turnstile.tryEnter())
        claim("late", late)
        scene.leave()
        #expect(scene.answers.entries.map(\.name) == ["early", "a", "late", "b"])
        #expect(scene.answers.entries.allSatisfy { $0.entry == .entered })
    }

    @Test("a reserved place of a turnstile that is closed is turned away, and one of a free turnstile is inside")
    func reservationAtTheEnds() {
        let scene = Scene()
        let place = scene.turnstile.reserve()
        scene.turnstile.close()
        scene.executor.start { [answers = scene.answers] in
            answers.record(Answer(name: "place", entry: await place.claim()))
        }
        #expect(scene.answers.entries == [Answer(name: "place", entry: .closed)])
        let free = Turnstile()
        _ = free.reserve()
        #expect(!free.tryEnter())
    }

    @Test("a cancelled waiter leaves the line; the others keep their order")
    func cancellation() {
        let scene = Scene()
        let tasks = ["a", "b", "c"].map { scene.enter($0) }
        tasks[0].cancel()
        tasks[1].cancel()
        scene.executor.runUntilIdle()
        #expect(scene.answers.entries.map(\.entry) == [.cancelled, .cancelled])
        scene.leave()
        #expect(scene.answers.entries.last == Answer(name: "c", entry: .entered))
        #expect(!scene.turnstile.hasWaiters)
    }

    @Test("a cancelled task does not enter a free turnstile, unless it ignores cancellation")
    func cancelledBefore() async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let turnstile = Turnstile()
            #expect(await turnstile.enter() == .cancelled)
            #expect(await turnstile.enter(withdrawal: TurnstileWithdrawal()) == .cancelled)
            #expect(await turnstile.enterIgnoringCancellation() == .entered)
            turnstile.leave()
        }.value
    }

    @Test("one that ignores cancellation waits on while its task is cancelled")
    func ignoringCancellation() {
        let scene = Scene()
        let task = scene.executor.start { [turnstile = scene.turnstile, answers = scene.answers] in
            answers.record(Answer(name: "a", entry: await turnstile.enterIgnoringCancellation()))
        }
        task.cancel()
        scene.executor.runUntilIdle()
        #expect(scene.answers.entries.isEmpty && scene.turnstile.hasWaiters)
        scene.leave()
        #expect(scene.answers.entries == [Answer(name: "a", entry: .entered)])
    }

    @Test("a withdrawal works before the entry waits and while it does, once, and not after")
    func withdrawal() {
        let scene = Scene()
        let early = TurnstileWithdrawal()
        #expect(scene.turnstile.withdraw(early))
        #expect(!scene.turnstile.withdraw(early))
        scene.enter("early", withdrawal: early)
        #expect(scene.answers.entries == [Answer(name: "early", entry: .withdrawn)])

        let during = TurnstileWithdrawal()
        let after = TurnstileWithdrawal()
        scene.enter("during", withdrawal: during)
        scene.enter("after", withdrawal: after)
        #expect(scene.turnstile.withdraw(during))
        #expect(!scene.turnstile.withdraw(during))
        scene.executor.runUntilIdle()
        #expect(scene.answers.entries.last == Answer(name: "during", entry: .withdrawn))

        scene.leave()
        #expect(scene.answers.entries.last == Answer(name: "after", entry: .entered))
        #expect(!scene.turnstile.withdraw(after))
        scene.leave()

        let unneeded = TurnstileWithdrawal()
        scene.enter("unneeded", withdrawal: unneeded)
        #expect(scene.answers.entries.last == Answer(name: "unneeded", entry: .entered))
        #expect(!scene.turnstile.withdraw(unneeded))
    }

    @Test("closing turns away those that wait and those that come later, and leaves the holder inside")
    func close() async {
        let scene = Scene()
        for name in ["a", "b"] { scene.enter(name) }
        scene.turnstile.close()
        scene.executor.runUntilIdle()
        #expect(scene.answers.entries.map(\.entry) == [.closed, .closed])
        #expect(!scene.turnstile.hasWaiters)
        #expect(await scene.turnstile.enter() == .closed)
        scene.leave()
        #expect(await scene.turnstile.enterIgnoringCancellation() == .closed)
        #expect(!scene.turnstile.tryEnter())
    }

    @Test("8 tasks at once are never inside together")
    func stress() async {
        let turnstile = Turnstile()
        let inside = Counter()
        let entries = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        guard await turnstile.enter() == .entered else { continue }
                        if inside.increment() != 0 { Issue.record("two are inside") }
                        entries.increment()
                        inside.decrement()
                        turnstile.leave()
                    }
                }
            }
        }
        #expect(entries.value == 8_000)
        #expect(turnstile.tryEnter())
    }

    @Test("withdrawals and cancellations race with hand-overs: each entry gets one answer, and the right one")
    func races() async {
        let turnstile = Turnstile()
        let inside = Counter()
        for round in 0..<300 {
            let withdrawal = TurnstileWithdrawal()
            let entering = (0..<4).map { number in
                Task {
                    let entry =
                        if number == 1 {
                            await turnstile.enter(withdrawal: withdrawal)
                        } else {
                            await turnstile.enter()
                        }
                    if entry == .entered {
                        if inside.increment() != 0 { Issue.record("two are inside") }
                        inside.decrement()
                        turnstile.leave()
                    }
                    return entry
                }
            }
            let withdrawing = Task { turnstile.withdraw(withdrawal) }
            entering[2].cancel()
            let wasInTime = await withdrawing.value
            #expect(await entering[0].value == .entered)
            #expect(await entering[1].value == (wasInTime ? .withdrawn : .entered), "round \(round)")
            #expect([.entered, .cancelled].contains(await entering[2].value))
            #expect(await entering[3].value == .entered)
            #expect(!turnstile.hasWaiters)
        }
        #expect(turnstile.tryEnter())
    }
}
