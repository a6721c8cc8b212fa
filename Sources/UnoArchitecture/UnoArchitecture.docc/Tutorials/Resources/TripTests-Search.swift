import Testing
import UnoTesting

@testable import Places

@Test("finds a stop, and adds it")
func stop() async {
    let harness = InteractorTestHarness { clock in
        Trip(search: Search(find: { text in ["\(text)kjavík"] }, clock: clock))
    }
    await harness.send(\.search.typed, "rey") {
        $0.search.text = "rey"
        $0.search.isSearching = true
    }
    await harness.advance(by: .milliseconds(300))
    await harness.receive(\.search.found.success) {
        $0.search.cities = ["reykjavík"]
        $0.search.isSearching = false
    }
    await harness.send(.chosen("reykjavík")) { $0.stops = ["reykjavík"] }
    await harness.finish()
}
