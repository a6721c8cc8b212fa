import TestSupport
import Testing

@testable import UnoArchitecture

#if DEBUG
    /// A turn that is handed over is taken over once, by whoever it is meant for.
    @Suite("A turn that is handed over", .timeLimit(.hang))
    struct TurnTests {
        static let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .none }

        @Test("is taken over once") func once() async {
            let runtime = Runtime(Self.feature)
            let released = await runtime.isolation.visit { isolation in
                guard let turn = isolation.engine.tryTurn() else { return false }
                turn.handOver()
                Turn(takingOver: isolation.engine).end()
                guard let next = isolation.engine.tryTurn() else { return false }
                next.end()
                return true
            }
            #expect(released)
        }

        @Test("traps if it is taken over again") func twice() async {
            await #expect(processExitsWith: .failure) {
                await Runtime(Self.feature).isolation.visit { isolation in
                    isolation.engine.tryTurn()?.handOver()
                    Turn(takingOver: isolation.engine).end()
                    Turn(takingOver: isolation.engine).end()
                }
            }
        }

        @Test("traps if another turn begins before it is taken over") func another() async {
            await #expect(processExitsWith: .failure) {
                await Runtime(Self.feature).isolation.visit { isolation in
                    isolation.engine.tryTurn()?.handOver()
                    Turn(isolation.engine).end()
                }
            }
        }
    }
#endif

/// A turn that ends in the middle of a step.
@Suite("A turn that ends with a step open", .timeLimit(.hang))
struct OpenTurnTests {
    @Test("is the last one, also if the graph's cancellation has not closed the lock yet") func last() async {
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let wasLast = await runtime.isolation.visit { isolation in
            guard let turn = isolation.engine.tryTurn() else { return false }
            isolation.engine.step(.finish) {}
            guard let place = isolation.tasks.cancelAllButLast(atEnd: false) else { return false }
            defer { isolation.tearDown(in: place) }
            turn.end()
            guard let next = await isolation.turnIgnoringCancellation() else { return true }
            next.end()
            return false
        }
        #expect(wasLast)
        await runtime.shutdown(.cancel)
    }

    #if DEBUG
        @Test("traps in a debug build of a graph that goes on") func goingOn() async {
            await #expect(processExitsWith: .failure) {
                let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
                await runtime.isolation.visit { isolation in
                    guard let turn = isolation.engine.tryTurn() else { return }
                    isolation.engine.step(.finish) {}
                    turn.end()
                }
                // Its release would cancel the graph.
                withExtendedLifetime(runtime) {}
            }
        }
    #endif

    @Test("is the last one if its host has been released, also with no step open") func abandoned() async {
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let wasLast = await runtime.isolation.visit { isolation in
            isolation.engine.tryTurn()?.abandon()
            guard let next = await isolation.turnIgnoringCancellation() else { return true }
            next.end()
            return false
        }
        #expect(wasLast)
        await runtime.shutdown(.cancel)
    }
}
