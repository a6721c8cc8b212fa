import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStorage
import UnoTesting

@Suite("The reader of the article on shared state", .timeLimit(.hang))
struct SharedStateTests {
    @MainActor
    @Test("Both pages begin with the settings, and the one that changes them shows it at once")
    func pages() {
        let app = ReaderApp(settings: Shared(ReaderSettings(fontSize: 14)))
        #expect([app.left, app.right].map(\.viewState.settings.fontSize) == [14, 14])
        app.left.sendViewEvent(.darkened(true))
        #expect(app.left.viewState.settings.isDark && app.settings.value.isDark)
    }

    @MainActor
    @Test("Two forms that change a field each before they have seen the other's keep both changes")
    func forms() {
        let settings = Shared(ReaderSettings())
        let first = ViewModel(SettingsForm(settings: settings))
        let second = ViewModel(SettingsForm(settings: settings), instances: .many)
        first.sendViewEvent(\.binding.isDark, true)
        second.sendViewEvent(\.binding.fontSize, 20)
        #expect(settings.value == ReaderSettings(isDark: true, fontSize: 20))
        #expect(second.viewState == settings.value)
    }

    @Test("The settings are in the file after a flush")
    func stored() async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = storedSettings(in: folder)
        settings.update { $0.fontSize = 30 }
        await willResignActive(settings)
        #expect(storedSettings(in: folder).value.fontSize == 30)
    }

    @Test("Storage of one's own keeps a value")
    func keychain() async throws {
        let entries = Record<String>()
        func shared() -> Shared<String> {
            Shared("", storage: KeychainStorage(read: { entries.elements.last }, write: { entries.append($0) }))
        }
        let secret = shared()
        secret.update { $0 = "open sesame" }
        try await secret.flush()
        #expect(shared().value == "open sesame")
    }

    @Test("The tests that the article shows pass")
    func tests() async {
        await testOfPage()
    }

    @Test("Headlines follow the shared value that is provided around them")
    func provided() async {
        let settings = Shared(ReaderSettings(fontSize: 9))
        let harness = InteractorTestHarness(headlines(settings: settings))
        settings.update { $0.fontSize = 10 }
        await harness.receive { $0.fontSize = 10 }
        await harness.send(.arrived(["news"])) { $0.lines = ["news"] }
        await harness.finish()
    }
}
