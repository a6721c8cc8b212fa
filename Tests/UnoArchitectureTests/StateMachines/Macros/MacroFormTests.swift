import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines

/// Macro-generated code behaves like hand-written code.
@Suite("State machines by macro") struct MacroFormTests {
    private static let saved = Preset(count: 7, fact: "7 is prime")
    private static let counter = CounterFact(service: .known)

    /// The states of a runtime that gets each of `inputs` when the event of the previous input is over, as text, so that
    /// machines of different types can be compared. Types are named without the types around them.
    private func states<Machine: StateMachine>(of machine: Machine, _ inputs: [Machine.Input]) -> [String] {
        let stage = Stage(machine)
        for input in inputs { stage.send(.input(input)) }
        stage.finish()
        return stage.states.map { "\($0)".replacing(/([A-Z]\w*\.)+/, with: "") }
    }

    private func checkCounter<Machine: StateMachine>(_ machine: Machine) where Machine.Input: CounterFactInput {
        let states = states(of: machine, [.increment, .ask, .set(to: 13), .ask, .increment])
        #expect(states == self.states(of: Self.counter, [.increment, .ask, .set(to: 13), .ask, .increment]))
        #expect(states.last?.contains("count: 14") == true)
    }

    private func checkPresets<Machine: StateMachine>(_ machine: Machine) where Machine.Input: PresetsInput {
        let states = states(of: machine, [.cancel, .load, .save(count: 1, fact: "one"), .load])
        #expect(states == self.states(of: presets, [.cancel, .load, .save(count: 1, fact: "one"), .load]))
        #expect(states.count == 7)
    }

    private func checkWorkshop<Machine: StateMachine>(_ machine: Machine) where Machine.Input: WorkshopInput {
        func inputs<Input: WorkshopInput>() -> [Input] {
            [.counterIncrement, .presetsLoad, .counterAsk, .presetsSave(count: 1, fact: "one"), .rename("bench")]
                + [.counterSet(to: 13), .counterAsk]
        }
        let states = states(of: machine, inputs())
        #expect(states == self.states(of: Workshop(counter: Self.counter, presets: presets), inputs()))
        #expect(states.last?.contains("audits: 1") == true)
        #expect(states.last?.contains("one") == true)
    }

    private var presets: Presets { Presets(store: PresetStore([Self.saved])) }

    @Test func `A counter by any subset of its macros behaves like the hand-written one`() {
        checkCounter(CounterFactBySubset.OnlyStateMachine(origin: Self.counter))
        checkCounter(CounterFactBySubset.OnlyComposableEffect(origin: Self.counter))
        checkCounter(CounterFactBySubset.OnlyEffectComposition(origin: Self.counter))
        checkCounter(CounterFactBySubset.MachineAndEffect(origin: Self.counter))
        checkCounter(CounterFactBySubset.MachineAndRunner(origin: Self.counter))
        checkCounter(CounterFactBySubset.EffectAndRunner(origin: Self.counter))
        checkCounter(CounterFactBySubset.AllOfThem(origin: Self.counter))
        checkCounter(ByMacros.CounterFact(service: .known))
    }

    @Test func `Presets by macro behave like hand-written ones, with the same phases`() {
        checkPresets(ByMacros.Presets(store: PresetStore([Self.saved])))
        let states: [ByMacros.Presets.State] = [.empty, .loading, .saving(Self.saved, beside: []), .loaded([])]
        #expect(states.map(ByMacros.Presets.effectScope(of:)) == [0, 1, 2, 3])
    }

    @Test func `A parent of nested machines by any subset of its macros behaves like the hand-written one`() {
        checkWorkshop(WorkshopBySubset.OnlyStateMachine(counter: Self.counter, presets: presets))
        checkWorkshop(WorkshopBySubset.OnlyComposableStateMachine(counter: Self.counter, presets: presets))
        checkWorkshop(WorkshopBySubset.Both(counter: Self.counter, presets: presets))
        checkWorkshop(
            ByMacros.Workshop(
                counter: ByMacros.CounterFact(service: .known),
                presets: ByMacros.Presets(store: PresetStore([Self.saved]))
            )
        )
    }

    @Test func `Compositions by macro are values that can be compared`() {
        let asked = ByMacros.CounterFact.reduceInput(.init(count: 2), .ask)
        #expect(
            asked.effects
                == .concatenate([
                    .merge([.note("asking"), .note("about 2", times: 2)]), .fetch(2), .note("asked", times: 1),
                ])
        )
        #expect(ByMacros.Workshop.IOEffect.Composed.audit.composition == .just(.audit))
        #expect(ByMacros.Workshop.IOEffect.Composed.none.composition == .none)
    }

    @Test func `Two children of one type are distinguished, and one input can go to both with a value for each`() {
        let stage = Stage(Twins(left: Self.counter, right: Self.counter))
        stage.send(.input(.left), .input(.left), .input(.right), .input(.askRight))
        #expect(stage.last.left == .init(count: 2))
        #expect(stage.last.right.fact == "1 is a number")
        stage.send(.input(.reset))
        #expect([stage.last.left.count, stage.last.right.count] == [5, 7])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `A child in a case of its parent's state lives while the case is present`() {
        let stage = Stage(Drawer(open: presets))
        stage.send(.input(.toggle), .input(.presets(.load)))
        #expect(stage.last == .open(.loaded([Self.saved])))
        stage.send(.input(.toggle))
        #expect(stage.last == .closed)
        stage.finish()
        #expect(stage.hasEnded)
    }
}
