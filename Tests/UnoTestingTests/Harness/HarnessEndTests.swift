import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Ending a harness", .timeLimit(.hang))
struct HarnessEndTests {
    let loader = Loader(clock: TestClock())

    func harness(_ exhaustivity: Exhaustivity) -> InteractorTestHarness<Loader.DomainState, Loader.Action> {
        InteractorTestHarness(loader, clock: loader.clock, exhaustivity: exhaustivity)
    }

    @Test(
        "records, in either mode, an effect that works outside and does not end in time",
        arguments: [Exhaustivity.on, .off])
    func outside(exhaustivity: Exhaustivity) async {
        let found = await failures {
            let harness = harness(exhaustivity)
            await harness.send(.loadDirectly, line: 10)
            await harness.finish(timeout: .zero, line: 20)
        }
        #expect(found.map(\.line) == [10])
        #expect(
            found.first?.text.contains(".perform(id: direct) of .loadDirectly, sent at HarnessEndTests.swift:10")
                == true)
        #expect(loader.work.endings.elements == [.cancelled])
    }

    @Test(arguments: [Exhaustivity.on, .off])
    func `records, in either mode and at once, an effect that sleeps on its clock`(exhaustivity: Exhaustivity) async {
        let ends = Record<Void>()
        let found = await failures {
            let harness = numbers(exhaustivity) { clock, _, _, _ in
                .perform { _, send in
                    try? await clock.sleep(for: .seconds(3))
                    await send { $0 += 1 }
                    for _ in 0..<100 { await Task.yield() }
                    ends.append()
                }
            }
            await harness.send(1, line: 10)
            // Waiting would last longer than any test.
            await harness.finish(timeout: .seconds(Int64.max), line: 20)
            // The cancelled effect has come to its end. What it does after its failure was recorded is not late.
            #expect(ends.count == 1)
            #expect(await harness.lateCalls == [])
            #expect(await harness.states == [0, 0])
        }
        #expect(found.map(\.line) == [10])
        let effect = ".perform of 1, sent at HarnessEndTests.swift:10"
        #expect(
            found.map(\.text) == [
                exhaustivity == .off
                    ? """
                    finish() has cancelled this effect, which had not ended: \(effect): 1 asleep on the clock, \
                    the next until 3.0 seconds; it is 0.0 seconds
                    """
                    : """
                    At the end of the test, this effect is still in flight: \(effect).
                        1 asleep on the clock, the next until 3.0 seconds; it is 0.0 seconds
                    Let it end, cancel its event, or call cancelEffects()
                    """
            ])
    }

    @Test(
        "records the first twenty effects that are in flight, and counts the others if there are any",
        arguments: [20, 21])
    func many(count: Int) async {
        let work = HeldWork()
        let found = await failures {
            let harness = numbers { _, _, _, _ in .perform { _, _ in await work.run() } }
            for line in 1...count { await harness.send(1, line: UInt(line)) }
            await harness.finish(timeout: .zero, line: 100)
        }
        #expect(found.prefix(20).map(\.line) == Array(1...20))
        #expect(found.dropFirst(20).map(\.line) == Array(repeating: 100, count: count - 20))
        #expect(found.filter { $0.text.contains("1 more effects") }.count == count - 20)
    }

    @Test func `records an effect that only the end itself has started, in exhaustive mode, too`() async {
        let found = await failures {
            let harness = InteractorTestHarness { clock in
                DebounceInteractor(for: .seconds(10), clock: clock) {
                    Interact<Int, Int>(initialValue: 0) { _, _ in
                        .perform { _, _ in try? await clock.sleep(for: .seconds(20)) }
                    }
                }
            }
            await harness.send(1, line: 10)
            await harness.finish(line: 20)
            // What the end itself leads to is not asked for where something else was left.
        }
        #expect(found.map(\.line) == [10, 10])
        #expect(found.first?.text.contains("1 is still held back, as by a debounce") == true)
        #expect(
            found.last?.text.hasPrefix("finish() has cancelled this effect, which had not ended: .perform of 1") == true
        )
    }

    @Test func `is no reason to call late what an effect does that it could not wait for`() async {
        let (work, ends) = (HeldWork(), Record<Void>())
        let harness = numbers(.off) { _, _, _, _ in
            .perform { _, send in
                await Task.detached { _ = await work.run() }.value
                await send { $0 += 1 }
                ends.append()
            }
        }
        await harness.send(1)
        let found = await failures { await harness.finish(timeout: .zero) }
        #expect(found.count == 1)
        work.release()
        await ends.waitFor(1)
        #expect(await harness.lateCalls == [])
    }

    @Test func `is no reason to call late what an observing effect does that it cancels`() async {
        let ends = Record<Void>()
        let harness = numbers(.off) { clock, _, _, _ in
            .observe { _, send in
                try? await clock.sleep(for: .seconds(3))
                await send { $0 += 1 }
                ends.append()
            }
        }
        await harness.send(1)
        await harness.finish()
        #expect(await harness.lateCalls == [] && ends.count == 1)
    }

    @Test("waits for rest first: what the test has resumed is not cancelled", arguments: [Exhaustivity.on, .off])
    func resumed(exhaustivity: Exhaustivity) async {
        let work = HeldWork()
        let found = await failures {
            let harness = numbers(exhaustivity) { _, _, _, _ in
                .observe { _, send in
                    await work.run()
                    for _ in 0..<100 { await Task.yield() }
                    await send { $0 = 1 }
                }
            }
            await harness.send(1)
            work.release()
            await harness.finish(line: 10)
            #expect(await harness.state == 1)
        }
        #expect(found.map(\.line) == (exhaustivity == .on ? [10] : []))
    }

    @Test func `says nothing of effects that end by themselves, or with the actions`() async {
        let harness = harness(.off)
        await harness.send(.watch)
        await harness.send(.loadDirectly)
        let release = Task { @MainActor [loader] in loader.work.release() }
        await harness.finish()
        await release.value
        #expect(await harness.latestState?.phase == .loaded([]))
    }
}
