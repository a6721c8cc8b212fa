import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@Suite("The examples of the article on state machines", .timeLimit(.hang))
struct StateMachinesTests {
    @Test("A login of two steps reaches its user", arguments: Host.allCases)
    func login(host: Host) async {
        let logIn = LogIn(authenticate: { $0 + "-token" }, fetchUser: { "user of \($0)" })
        let states = await host.states(of: logIn, [.input(.logIn(password: "1234"))])
        #expect(states == [.loggedOut, .authenticating, .fetchingUser, .loggedIn("user of 1234-token")])
    }

    @Test("The answer to an earlier text never arrives, whichever comes first", arguments: Host.allCases)
    func typing(host: Host) {
        for seed in 1...UInt64(Scale.chosen(debug: 50, release: 500)) {
            let requests = HeldWork()
            let search = CitySearch { text in
                await requests.run()
                return [text]
            }
            let diagnostics = DiagnosticsRecorder()
            let stage = diagnostics { Stage(search, in: host, seed: seed) }
            for text in ["r", "re", "rey"] { stage.hosted.send(.input(.search(text))) }
            for _ in 0..<3 { requests.release() }
            stage.executor.runUntilIdle()
            #expect(stage.last == .found(["rey"]))
            for (state, next) in zip(stage.states, stage.states.dropFirst()) {
                if case .found(let cities) = next { #expect(state == .searching(cities[0])) }
            }
            #expect(diagnostics.kinds.isEmpty)
            stage.finish()
            #expect(stage.hasEnded)
        }
    }

    @Test("composes effects")
    func composition() async {
        let searched = ComposedCitySearch(search: CitySearch { [$0] })
        let states = await Host.stream.states(of: searched, [.input(.clear)])
        #expect(states.last == .found(["c"]))
        #expect(states.count == 4)
    }
}
