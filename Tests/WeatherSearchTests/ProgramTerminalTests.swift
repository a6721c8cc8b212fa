import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("The command on a terminal", .serialized, .timeLimit(.hang))
struct ProgramTerminalTests {
    private static let (entered, left) = ("\u{1B}[?1049h", "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    private let cities: CitySampleFile

    init() throws { cities = try CitySampleFile() }

    @Test func `shows results as the keys are typed, and leaves the terminal as it was`() throws {
        let command = try CommandProcess()
        #expect(command.waits(for: Self.entered))
        command.type("troms")
        #expect(command.waits(for: "Tromsø"))
        #expect(command.isRaw)
        command.type("\u{1B}")
        #expect(command.waits(for: Self.left))
        #expect(command.waitForExit() == 0)
        #expect(!command.isRaw)
    }

    @Test func `answers the query of the command line without a screen`() throws {
        let command = try CommandProcess(["--data", cities.path, "--query", "troms"])
        #expect(command.waits(for: "Tromsø, Norway"))
        #expect(command.waitForExit() == 0)
    }

    @Test func `restores the terminal when a signal ends it`() throws {
        let command = try CommandProcess(["--data", cities.path])
        #expect(command.waits(for: Self.entered) && command.waits(for: "City: "))
        command.signal(SIGTERM)
        #expect(command.waits(for: Self.left))
        #expect(command.waitForExit() == -SIGTERM)
        #expect(!command.isRaw)
    }

    @Test("restores the terminal while it is stopped, and draws everything when it goes on", arguments: [false, true])
    func stopped(byKey: Bool) throws {
        let command = try CommandProcess(["--data", cities.path])
        #expect(command.waits(for: Self.entered))
        command.type("troms")
        #expect(command.waits(for: "Tromsø"))
        if byKey { command.type("\u{1A}") } else { command.signal(SIGTSTP) }
        #expect(command.waits(for: Self.left))
        command.waitForStop()
        #expect(!command.isRaw)
        command.signal(SIGCONT)
        #expect(command.waits(for: Self.entered) && command.waits(for: "Tromsø"))
        #expect(command.isRaw)
        command.type("\u{03}")
        #expect(command.waitForExit() == 0)
        #expect(!command.isRaw)
    }

    @Test func `draws everything when the size of the terminal changes`() throws {
        let command = try CommandProcess(["--data", cities.path])
        command.type("troms")
        #expect(command.waits(for: "Tromsø"))
        command.resize(columns: 60, rows: 20)
        #expect(command.waits(for: "Tromsø"))
        command.type("\u{1B}")
        #expect(command.waitForExit() == 0)
    }
}
