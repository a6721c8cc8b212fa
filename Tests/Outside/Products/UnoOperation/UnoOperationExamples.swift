import UnoArchitecture
import UnoOperation

struct Visits: Interactor {
    var body: some Interactor<Int, Int> {
        Interact(initialValue: 0) { count, more in
            count += more
            return .state
        }
    }
}

func count(visitors: [String]) async throws {
    let rooms = RuntimeGroup(passivateAfter: .seconds(60), make: { (room: String) in Runtime(Visits(), name: room) })
    for visitor in visitors { _ = try await rooms.send(1, to: visitor) }
    let report = await rooms.shutdown(.drain, within: .seconds(5))
    print(report.isComplete)
}
