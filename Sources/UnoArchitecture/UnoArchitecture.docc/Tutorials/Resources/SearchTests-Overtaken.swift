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
    await harness.advance(by: .milliseconds(300))
    await harness.receive(\.found.success) {
        $0.cities = ["reykjavík"]
        $0.isSearching = false
    }
    await harness.finish()
}

@Test("never shows the answer to an older text")
func overtaken() async {
    let harness = InteractorTestHarness { clock in
        Search(
            find: { text in
                try await clock.sleep(for: .seconds(1))
                return [text]
            },
            clock: clock
        )
    }
    await harness.send(.typed("re")) {
        $0.text = "re"
        $0.isSearching = true
    }
    await harness.advance(by: .milliseconds(300))
    await harness.send(.typed("rey")) { $0.text = "rey" }
    await harness.advance(by: .seconds(2))
    await harness.receive(\.found.success, at: .milliseconds(1600)) {
        $0.cities = ["rey"]
        $0.isSearching = false
    }
    await harness.finish()
}
