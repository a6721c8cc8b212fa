internal import UnoArchitecture

/// Names the tasks of a runtime or a view model after the effects that run in them, and notes what it takes, begins and
/// cancels, for the trace of a scenario.
package struct ScenarioObserver: RuntimeObserver {
    private let name: String
    private weak let scenario: Scenario?

    init(name: String, of scenario: Scenario) {
        self.name = name
        self.scenario = scenario
    }

    func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
        scenario?.noteDeed("\(name) takes the action of \(text(of: action.place))")
    }

    func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) { scenario?.noteDeed("\(name) makes a step") }

    func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
        switch change {
        case .registered, .ended: break
        case .began:
            let effectName = text(of: effect)
            scenario?.executor.nameNewTask("\(name): \(effectName)")
            scenario?.noteDeed("begins \(effectName)" + (effect.place.map { " of \(text(of: $0))" } ?? ""))
        case .cancelled: scenario?.noteDeed("cancels \(text(of: effect))")
        }
    }

    private func text(of effect: EffectRecord) -> String {
        "effect \(effect.number)" + (effect.id.map { " (\($0))" } ?? "")
    }

    /// The file and the line, without the module.
    private func text(of place: SourcePlace) -> String {
        "\(place.fileID.split(separator: "/").last ?? ""):\(place.line)"
    }
}
