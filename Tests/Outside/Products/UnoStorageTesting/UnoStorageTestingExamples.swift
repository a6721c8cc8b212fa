import Testing
import UnoArchitecture
import UnoStorage
import UnoStorageTesting

private struct Settings: Sendable, Equatable {
    var isDark = false
}

@Test func darkening() {
    let settings = SharedRecorder(Settings())
    settings.shared.update { $0.isDark = true }
    settings.expect { $0.isDark = true }
    settings.finish()
}
