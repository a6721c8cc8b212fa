import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor
@Suite("The screen of the article on view models", .timeLimit(.hang))
struct ViewModelsTests {
    let albums = [Album(title: "Blue", year: 1971), Album(title: "Hejira", year: 1976)]

    @Test("draws the fields that it reads, and is notified when they change")
    func drawing() async {
        let model = ViewModel(initialValue: ShelfPage(), Shelf(fetch: { [albums] in albums }), ShelfPageReducer())
        let stale = Record<Void>()
        #expect(draw(model) { stale.append() } == "0 albums: ")
        model.sendViewEvent(.typed(""))
        #expect(stale.count == 0)
        await model.sendViewEvent(.refresh).finish()
        #expect(stale.count == 1)
        #expect(draw(model) { stale.append() } == "2 albums: Blue, 1971; Hejira, 1976")
    }
}
