import AsyncKit
import Synchronization
import UnoTesting

/// A mutual exclusion, real or with a fault.
protocol Exclusion: Sendable {
    init()
    func comeIn() async
    func leave()
}

extension AsyncLock: Exclusion {
    func comeIn() async { _ = await acquireIgnoringCancellation() }
    func leave() { release() }
}

enum AsyncLockScenarios {
    /// Never are two inside, everybody comes in, and in the order in which they came.
    static func alone<Gate: Exclusion>(_: Gate.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let (gate, inside) = (Gate(), Locked(0))
            for number in 1...3 {
                scenario.task("visitor \(number)") {
                    for _ in 0..<2 {
                        await gate.comeIn()
                        let others = inside.withLock { inside in
                            inside += 1
                            return inside - 1
                        }
                        scenario.expect(others == 0, "\(others) others are inside with \(number)")
                        await scenario.checkpoint()
                        inside.withLock { $0 -= 1 }
                        gate.leave()
                    }
                }
            }
        }
    }
}
