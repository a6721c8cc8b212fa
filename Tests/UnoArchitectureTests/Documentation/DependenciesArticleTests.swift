import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The reader of the article on dependencies", .timeLimit(.hang))
struct DependenciesArticleTests {
    typealias Examples = DependenciesExamples

    @Test("The test that the article shows passes")
    func tests() async {
        await Examples.testOfHeadlines()
    }

    @Test("Headlines get the client that is provided around them, the innermost of several")
    func provided() async {
        let feature = Examples.headlines(news: Examples.NewsClient { _ in ["inner"] })
        let harness = InteractorTestHarness(feature.providing(Examples.NewsClient { _ in ["outer"] }))
        await harness.send(.load(topic: "any"))
        await harness.receive { $0.lines = ["inner"] }
        await harness.finish()
    }

    @Test("A handler that makes states asks for one id each")
    func identifiers() async {
        let last = Mutex(0)
        let newID: @Sendable () -> Int = {
            last.withLock {
                $0 += 1
                return $0
            }
        }
        let harness = InteractorTestHarness(Examples.Notebook().providing(newID, for: Examples.NewID.self))
        for id in 1...3 {
            await harness.send(.add) { $0.notes.append(Examples.Note { id }) }
        }
        await harness.finish()
        #expect(last.withLock { $0 } == 3)
    }

    @Test("An id that is not provided is reported, with the name of the dependency")
    func unprovided() async {
        let found = Record<String>()
        let runtime = Diagnostics.$local.withValue(Diagnostics { found.append($0.message) }) {
            Runtime(Examples.Notebook())
        }
        await runtime.send(.add).finish()
        #expect(found.elements.count == 1)
        #expect(found.elements.first?.contains("NewID was called, but is not provided") == true)
    }
}
