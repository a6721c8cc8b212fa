import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines

@Suite("A counter with facts, presets, and a workshop of both", .timeLimit(.hang)) struct FeatureTests {
    private static let workshop = Workshop(
        counter: CounterFact(service: .known),
        presets: Presets(store: PresetStore([Preset(count: 7, fact: "7 is prime")])))

    @Test func `The transitions are plain values: no clock, no task, no host`() {
        let asked = CounterFact.reduceInput(.init(count: 2), .ask)
        #expect(asked.state == .init(count: 2, isAsking: true))
        #expect(
            asked.effects
                == .concatenate([
                    .merge([.note("asking", times: 1), .note("about 2", times: 2)]),
                    .fetch(2),
                    .note("asked", times: 1),
                ]))
        let preset = Preset(count: 1, fact: "one")
        #expect(
            Presets.reduceInput(.loaded([]), .save(count: 1, fact: "one"))
                == Presets.transition(.saving(preset, beside: []), effect: .save(preset)))
    }

    @Test("Effects run merged and concatenated, and their results come back in order", arguments: Host.allCases)
    func counter(host: Host) async {
        let states = await host.states(of: CounterFact(service: .known), [.input(.increment), .input(.ask)])
        #expect(states.last?.log.sorted() == ["about 1", "about 1", "asked", "asking"])
        #expect(states.last?.log.last == "asked")
        #expect(states.last?.fact == "1 is a number")
        #expect(states.last?.isAsking == false)
        let beforeFact = states.last { $0.isAsking }
        #expect(beforeFact?.log.count == 3, "The fetch starts when the merged notes have ended")
    }

    @Test(arguments: Host.allCases) func `A failure comes back as a result`(host: Host) async {
        let states = await host.states(of: CounterFact(service: .known), [.input(.set(to: 13)), .input(.ask)])
        #expect(states.last?.fact == nil)
        #expect(states.last?.isAsking == false)
    }

    @Test func `A parent with two nested machines loads and saves presets and keeps their states apart`() {
        let stage = Stage(Self.workshop)
        stage.send(.input(.counterIncrement), .input(.presetsLoad), .input(.counterAsk))
        #expect(stage.last.presets == .loaded([Preset(count: 7, fact: "7 is prime")]))
        #expect(stage.last.counter.fact == "1 is a number")
        stage.send(.input(.presetsSave(count: 1, fact: "1 is a number")), .input(.rename("bench")))
        #expect(
            stage.last.presets
                == .loaded([Preset(count: 7, fact: "7 is prime"), Preset(count: 1, fact: "1 is a number")]))
        #expect(stage.last.title == "bench")
        #expect(stage.last.audits == 1)
        stage.finish()
        #expect(stage.hasEnded)
    }
}
