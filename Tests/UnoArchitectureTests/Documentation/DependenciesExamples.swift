import UnoArchitecture
import UnoTesting

/// The code of the article "Dependencies"; `ArticleTests` holds the two together.
enum DependenciesExamples {
    struct NewsClient: FeatureDependency {
        var headlines: @Sendable (_ topic: String) async throws -> [String]

        static var unprovided: NewsClient { NewsClient(headlines: Unprovided.throwing("NewsClient.headlines")) }
    }

    enum NewID: FeatureDependency {
        static var unprovided: @Sendable () -> Int { Unprovided.function("NewID", returning: 0) }
    }

    struct Headlines: Interactor {
        struct DomainState: Sendable, Equatable {
            var lines: [String] = []
        }

        enum Action: Sendable, Equatable { case load(topic: String) }

        var body: some InteractorOf<Self> {
            Requiring(NewsClient.self) { news in
                Interact(initialValue: DomainState()) { state, action in
                    switch action {
                    case .load(let topic):
                        return .perform { _, send in
                            let lines = (try? await news.headlines(topic)) ?? []
                            await send { $0.lines = lines }
                        }
                    }
                }
            }
        }
    }

    static func headlines(news: NewsClient) -> some Interactor<Headlines.DomainState, Headlines.Action> {
        Headlines()
            .providing(news)
    }

    static func testOfHeadlines() async {
        let harness = InteractorTestHarness(Headlines().providing(NewsClient { topic in ["\(topic)!"] }))
        await harness.send(.load(topic: "Tea"))
        await harness.receive { $0.lines = ["Tea!"] }
        await harness.finish()
    }

    struct Note: Sendable, Equatable, Identifiable {
        let id: Int
        var text = ""

        init(_ newID: () -> Int) { id = newID() }
    }

    struct Notebook: Interactor {
        struct DomainState: Sendable, Equatable { var notes: [Note] = [] }

        enum Action: Sendable, Equatable { case add }

        var body: some InteractorOf<Self> {
            Requiring(NewID.self) { newID in
                Update(initialValue: DomainState()) { state, action, _ in
                    switch action {
                    case .add: state.notes.append(Note(newID))
                    }
                }
            }
        }
    }
}
