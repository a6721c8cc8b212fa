import Testing
import UnoTesting

@testable import Places

@Test("searches when the typing pauses")
func pause() async {
    let harness = InteractorTestHarness { clock in
        Search(find: { text in ["\(text)kjavík"] }, clock: clock)
    }
    await harness.send(.typed("re")) {
        $0.text = "re"
        $0.isSearching = true
    }
    await harness.send(.typed("rey")) { $0.text = "rey" }
}
