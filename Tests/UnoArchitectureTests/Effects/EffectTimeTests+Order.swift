import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

extension EffectTimeTests {
    /// The order in which emissions begin that are throttled by windows of their own.
    @Test("that is throttled begins in its place, as one that is not", arguments: Host.allCases)
    func throttledInOrder(host: Host) {
        let clock = TestClock()
        let feature = Interact<[Int], Int>(initialValue: []) { state, action, dispatch in
            guard action == 0 else {
                state.append(action)
                return .state
            }
            return .merge([
                dispatch.next(1).throttle(id: "first", for: .seconds(1), clock: clock), dispatch.next(2),
                dispatch.next(3).throttle(id: "second", for: .seconds(1), latest: false, clock: clock),
            ])
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(0, 4).last == [1, 2, 3, 4])
        #expect(stage.send(0).last == [1, 2, 3, 4, 2])
        #expect(stage.advance(clock, by: .seconds(1)).last == [1, 2, 3, 4, 2, 1])
        #expect(stage.finish().hasEnded && clock.sleeperCount == 0)
    }

    @Test("that is throttled and cancels finds what the same step queues", arguments: Host.allCases)
    func throttledCancellation(host: Host) {
        let (clock, begun) = (TestClock(), Record<Int>())
        let feature = Interactors.Merge(
            Interact<Int, Int>(initialValue: 0) { _, _ in
                .perform(id: "work") { _, _ in begun.append(1) }
                    .throttle(id: "begin", for: .seconds(1), clock: clock)
            },
            Interact<Int, Int> { _, _ in .cancel(id: "work").throttle(id: "cancel", for: .seconds(1), clock: clock) }
        )
        let stage = Stage(feature, in: host)
        stage.send(0)
        #expect(begun.elements == [])
        #expect(stage.finish().hasEnded)
    }

    @Test("that is debounced gives its turn to the first of its effects, not to the others", arguments: Host.allCases)
    func turnOfTheFirst(host: Host) {
        let clock = TestClock()
        let works = (0..<3).map { _ in HeldWork() }
        @Sendable func work(_ index: Int) -> Emission<Int> {
            .perform(id: "typed", policy: .waitTurn) { _, _ in _ = await works[index].run() }
        }
        let feature = Interact<Int, Int>(initialValue: 0) { _, index in
            guard index == 0 else { return work(index) }
            return .merge([work(0), work(2)]).debounce(id: "typed", for: .seconds(1), clock: clock)
        }
        let stage = Stage(feature, in: host)
        stage.send(0, 1)
        stage.advance(clock, by: .seconds(1))
        #expect(works.map(\.starts.count) == [1, 0, 0])
        stage.release(works[0])
        #expect(works.map(\.starts.count) == [1, 1, 0])
        stage.release(works[1])
        #expect(works.map(\.starts.count) == [1, 1, 1])
        stage.release(works[2])
        #expect(stage.finish().hasEnded)
    }
}
