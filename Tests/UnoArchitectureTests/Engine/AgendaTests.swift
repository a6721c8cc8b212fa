import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// What comes next in a turn, without a graph that handles it.
@Suite("The agenda of a turn", .timeLimit(.hang))
struct AgendaTests {
    @Test("takes the actions of the last step in their order, then those of earlier steps, without those that it drops")
    func order() async {
        let runtime = Runtime(Sum.digits())
        let (taken, haveNext) = await runtime.isolation.visit { Self.takeAndDrop($0.engine) }
        #expect(taken == [1, 2, 4, 5, 3, 6])
        #expect(haveNext == [true, true, false, false])
        await runtime.shutdown(.cancel)
    }

    /// Returns the numbers of the actions that are taken or dropped, and whether there are more after each part.
    private static func takeAndDrop(_ engine: GraphEngine) -> (taken: [UInt], haveNext: [Bool]) {
        let scope = AnyScope(engine: engine)
        var (agenda, taken, haveNext) = (Agenda(), [UInt](), [Bool]())
        func name(_ numbers: UInt...) {
            for number in numbers {
                let site = CallSite(#fileID, number)
                agenda.add(
                    NextAction(scope: scope, eventID: nil, context: nil, site: site, isAction: true, run: { _ in }))
            }
        }
        func take(_ count: Int) {
            for _ in 0..<count { taken.append(agenda.takeNext()?.site?.line ?? 0) }
            haveNext.append(agenda.hasNext)
        }
        func drop(_ number: UInt) {
            taken += agenda.dropNext { $0.site?.line == number }.map { $0.site?.line ?? 0 }
            haveNext.append(agenda.hasNext)
        }
        name(1, 2, 3)
        take(1)
        name(4, 5)
        drop(2)
        take(3)
        name(6)
        drop(6)
        return (taken, haveNext)
    }

    /// A part that holds an action until its deadline.
    private final class Part: HoldingNode {
        let watch: ClockWatch<TestClock>
        let deadline: ClockMoment?
        let arrivedWhileFinishing = false

        init(after seconds: Int, on clock: TestClock) {
            let instant = clock.now.advanced(by: .seconds(seconds))
            deadline = ClockMoment(instant, on: clock)
            watch = ClockWatch.make(clock, .shared(ObjectIdentifier(clock), as: ObjectIdentifier(TestClock.self)))
            watch.note(instant)
        }

        func isDue() -> Bool { false }
        func noteDeadline() {}
        func beginDueStep() {}
        func flushDelayed() {}
        func dropDelayed(where isMeant: (EventID?, EffectRun?) -> Bool) {}
    }

    @Test("finds the held action with the earliest deadline, of equal ones the one that is held longest")
    func earliest() {
        let clock = TestClock()
        let parts = [3, 1, 2, 1, 4].map { Part(after: $0, on: clock) }
        var held = HeldActions()
        for part in parts { _ = held.add(part, part.watch) }
        let first = held.earliest { _ in true } as? Part
        #expect(first === parts[1])
        let second = held.earliest { $0 !== parts[1] } as? Part
        #expect(second === parts[3])
    }

    @Test("shares one watch of a clock among the parts that hold actions, and lets go of it with the last of them")
    func watches() {
        let clock = TestClock()
        let (first, second) = (Part(after: 1, on: clock), Part(after: 2, on: clock))
        var held = HeldActions()
        let watch = held.add(first, first.watch)
        let shared = held.add(second, second.watch)
        #expect(watch === first.watch && shared === watch && watch.holders == 2)
        held.remove(first, watch)
        #expect(watch.holders == 1 && first.watch.earliest != nil)
        held.remove(second, watch)
        #expect(watch.holders == 0 && first.watch.earliest == nil && held.isEmpty)
        let next = held.add(second, second.watch)
        #expect(next === second.watch)
    }
}
