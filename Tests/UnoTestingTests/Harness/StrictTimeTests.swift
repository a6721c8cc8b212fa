import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// A call that moves the clock past steps of several times: the test says when they came.
@Suite("The times in an exhaustive test", .timeLimit(.hang))
struct StrictTimeTests {
    /// Two effects, each of which adds its number when it has slept, and a timer.
    struct Sleepers: Interactor {
        enum Action: Sendable {
            case sleep(first: Duration, second: Duration)
            case tick(every: Duration)
        }
        let clock: TestClock

        var body: some Interactor<[Int], Action> {
            Interact(initialValue: []) { state, action in
                switch action {
                case .sleep(let first, let second): .merge([sleep(1, first), sleep(2, second)])
                case .tick(let interval): .timer(every: interval, clock: clock, id: "ticks") { $0.append(0) }
                }
            }
        }

        private func sleep(_ number: Int, _ duration: Duration) -> Emission<[Int]> {
            .perform { [clock] _, send in
                try? await clock.sleep(for: duration)
                await send { $0.append(number) }
            }
        }
    }

    private typealias Harness = InteractorTestHarness<[Int], Sleepers.Action>

    private func told(_ test: (Harness) async -> Void) async -> [String] {
        await failures {
            let harness = InteractorTestHarness { Sleepers(clock: $0) }
            await test(harness)
            await harness.finish()
        }.map(\.text)
    }

    private static let message =
        "A state came at 0.03 seconds, and one call has moved the clock past that and other deadlines: another time would "
        + "look the same. Receive it with `at:`, or move the clock one deadline at a time"

    @Test func `are asked for where one call passes several deadlines`() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.advance(by: .seconds(1))
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
        }
        #expect(found == [Self.message])
    }

    @Test("are asked for after run(), too, but for the last")
    func run() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.run()
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
        }
        #expect(found == [Self.message])
    }

    @Test func `are enough where they are said`() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.run()
            await harness.receive(at: .milliseconds(30)) { $0 = [1] }
            await harness.receive(at: .seconds(1)) { $0 = [1, 2] }
        }
        #expect(found == [])
    }

    @Test func `are asked for if none of them is where the call has ended`() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .milliseconds(40)))
            await harness.advance(by: .seconds(1))
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
        }
        #expect(found == [Self.message, Self.message.replacing("0.03", with: "0.04")])
    }

    @Test("are not asked for where the clock moves from deadline to deadline, or past one, or both are one")
    func oneByOne() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.advance(by: .milliseconds(30))
            await harness.receive { $0 = [1] }
            await harness.advance(by: .seconds(2))
            await harness.receive { $0 = [1, 2] }
            await harness.send(.sleep(first: .seconds(1), second: .seconds(1)))
            await harness.advance(by: .seconds(2))
            await harness.receive { $0 = [1, 2, 1] }
            await harness.receive { $0 = [1, 2, 1, 2] }
        }
        #expect(found == [])
    }

    @Test("of ticks that divide the time evenly are said by their number, and no other ones")
    func ticks() async {
        func ticks(_ interval: Duration, in time: Duration) async -> [String] {
            await told { harness in
                let event = await harness.send(.tick(every: interval))
                await harness.advance(by: time)
                for count in 1...3 { await harness.receive { $0 = Array(repeating: 0, count: count) } }
                event.cancel()
            }
        }
        #expect(await ticks(.seconds(1), in: .seconds(3)) == [])
        let found = await ticks(.milliseconds(900), in: .seconds(3))
        #expect(
            found.map { $0.prefix(27) } == [
                "A state came at 0.9 seconds", "A state came at 1.8 seconds", "A state came at 2.7 seconds",
            ])
    }

    @Test func `are not asked for where the test need not say everything`() async {
        let found = await failures {
            let harness = InteractorTestHarness(exhaustivity: .off) { Sleepers(clock: $0) }
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.run()
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
            await harness.finish()
        }
        #expect(found.isEmpty)
    }

    @Test func `are not asked for if the test need no longer say everything when it receives the steps`() async {
        let found = await told { harness in
            await harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.run()
            harness.exhaustivity = .off
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
        }
        #expect(found == [])
    }

    @Test @MainActor func `are asked for by the harness of a view model, too`() async {
        let found = await failures {
            let harness = ViewModelTestHarness { clock in DirectViewModel(Sleepers(clock: clock), instances: .many) }
            harness.send(.sleep(first: .milliseconds(30), second: .seconds(1)))
            await harness.advance(by: .seconds(1))
            await harness.receive { $0 = [1] }
            await harness.receive { $0 = [1, 2] }
            await harness.finish()
        }
        #expect(found.map(\.text) == [Self.message.replacing("A state", with: "A change of the view state")])
    }
}
