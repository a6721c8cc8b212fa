import Testing

@testable import UnoTesting

@Suite("What a recorder has seen, and who waits for it")
struct RecorderStateMachineTests {
    private typealias Machine = RecorderStateMachine<Int, String>

    private struct Broken: Error {}

    private func instant(_ seconds: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(seconds)) }

    /// The watchers that the event resumes.
    private func note(_ event: Machine.Event, _ machine: inout Machine, evenLate: Bool = false) -> [String] {
        machine.note(event, at: instant(machine.events.count), evenLate: evenLate).map { "\($0) \($1)" }
    }

    /// The id of a watcher that waits, or its answer.
    private func watch(_ name: String, for count: Int, _ machine: inout Machine, isCancelled: Bool = false) -> String {
        switch machine.watch(name, for: count, isCancelled: isCancelled) {
        case .waits(let id): "waits as \(id)"
        case .answer(let answer): "\(answer)"
        }
    }

    @Test func `A watcher is resumed by the value that it needs, and in the order in which they came`() {
        var machine = Machine()
        #expect(watch("none", for: 0, &machine) == "true")
        #expect(watch("two", for: 2, &machine) == "waits as 1")
        #expect(watch("one", for: 1, &machine) == "waits as 2")
        #expect(watch("again two", for: 2, &machine) == "waits as 3")
        #expect(watch("cancelled", for: 1, &machine, isCancelled: true) == "false")
        #expect(note(.value(7), &machine) == ["one true"])
        #expect(watch("one later", for: 1, &machine, isCancelled: true) == "true")
        #expect(note(.value(8), &machine) == ["two true", "again two true"])
        #expect(note(.value(9), &machine) == [])
        #expect(machine.values == [7, 8, 9] && !machine.hasEnded)
        #expect(machine.events.map(\.time) == [instant(0), instant(1), instant(2)])
    }

    @Test(arguments: [0, 1, 2])
    func `The end resumes all watchers: those who wait for it, and in vain those who wait for values`(kind: Int) {
        var machine = Machine()
        _ = note(.value(1), &machine)
        #expect(watch("two", for: 2, &machine) == "waits as 1")
        #expect(watch("end", for: .max, &machine) == "waits as 2")
        let end: Machine.Event = [.finish, .failure(Broken()), .cancel][kind]
        #expect(note(end, &machine) == ["two false", "end true"])
        #expect(machine.hasEnded && machine.events.count == 2)
        #expect(watch("one", for: 1, &machine) == "true")
        #expect(watch("two", for: 2, &machine) == "false")
        #expect(watch("end", for: .max, &machine) == "true")
        // What comes late is shown, if at all, and is no value.
        #expect(note(.value(2), &machine) == [] && machine.events.count == 2)
        #expect(note(.value(3), &machine, evenLate: true) == [] && machine.events.count == 3)
        #expect(machine.values == [1])
    }

    @Test func `A watcher that is withdrawn is resumed once`() {
        var machine = Machine()
        #expect(watch("first", for: 1, &machine) == "waits as 1")
        #expect(watch("second", for: 1, &machine) == "waits as 2")
        #expect(machine.withdraw(1) == "first" && machine.withdraw(1) == nil && machine.withdraw(9) == nil)
        #expect(note(.value(1), &machine) == ["second true"])
        #expect(machine.withdraw(2) == nil)
    }
}
