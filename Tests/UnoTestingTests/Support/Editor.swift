import TestSupport
import UnoArchitecture
import UnoTesting

/// A feature that asks to be dismissed in every way.
@Interactor
struct Editor {
    struct State: Sendable, Equatable {
        var text = ""
        var isSaved = false
    }

    @CasePathable
    enum Action: Sendable, Equatable {
        case type(String)
        /// Types a letter a second.
        case dictate
        /// Changes the state, and asks to be dismissed.
        case save
        /// Asks to be dismissed beside an effect.
        case saveBesides
        /// Asks to be dismissed after a second, from an effect.
        case saveLater
        case dispatchLater
        case close
    }

    /// Where `save` asks, for a failure message.
    static let lineOfSave: UInt = 1_234

    let clock: TestClock
    /// What the effects do beside the steps.
    let log = Record<String>()

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { [self] state, action, dispatch in
            switch action {
            case .type(let text):
                state.text += text
                return .state
            case .dictate: return .perform { _, send in await dictate(send) }
            case .save:
                state.isSaved = true
                return .dismiss(line: Self.lineOfSave)
            case .saveBesides: return .merge([.dismiss(), .perform { _, _ in log.append("begun") }])
            case .saveLater: return .perform { _, send in await save(send) }
            case .dispatchLater:
                return .perform { _, _ in
                    try? await clock.sleep(for: .seconds(1))
                    await dispatch(.close)
                }
            case .close: return .dismiss()
            }
        }
    }

    private func dictate(_ send: Send<State>) async {
        while (try? await clock.sleep(for: .seconds(1))) != nil { await send { $0.text += "a" } }
        let outcome = await send { $0.text = "late" }
        log.append("\(outcome)")
    }

    private func save(_ send: Send<State>) async {
        try? await clock.sleep(for: .seconds(1))
        let outcome = await send.dismiss(line: Self.lineOfSave)
        log.append("\(outcome)")
    }
}
