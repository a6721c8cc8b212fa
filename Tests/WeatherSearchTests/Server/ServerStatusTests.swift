import Testing

@testable import WeatherSearch

@Suite("The status of the server")
struct ServerStatusTests {
    @Test func `It begins with its condition, by which it is known`() {
        let tallies = ServerStatus.Tallies(
            answers: 1, lateAnswers: 2, failedAnswers: 3, refusedConnections: 4, slowConnections: 5,
            brokenConnections: 6)
        let status = ServerStatus(condition: .full, connections: 7, limit: 8, tallies: tallies, runtimes: [:])
        #expect(
            "\(status)" == """
                server       full
                connections  7 of 8; 4 refused, 5 too slow, 6 broken
                queries      1 answered, 2 late, 3 failed
                runtimes     0, 0 of them busy

                """)
        #expect(ServerStatus.condition(in: "server       full") == .full)
        #expect(ServerStatus.condition(in: "server       serving") == .serving)
        #expect(ServerStatus.condition(in: "server       empty") == nil)
        #expect(ServerStatus.condition(in: "full") == nil)
    }
}
