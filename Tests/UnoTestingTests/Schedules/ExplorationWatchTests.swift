import Testing

@testable import UnoTesting

@Suite("The watch of an exploration")
struct ExplorationWatchTests {
    @Test func `A wait for work from outside takes less than a step may, and a second at most`() {
        #expect(ExplorationWatch(stepLimit: .seconds(30)).patience == .seconds(1))
        #expect(ExplorationWatch(stepLimit: .milliseconds(300)).patience == .milliseconds(150))
    }
}
