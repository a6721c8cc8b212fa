import MainActorModule
import TestSupport
import Testing

@MainActor @Suite("A module that belongs to the main actor by default", .timeLimit(.hang)) struct MainActorModuleTests {
    @Test func `has a view model, whose domain is nonisolated`() async {
        let page = StopwatchPage { [10, 20, 30] }
        #expect(page.text == "0 laps, 0 s")
        page.pressed(at: 7)
        #expect(page.text == "1 laps, 7 s")
        await page.refresh()
        #expect(page.text == "3 laps, 60 s")
    }
}
