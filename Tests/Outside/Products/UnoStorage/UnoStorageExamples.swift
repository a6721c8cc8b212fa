import Foundation
import UnoArchitecture
import UnoStorage

struct Settings: Sendable, Codable, Equatable {
    var isDark = false
}

let settings = Shared(Settings(), storage: FileStorage(URL(filePath: "settings.json")))

struct SettingsPage: Interactor {
    var body: some Interactor<Settings, Bool> {
        Interact(initialValue: Settings()) { state, isDark in
            state = settings.update { $0.isDark = isDark }
            return .state
        }
        .observing(settings)
    }
}
