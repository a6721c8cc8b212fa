import LocationPart
import RepositoryPart
import TestSupport
import Testing
import UnoArchitecture
import WeatherPart

@Suite(.timeLimit(.hang)) struct PartsAppTests {
    @Test(arguments: PartsApp.spellings.indices, Host.allCases)
    func `Parts of three modules work together in every spelling`(index: Int, host: Host) async {
        let (name, app) = PartsApp.spellings[index]
        let states = await host.states(of: app, [.location(.ask)])
        var expected = PartsApp.State()
        #expect(states.first == expected, "\(name)")
        expected.location.place = "Oslo"
        expected.weather.report = "rain in Oslo"
        expected.storage.repository.kept = ["rain in Oslo"]
        #expect(states.last == expected, "\(name)")
        #expect(states.contains { $0.location.isAsking }, "\(name)")
    }
}
