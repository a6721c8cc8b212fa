import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// Observers that a drain cancels together end, with what follows them, in the order in which they were registered.
@Suite("What follows observers that a drain cancels", .timeLimit(.hang))
struct EventsInFlightTests {
    /// The work of the observer that each action starts; it ends when the test says so.
    let works = (0..<3).map { _ in DeafWork() }

    /// A note of the action follows each observer of `followed`.
    private func stage(followed: Set<Int>) -> Stage<[Int], Int> {
        Stage(
            Interact<[Int], Int>(initialValue: []) { [works] _, number in
                let observing = Emission<[Int]>.observe { _, _ in await works[number].run() }
                guard followed.contains(number) else { return observing }
                return observing.then(.perform { _, send in await send { $0.append(number) } })
            }
        )
    }

    private func end(_ number: Int, in stage: Stage<[Int], Int>) { stage.settle(works[number].release()) }

    @Test("begins in their order, whichever ends first") func order() {
        let stage = stage(followed: [0, 1, 2])
        stage.send(0, 1, 2)
        stage.finish()
        end(2, in: stage)
        end(1, in: stage)
        #expect(stage.last == [])
        end(0, in: stage)
        #expect(stage.last == [0, 1, 2] && stage.hasEnded)
    }

    @Test("does not wait for one that nothing follows") func unfollowed() {
        let stage = stage(followed: [1])
        stage.send(0, 1)
        stage.finish()
        end(1, in: stage)
        #expect(stage.last == [1])
        end(0, in: stage)
        #expect(stage.hasEnded)
    }

    @Test("does not wait for one whose event is cancelled when its turn would have come") func cancelled() {
        let stage = stage(followed: [0, 1, 2])
        let events = stage.settle((0..<3).map { stage.runtime.send($0) })
        stage.finish()
        end(1, in: stage)
        end(2, in: stage)
        stage.settle(events[1].cancel())
        end(0, in: stage)
        #expect(stage.last == [0, 2] && stage.hasEnded)
    }
}

/// Effects whose ends wait for a turn, without the tasks that serve them.
@Suite("The line of effects that end", .timeLimit(.hang))
struct EndingLineTests {
    @Test("is served by the task of each effect up to its own place, also when others have been served before")
    func places() async {
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let served = await runtime.isolation.visit { isolation -> [Bool] in
            let scope = AnyScope(engine: isolation.engine)
            func run() -> EffectRun { EffectRun(call: 0, scope: scope, event: nil, context: nil, continuation: nil) }
            var line = EndingLine()
            let first = line.nextPlace
            line.join(run())
            let second = line.nextPlace
            line.join(run())
            var served = [line.next(upTo: first) != nil, line.next(upTo: first) != nil]
            let third = line.nextPlace
            line.join(run())
            for place in [second, second, third, third] { served.append(line.next(upTo: place) != nil) }
            return served
        }
        #expect(served == [true, false, true, false, true, false])
        await runtime.shutdown(.cancel)
    }
}
