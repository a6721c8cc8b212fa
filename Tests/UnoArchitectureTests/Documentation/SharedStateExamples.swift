import Foundation
import UnoArchitecture
import UnoPresentation
import UnoStorage
import UnoStorageTesting
import UnoTesting

// The code of the article "Shared state", compiled as it stands there; `ArticleTests` holds the two together.

struct ReaderSettings: Sendable, Codable, Equatable {
    var isDark = false
    var fontSize = 12
}

struct Page: Interactor {
    struct DomainState: Sendable, Equatable {
        var settings = ReaderSettings()
        var text = ""
    }

    enum Action: Sendable, Equatable {
        case darkened(Bool)
        case opened(String)
    }

    let settings: Shared<ReaderSettings>

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .darkened(let isDark):
                state.settings = settings.update { $0.isDark = isDark }
                return .state
            case .opened(let text):
                state.text = text
                return .state
            }
        }
        .observing(settings, at: \.settings)
    }
}

@MainActor
struct ReaderApp {
    let settings: Shared<ReaderSettings>
    let left: DirectViewModel<Page.Action, Page.DomainState>
    let right: DirectViewModel<Page.Action, Page.DomainState>

    init(settings: Shared<ReaderSettings>) {
        self.settings = settings
        left = ViewModel(Page(settings: settings))
        right = ViewModel(Page(settings: settings))
    }
}

@Interactor
struct SettingsForm {
    enum Action: Sendable { case binding(BindingAction<ReaderSettings>) }

    let settings: Shared<ReaderSettings>

    var body: some Interactor<ReaderSettings, Action> {
        Update(initialValue: ReaderSettings()) { state, action, _ in
            switch action {
            case .binding(let change): state = settings.update { change.apply(to: &$0) }
            }
        }
        .observing(settings)
    }
}

func storedSettings(in folder: URL) -> Shared<ReaderSettings> {
    let file = folder.appending(path: "settings.json")
    let settings = Shared(ReaderSettings(), storage: FileStorage(file))
    return settings
}

func willResignActive(_ settings: Shared<ReaderSettings>) async {
    try? await settings.flush()
}

struct KeychainStorage: SharedStorage {
    let name = "keychain"
    let read: @Sendable () throws -> String?
    let write: @Sendable (String) throws -> Void

    func load() throws -> String? { try read() }
    func save(_ value: String) async throws { try write(value) }
}

func testOfPage() async {
    let settings = SharedRecorder(ReaderSettings())
    let harness = InteractorTestHarness(Page(settings: settings.shared))
    await harness.send(.darkened(true)) { $0.settings.isDark = true }
    settings.expect { $0.isDark = true }

    settings.shared.update { $0.fontSize = 20 }
    await harness.receive { $0.settings.fontSize = 20 }
    settings.expect { $0.fontSize = 20 }
    await harness.finish()
    settings.finish()
}

enum SettingsKey: FeatureDependency {
    static var unprovided: Shared<ReaderSettings> { Shared(ReaderSettings()) }
}

struct Headlines: Interactor {
    struct DomainState: Sendable, Equatable {
        var lines: [String] = []
        var fontSize = 0
    }

    enum Action: Sendable, Equatable { case arrived([String]) }

    var body: some InteractorOf<Self> {
        Requiring(SettingsKey.self) { settings in
            Update(initialValue: DomainState()) { state, action, _ in
                switch action {
                case .arrived(let lines): state.lines = lines
                }
            }
            .observing(settings.projection(\.fontSize), at: \.fontSize)
        }
    }
}

func headlines(settings: Shared<ReaderSettings>) -> some Interactor<Headlines.DomainState, Headlines.Action> {
    Headlines()
        .providing(settings, for: SettingsKey.self)
}
