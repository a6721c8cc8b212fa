import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// What a view model's harness records when it is let go of without `finish()`.
@MainActor @Suite("Letting go of a view model's harness", .timeLimit(.hang)) struct ViewModelEndTests {
    typealias Harness = ViewModelTestHarness<Int, Int, Int>

    /// As a suite's helper makes it: its line tells nothing.
    static func makeHarness(
        _ exhaustivity: Exhaustivity = .on,
        _ emission: @escaping @Sendable (TestClock, Int) -> Emission<Int> = { clock, seconds in
            .perform { _, send in
                try? await clock.sleep(for: .seconds(seconds))
                await send { $0 += seconds }
            }
        }
    ) -> Harness {
        Harness(exhaustivity: exhaustivity, line: 1) { clock in
            DirectViewModel(
                Interact<Int, Int>(initialValue: 0) { _, action in emission(clock, action) }, instances: .many)
        }
    }

    @Test func `records a change that was not received, at the last call`() async {
        let found = await failures {
            let harness = Self.makeHarness()
            harness.send(1, line: 10)
            await harness.advance(by: .seconds(1), line: 20)
        }
        #expect(found.map(\.line) == [20])
        #expect(
            found.map(\.text) == [
                """
                At the end of the test, this had come and was not received:
                    a change of the view state by an effect, a timer or a stream \
                (of 1, sent at ViewModelEndTests.swift:10)
                        it: 0 became 1
                """
            ])
    }

    @concurrent
    private nonisolated static func letGo(_ kept: Locked<Harness?>) async { _ = kept.withLock { $0.take() } }

    @Test func `records it on another thread, too`() async {
        let found = await failures {
            let kept = Locked<Harness?>(Self.makeHarness())
            kept.withLock { $0 }?.send(1, line: 10)
            await kept.withLock { $0 }?.advance(by: .seconds(1), line: 20)
            await Self.letGo(kept)
        }
        #expect(found.map(\.line) == [20])
    }

    @Test func `records an effect that is in flight, where it was sent`() async {
        let found = await failures {
            let harness = Self.makeHarness()
            harness.send(1, line: 10)
            await harness.advance(by: .milliseconds(1), line: 20)
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.hasPrefix("At the end of the test, what 1 led to is still in flight") == true)
    }

    @Test("records the first twenty effects that are in flight, and counts the others", arguments: [20, 21, 25])
    func manyInFlight(count: Int) async {
        let found = await failures {
            let harness = Self.makeHarness()
            for line in 1...count { harness.send(1, line: UInt(line)) }
        }
        #expect(found.map(\.line) == Array(1...20))
        #expect(found.last?.text.hasSuffix("\n… and \(count - 20) more events are in flight") == (count > 20))
        #expect(found.filter { $0.text.contains("more events") }.count == (count > 20 ? 1 : 0))
    }

    @Test func `finish() in a cancelled test cancels what is in flight, and records nothing of it`() async {
        let found = await failures {
            let harness = Self.makeHarness(.off)
            harness.send(1, line: 10)
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await harness.finish(line: 20)
            }.value
        }
        #expect(found.isEmpty)
    }

    @Test("after a finish() that was not in time, nothing runs any longer", arguments: [Exhaustivity.on, .off])
    func endsAtTheLimit(_ exhaustivity: Exhaustivity) async {
        let work = HeldWork()
        var harness: Harness?
        let found = await failures {
            let made = Self.makeHarness(exhaustivity) { _, _ in .perform { _, _ in await work.run() } }
            harness = made
            made.send(1, line: 10)
            await made.finish(timeout: .zero, line: 20)
        }
        #expect(found.map(\.line) == [10])
        #expect(work.endings.elements == [.cancelled])
        withExtendedLifetime(harness) {}
    }

    @Test("finish() cancels at once what only sleeps on the clock of the test", arguments: [Exhaustivity.on, .off])
    func asleep(_ exhaustivity: Exhaustivity) async {
        let ends = Record<Void>()
        let found = await failures {
            let harness = Self.makeHarness(exhaustivity) { clock, _ in
                .perform { _, _ in
                    try? await clock.sleep(for: .seconds(1))
                    for _ in 0..<100 { await Task.yield() }
                    ends.append()
                }
            }
            harness.send(1, line: 10)
            // Waiting would last longer than any test.
            await harness.finish(timeout: .seconds(Int64.max), line: 20)
            // The cancelled effect has come to its end.
            #expect(ends.count == 1)
        }
        #expect(found.map(\.line) == [10])
    }

    @Test func `A receive() that was not in time leaves it to the next one to wait for what works outside`() async {
        let work = HeldWork()
        let found = await failures {
            let harness = Self.makeHarness { _, _ in
                .perform { _, send in
                    await Task.detached { _ = await work.run() }.value
                    await send { $0 += 1 }
                }
            }
            harness.send(1, line: 10)
            await harness.receive(timeout: .milliseconds(1), line: 20) { $0 = 1 }
            let release = Task.detached {
                for _ in 0..<1_000 { await Task { @MainActor in }.value }
                work.release()
            }
            await harness.receive(timeout: .seconds(Int64.max), line: 30) { $0 = 1 }
            await release.value
            await harness.finish()
        }
        #expect(found.map(\.line) == [20])
    }

    @Test func `finish() records an action that is held back, where it was sent`() async {
        let found = await failures {
            let harness = Harness { clock in
                DirectViewModel(
                    DebounceInteractor(for: .milliseconds(300), clock: clock) {
                        Interact<Int, Int>(initialValue: 0) { state, number in
                            state += number
                            return .state
                        }
                    }, instances: .many)
            }
            harness.send(7, line: 10)
            await harness.finish(line: 20)
        }
        #expect(found.map(\.line) == [10])
        #expect(
            found.map(\.text) == ["At the end of the test, 7 is still held back, as by a debounce. Advance the clock"])
    }

    /// Emits 100 when there are no more actions.
    private struct Closing: Interactor {
        let ends = Record<Void>()

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { [ends] in
                for await action in upstream { return action }
                guard ends.count == 0 else { return nil }
                ends.append()
                return 100
            }
        }
    }

    @Test("A change by the end itself is to be received after finish()", arguments: [false, true])
    func changeByTheEnd(isReceived: Bool) async {
        let found = await failures {
            let harness = Harness { _ in DirectViewModel(initialValue: 0, Closing(), instances: .many) }
            await harness.finish()
            if isReceived { await harness.receive { $0 = 100 } }
        }
        #expect(found.count == (isReceived ? 0 : 1))
        #expect(found.allSatisfy { $0.text.contains("0 became 100") })
    }

    @Test("finish() waits for what works outside", arguments: [Exhaustivity.on, .off])
    func outside(_ exhaustivity: Exhaustivity) async {
        let harness = Self.makeHarness(exhaustivity) { _, _ in
            .perform { _, _ in
                // More turns of the main actor than the harness takes until it waits.
                await Task.detached { for _ in 0..<1_000 { await Task { @MainActor in }.value } }.value
            }
        }
        harness.send(1)
        await harness.finish(timeout: .seconds(Int64.max))
    }

    @Test func `records nothing where the test need not say everything, or has finished`() async {
        let harness = Self.makeHarness(.off)
        harness.send(1)
        await harness.advance(by: .milliseconds(1))
        let other = Self.makeHarness()
        other.send(1)
        await other.advance(by: .seconds(1))
        await other.receive { $0 = 1 }
        await other.finish()
    }
}
