import Observation
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The code of the article "View models", compiled as it stands there; `ArticleTests` holds the two together.

struct Album: Sendable, Equatable {
    var title: String
    var year: Int
}

struct Shelf: Interactor {
    struct DomainState: Sendable {
        var query = ""
        var albums: [Album] = []
        var isLoading = false
    }

    enum Action: Sendable {
        case typed(String)
        case refresh
    }

    let fetch: @Sendable () async -> [Album]

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .typed(let text):
                state.query = text
                return .state
            case .refresh:
                state.isLoading = true
                return .perform(id: "refresh", policy: .cancelPrevious) { [fetch] _, send in
                    let albums = await fetch()
                    await send {
                        $0.albums = albums
                        $0.isLoading = false
                    }
                }
            }
        }
    }
}

struct ShelfPage: Equatable {
    var query = ""
    var rows: [String] = []
    var status = ""
}

struct ShelfPageReducer: ViewStateReducer {
    typealias DomainState = Shelf.DomainState
    typealias ViewState = ShelfPage

    var body: some ViewStateReducerOf<Self> {
        BuildViewState { domainState, page in
            page.query = domainState.query
            page.rows = domainState.albums
                .filter { domainState.query.isEmpty || $0.title.contains(domainState.query) }
                .map { "\($0.title), \($0.year)" }
        }
        BuildViewState { domainState, page in
            page.status = domainState.isLoading ? "Loading …" : "\(page.rows.count) albums"
        }
    }
}

typealias ShelfModel = ViewModel<Shelf.Action, Shelf.DomainState, ShelfPage>

@MainActor
func makeShelfModel(fetch: @escaping @Sendable () async -> [Album]) -> ShelfModel {
    ViewModel(initialValue: ShelfPage(), Shelf(fetch: fetch), ShelfPageReducer())
}

@MainActor
func draw(_ model: ShelfModel, whenStale: @escaping @Sendable () -> Void) -> String {
    withObservationTracking {
        "\(model.status): \(model.rows.joined(separator: "; "))"
    } onChange: {
        whenStale()
    }
}

#if canImport(SwiftUI)
    struct ShelfView: View {
        @State private var model = makeShelfModel(fetch: { [] })

        var body: some View {
            List(model.rows, id: \.self) { Text($0) }
                .overlay { Text(model.status) }
                .searchable(text: model.binding(\.query, send: Shelf.Action.typed))
                .refreshable { await model.sendViewEvent(.refresh).finish() }
        }
    }
#endif

@MainActor
@Suite("The example of the article on view models", .timeLimit(.minutes(20)), .serialized)
struct ShelfTests {
    let albums = [Album(title: "Blue", year: 1971), Album(title: "Hejira", year: 1976)]

    @Test("is up to date when an event has been sent")
    func atOnce() {
        let model = makeShelfModel(fetch: { [] })
        model.sendViewEvent(.typed("Blue"))
        #expect(model.query == "Blue")
        let query = model.binding(\.query, send: Shelf.Action.typed)
        query.value = "Hej"
        #expect(model.query == "Hej")
    }

    @Test("loads, and filters what it has loaded")
    func refresh() async {
        let harness = ViewModelTestHarness(makeShelfModel(fetch: { [albums] in albums }))
        harness.observe(\.rows, \.status)
        let refresh = harness.send(.refresh, notifying: [\.status]) { $0.status = "Loading …" }
        await harness.receive {
            $0.rows = ["Blue, 1971", "Hejira, 1976"]
            $0.status = "2 albums"
        }
        await refresh.finish()
        harness.send(.typed("Hej"), notifying: [\.rows, \.status]) {
            $0.query = "Hej"
            $0.rows = ["Hejira, 1976"]
            $0.status = "1 albums"
        }
        await harness.finish()
    }
}
