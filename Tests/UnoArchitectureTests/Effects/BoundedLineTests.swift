import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A line of waiting effects with a bound.
@Suite("A bounded line of effects", .timeLimit(.hang))
struct BoundedLineTests {
    typealias Effects = EffectPolicyTests.Effects

    @Test(
        "What follows an effect takes its turn behind an effect that waits for the same id",
        arguments: Host.allCases,
        [false, true]
    )
    func followerAndWaiting(host: Host, followsAsNextAction: Bool) {
        let (gate, order) = (HeldWork(), Record<String>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            func line(_ name: String) -> Emission<Int> {
                .perform(id: "x", policy: .waitTurn(atMost: 1, then: .dropOldest)) { _, _ in order.append(name) }
            }
            switch action {
            case 1:
                return .concatenate([
                    .perform(id: "x") { _, _ in await gate.run() },
                    followsAsNextAction ? dispatch.next(3) : line("follower"),
                ])
            case 2: return .perform(id: "x", policy: .waitTurn) { _, _ in order.append("waiting") }
            default: return line("follower")
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(1, 2)
        stage.release(gate)
        #expect(order.elements == ["waiting", "follower"])
        #expect(stage.finish().hasEnded)
    }

    @Test("An effect that finds the line full is dropped; the next turn frees one place", arguments: Host.allCases)
    func dropNew(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        for number in 0..<4 { stage.send(.start(number, .waitTurn(atMost: 2, then: .dropNew))) }
        #expect(effects.started == [1, 0, 0, 0])
        stage.release(effects.works[0])
        for _ in 0..<2 { stage.send(.start(3, .waitTurn(atMost: 2, then: .dropNew))) }
        for number in 1..<4 { stage.release(effects.works[number]) }
        #expect(stage.last == [0, 1, 2, 3])
        #expect(effects.started == [1, 1, 1, 1])
    }

    @Test("An effect that is cancelled while it waits frees one place in the line") func cancelledInTheLine() {
        let (effects, stage) = Effects.staged()
        let events = stage.settle((0..<3).map { stage.runtime.send(.start($0, .waitTurn(atMost: 2, then: .dropNew))) })
        stage.settle(events[1].cancel())
        for _ in 0..<2 { stage.send(.start(3, .waitTurn(atMost: 2, then: .dropNew))) }
        for number in [0, 2, 3] { stage.release(effects.works[number]) }
        #expect(stage.last == [0, 2, 3])
        #expect(effects.started == [1, 0, 1, 1])
    }

    @Test("The effects that are left of a line of which most were cancelled keep their turns") func mostCancelled() {
        let (work, order) = (HeldWork(), Record<Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .perform(id: "x", policy: .waitTurn) { _, _ in
                order.append(number)
                await work.run()
            }
        }
        let stage = Stage(feature)
        let events = stage.settle((0..<30).map { stage.runtime.send($0) })
        for number in 1..<29 where number != 15 { events[number].cancel() }
        stage.executor.runUntilIdle()
        for _ in 0..<3 { stage.release(work) }
        #expect(order.elements == [0, 15, 29])
    }

    @Test("dropNew drops an effect for one that waits, although that waits only for a cancelled one to end")
    func dropNewBesideWaiting() {
        let (deaf, begun) = (DeafWork(), Record<Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .perform(id: "x", policy: number == 2 ? .dropNew : .waitTurn) { _, _ in
                begun.append(number)
                if number == 0 { await deaf.run() }
            }
        }
        let stage = Stage(feature)
        let event = stage.runtime.send(0)
        stage.send(1)
        stage.settle(event.cancel())
        stage.send(2)
        #expect(begun.elements == [0])
        stage.settle(deaf.release())
        #expect(begun.elements == [0, 1])
    }

    @Test(
        "An effect that finds the line full takes the place of the one that has waited longest",
        arguments: Host.allCases)
    func dropOldest(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        for number in 0..<4 { stage.send(.start(number, .waitTurn(atMost: 2, then: .dropOldest))) }
        for number in [0, 2, 3] { stage.release(effects.works[number]) }
        #expect(stage.last == [0, 2, 3])
        #expect(effects.started == [1, 0, 1, 1])
    }

    @Test(
        "What follows an effect that a full line has dropped goes on, and so does its event",
        arguments: [EffectPolicy.LineOverflow.dropNew, .dropOldest], Host.allCases)
    func goesOn(overflow: EffectPolicy.LineOverflow, host: Host) {
        let (work, log) = (HeldWork(), Record<String>())
        let feature = Interact<Int, Int>(initialValue: 0) { (state: inout Int, number) in
            state += 1
            return .concatenate([
                .perform(id: "id", policy: .waitTurn(atMost: 1, then: overflow)) { _, _ in
                    log.append("begin \(number)")
                    await work.run()
                },
                .perform { _, send in
                    log.append("then \(number)")
                    await send { $0 += 100 }
                },
            ])
        }
        let stage = Stage(feature, in: host)
        stage.send(1, 2, 3)
        let (dropped, waiting) = overflow == .dropNew ? (3, 2) : (2, 3)
        #expect(log.elements == ["begin 1", "then \(dropped)"])
        #expect(stage.last == 103)
        stage.release(work)
        #expect(log.elements.suffix(2).sorted() == ["begin \(waiting)", "then 1"])
        stage.release(work)
        #expect(log.elements.last == "then \(waiting)" && stage.last == 303)
        #expect(stage.finish().hasEnded)
    }

    @Test("A line of no places drops every effect that would have to wait", arguments: Host.allCases, [0, -1])
    func noPlaces(host: Host, limit: Int) {
        for overflow in [EffectPolicy.LineOverflow.dropNew, .dropOldest] {
            let (effects, stage) = Effects.staged(in: host)
            for number in 0..<3 { stage.send(.start(number, .waitTurn(atMost: limit, then: overflow))) }
            stage.release(effects.works[0])
            stage.send(.start(3, .waitTurn(atMost: limit, then: overflow)))
            #expect(stage.release(effects.works[3]).last == [0, 3])
        }
    }

    @Test("A line of no places lets an effect displace one that waits by another policy", arguments: Host.allCases)
    func displacedByAnotherPolicy(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .waitTurn), .start(1, .waitTurn), .start(2, .waitTurn(atMost: 0, then: .dropOldest)))
        for number in [0, 2] { stage.release(effects.works[number]) }
        #expect(stage.last == [0, 2])
        #expect(effects.started.prefix(3) == [1, 0, 1])
    }

    @Test("An effect that waits in a runtime that is cut short is released, although the effect before it ends first")
    func cutShortWhileWaiting() {
        final class Captured: Sendable {}
        let executor = ControlledExecutor()
        weak var captured: Captured?
        do {
            let (first, kept) = (HeldWork(), Captured())
            captured = kept
            // The work refers to the graph, as the graph does to the work.
            let feature = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
                .perform(id: 0, policy: .waitTurn) { _, _ in
                    if number == 0 { _ = await first.run() }
                    await dispatch(0)
                    withExtendedLifetime(kept) {}
                }
            }
            let runtime = Runtime(feature, executor: .on(executor))
            for number in 0...1 { runtime.send(number) }
            executor.runUntilIdle()
            #expect(first.starts.count == 1)
            executor.settle(executor.task { await runtime.shutdown(.cancel) })
        }
        executor.runFreely()
        #expect(captured == nil)
    }
}
