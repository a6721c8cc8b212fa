import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoStateMachinesTesting
import UnoTesting

@Suite("Mock effects, in the harness", .timeLimit(.hang)) struct MockEffectsTests {
    @Test func `A machine is tested to the last state, with effects whose results the test provides`() async {
        let effects = MockEffects(of: Presets.self)
        let harness = effects.during { InteractorTestHarness(Presets(store: PresetStore())) }
        await harness.send(.input(.load)) { $0 = .loading }
        #expect(effects.running == [.load])
        effects.answer(.load, with: .loaded([Preset(count: 1, fact: "one")]))
        await harness.receive(.ioResult(.loaded([Preset(count: 1, fact: "one")]))) {
            $0 = .loaded([Preset(count: 1, fact: "one")])
        }
        await harness.send(.input(.load)) { $0 = .loading }
        await harness.send(.input(.cancel)) { $0 = .empty }
        #expect(effects.cancelled == [.load])
        #expect(effects.running == [])
        await harness.finish()
    }

    @Test func `Effects of nested machines are mocked by type, too, and can get their results at once`() async {
        let facts = MockEffects(of: CounterFact.self) { effect in if case .note = effect { .empty } else { nil } }
        let presets = MockEffects(of: Presets.self)
        let workshop = Workshop(counter: CounterFact(service: .known), presets: Presets(store: PresetStore()))
        let harness = facts.during { presets.during { InteractorTestHarness(workshop) } }
        await harness.send(.input(.counterAsk)) { $0.counter.isAsking = true }
        #expect(facts.running == [.fetch(0)])
        #expect(facts.started.count == 3)
        facts.yield(.noted("wait"), to: .fetch(0))
        await harness.receive(.ioResult(.counterResult(.noted("wait")))) { $0.counter.log = ["wait"] }
        facts.yield(.noted("longer")) { $0 == .fetch(0) }
        await harness.receive(.ioResult(.counterResult(.noted("longer")))) { $0.counter.log = ["wait", "longer"] }
        #expect(facts.running == [.fetch(0)])
        facts.answer(with: .fetched(.failure(.unlucky(0)))) { $0 == .fetch(0) }
        await harness.receive(.ioResult(.counterResult(.fetched(.failure(.unlucky(0)))))) {
            $0.counter.isAsking = false
        }
        #expect(facts.started.count == 4)
        await harness.finish()
    }

    @Test func `A result for an effect that does not run is an issue that names the running effects`() async {
        let effects = MockEffects(of: Presets.self)
        let harness = effects.during { InteractorTestHarness(Presets(store: PresetStore()), exhaustivity: .off) }
        await harness.send(.input(.load))
        let found = await failures { effects.answer(.save(Preset(count: 1, fact: "")), with: .saved) }
        #expect(found.map { $0.text.contains("those that are: load") } == [true])
        await harness.send(.input(.cancel))
        await harness.finish()
    }
}
