import Testing
import UnoArchitecture

@Suite("The example of the article on state machines")
struct StateMachinesTests {
    @Test("composes effects")
    func composition() async {
        let searched = ComposedCitySearch(search: CitySearch { [$0] })
        let states = await Host.stream.states(of: searched, [.input(.clear)])
        #expect(states.last == .found(["c"]))
        #expect(states.count == 4)
    }
}
