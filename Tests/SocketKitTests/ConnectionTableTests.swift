import Testing

@testable import SocketKit

@Suite("The table of connections")
struct ConnectionTableTests {
    typealias Table = ConnectionTable<String>

    private var limits: Table.Limits {
        var limits = Table.Limits()
        (limits.connections, limits.guests) = (2, 2)
        return limits
    }

    /// The handle of a connection, and who gives way if there is no room.
    private func admit(to table: inout Table) -> String {
        switch table.admit({ "\($1 ? "guest" : "connection") \($0)" }) {
        case .admitted(let handle): handle
        case .full(let first): "full, \(first ?? "nobody") goes"
        }
    }

    private func text(_ overdue: [Table.Overdue]) -> [String] {
        overdue.map {
            switch $0 {
            case .slow(let handle, let phase): "\(handle) \(phase)"
            case .stuck(let handle): "\(handle) stuck"
            }
        }.sorted()
    }

    @Test func `takes connections up to its limit, then guests; then the first guest gives way, each once`() {
        var table = Table(limits: limits)
        #expect(
            (1...7).map { _ in admit(to: &table) } == [
                "connection 1", "connection 2", "guest 3", "guest 4", "full, guest 3 goes", "full, guest 4 goes",
                "full, nobody goes",
            ])
        table.remove(4)
        #expect(admit(to: &table) == "guest 5")
        table.remove(1)
        #expect(!table.isFull)
        #expect(admit(to: &table) == "connection 6")
        #expect(table.isFull && table.connectionCount == 2)
        // A guest that has left by itself cannot be told to go.
        table.remove(5)
        #expect(admit(to: &table) == "guest 7")
        #expect(admit(to: &table) == "full, guest 7 goes")
    }

    @Test func `takes guests only, once it is stopped`() {
        var table = Table(limits: limits)
        _ = admit(to: &table)
        #expect(table.stop() == ["connection 1"])
        #expect(admit(to: &table) == "guest 2")
    }

    @Test(
        "ends a connection that stays in a phase for its time, and not before",
        arguments: [
            (.silent, .seconds(10), "connection 1 silent"), (.begun, .seconds(10), "connection 1 begun"),
            (.quiet, .seconds(60), "connection 1 quiet"), (.writing, .seconds(30), "connection 1 stuck"),
            (.leaving, .seconds(1), "connection 1 stuck"), (.busy, nil, nil),
        ] as [(Table.Phase, Duration?, String?)])
    func times(phase: Table.Phase, limit: Duration?, end: String?) {
        var table = Table(limits: limits)
        _ = admit(to: &table)
        #expect(text(table.advance(by: .seconds(5))) == [])
        // The time of a phase begins with it.
        if phase != .silent { table.note(phase, of: 1) }
        let rest = (limit ?? .seconds(10_000)) - (phase == .silent ? .seconds(5) : .zero)
        #expect(text(table.advance(by: rest - .milliseconds(1))) == [])
        // To note a phase again does not prolong it: a client that sends a byte now and then has begun once.
        table.note(phase, of: 1)
        #expect(text(table.advance(by: .milliseconds(1))) == (end.map { [$0] } ?? []))
        // The server works on it now.
        #expect(text(table.advance(by: .seconds(10_000))) == [])
    }

    @Test(arguments: [.silent, .begun, .writing] as [Table.Phase]) func `gives a guest less time`(phase: Table.Phase) {
        var limits = limits
        limits.connections = 0
        var table = Table(limits: limits)
        _ = admit(to: &table)
        table.note(phase, of: 1)
        #expect(table.advance(by: .milliseconds(1_999)).isEmpty)
        #expect(table.advance(by: .milliseconds(1)).count == 1)
    }

    @Test func `forgets a connection that was removed`() {
        var table = Table(limits: limits)
        _ = admit(to: &table)
        table.remove(1)
        table.remove(1)
        table.note(.quiet, of: 1)
        #expect(text(table.advance(by: .seconds(10_000))) == [])
        #expect(table.handles.isEmpty && table.connectionCount == 0)
    }
}
