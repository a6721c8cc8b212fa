import AsyncKit
import TestSupport
import UnoArchitecture
import UnoTesting

/// A host of a counter whose actions each start an effect that counts, real or with a fault.
protocol CountingHost: AnyObject, Sendable {
    /// Handles an action: an effect reads the count, and adds one to it.
    func count()
    /// Returns the last count, when everything accepted is handled and every effect has ended.
    func finish() async -> Int
}

/// The real one.
final class RuntimeCounter: CountingHost {
    private let runtime: Runtime<Int, Int>
    private let last = Record<Int>()
    private let watcher: Task<Void, Never>

    init(_ scenario: Scenario, _ work: @escaping @Sendable (DynamicState<Int>, Send<Int>) async -> Void) {
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .perform { await work($0, $1) } }
        runtime = scenario.runtime("the counter", feature)
        let states = runtime.states(.unbounded)
        watcher = scenario.task("watcher") { [last] in for await state in states { last.append(state) } }
    }

    /// Adds atomically.
    convenience init(_ scenario: Scenario) { self.init(scenario) { _, send in await send { $0 += 1 } } }

    /// The fault: reads, and sends the whole state.
    static func sendingWholeStates(_ scenario: Scenario) -> RuntimeCounter {
        RuntimeCounter(scenario) { state, send in
            let count = await state.current
            await send(count + 1)
        }
    }

    func count() { runtime.send(1) }

    func finish() async -> Int {
        await runtime.shutdown(.drain)
        await watcher.value
        return last.elements.last ?? 0
    }
}

enum HostScenarios {
    /// Every action counts, and the finish waits for all of them.
    static func counting(_ make: @escaping @Sendable (Scenario) -> any CountingHost)
        -> @Sendable (Scenario) async -> Void
    {
        { scenario in
            let host = make(scenario)
            scenario.mustBeFreed(host, "the host")
            let senders = (1...2).map { number in
                scenario.task("sender \(number)") {
                    host.count()
                    await scenario.checkpoint()
                    host.count()
                }
            }
            for sender in senders { await sender.value }
            let count = await host.finish()
            scenario.expect(count == 4, "4 actions count \(count)")
        }
    }
}
