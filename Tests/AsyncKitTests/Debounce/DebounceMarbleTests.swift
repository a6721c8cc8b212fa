import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("Debounce, with a window of three ticks", .timeLimit(.minutes(1)))
struct DebounceMarbleTests {
    struct Failure: Error {}

    @Test(
        "plays its diagrams",
        arguments: [
            ("|", "|", "an upstream that ends at once"),
            ("----|", "----|", "an upstream without elements"),
            ("--#", "--#", "an upstream that only fails"),
            ("a-----|", "---a--|", "one element"),
            ("abc-----|", "-----c--|", "the last of a burst"),
            ("(abc)-----|", "---c--|", "the last of a burst in one tick"),
            ("ab---cd---|", "----b----d|", "two bursts"),
            ("a-b-c-d----|", "---------d-|", "a deadline that moves while the sleeper sleeps"),
            ("a--b---|", "---a--b|", "an element in the tick in which the window ends"),
            ("a--b--c---|", "---a--b--c|", "a regular pace of one window"),
            ("ab|", "--(b|)", "a pending element at the finish"),
            ("a---b|", "---a-(b|)", "a pending element at the finish, after another"),
            ("a--|", "---(a|)", "a finish in the tick in which the window ends"),
            ("(a|)", "(a|)", "an element and the finish in one tick"),
            ("ab#", "--#", "a pending element at an error"),
            ("a---#", "---a#", "an error after the window"),
        ]
    )
    func diagram(input: String, output: String, title: String) async {
        #expect(await debounced(Marbles(input)) == Marbles(output), "\(title)")
    }

    /// Plays the input to a debounce on a test clock, a tick a second, and draws what it emits.
    private func debounced(_ input: Marbles) async -> Marbles {
        let clock = TestClock()
        let upstream = ScriptedSequence<Character, Failure>()
        let (emissions, emission) = AsyncStream.makeStream(of: (Marbles.Event, TestClock.Instant).self)
        let consumer = Task {
            do {
                for try await element in upstream.debounce(for: .seconds(3), clock: clock) {
                    emission.yield((.element(element), clock.now))
                }
                emission.yield((.finish, clock.now))
            } catch {
                emission.yield((.failure, clock.now))
            }
        }
        var output = Marbles(ticks: input.ticks.map { _ in [] })
        var iterator = emissions.makeAsyncIterator()
        func draw() async {
            guard let (event, moment) = await iterator.next(isolation: #isolation) else { return }
            output.ticks[Int(moment.offset.components.seconds)].append(event)
        }

        await upstream.waitUntilAsked()
        var due: Int?
        for (tick, events) in input.ticks.enumerated() {
            clock.advance(to: TestClock.Instant(offset: .seconds(tick)))
            if due == tick {
                await draw()
                due = nil
            }
            for event in events {
                switch event {
                case .element(let element):
                    await upstream.yield(element)
                    due = tick + 3
                case .finish:
                    upstream.finish()
                    if due != nil { await draw() }
                    await draw()
                case .failure:
                    upstream.fail(Failure())
                    await draw()
                }
            }
            if due != nil, !events.contains(.finish), !events.contains(.failure) { await clock.waitForSleepers(1) }
        }

        // Both tasks of the iteration end: one lets go of the upstream, the other of the clock.
        await consumer.value
        await upstream.waitUntilReleased()
        await clock.waitForNoSleepers()
        return output
    }
}
