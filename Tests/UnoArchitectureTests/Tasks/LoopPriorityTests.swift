import Testing

@testable import UnoArchitecture

@Suite("The priority of a mailbox loop")
struct LoopPriorityTests {
    @Test("is looked at again by a sender on the same thread for each batch, and when the loop has ended")
    func thread() {
        let priority = LoopPriority(base: .background, remembersThreads: true)
        var known = [priority.isKnownOnThisThread(), priority.isKnownOnThisThread()]
        priority.forgetThread()
        known += [priority.isKnownOnThisThread(), priority.isKnownOnThisThread()]
        _ = priority.forget()
        known += [priority.isKnownOnThisThread()]
        #if canImport(Darwin)
            #expect(known == [false, false, false, false, false])
        #else
            #expect(known == [false, true, false, true, false])
        #endif
        let other = LoopPriority(base: .background, remembersThreads: false)
        known = [other.isKnownOnThisThread(), other.isKnownOnThisThread()]
        #expect(known == [false, false])
    }

    @Test("is looked at again by a sender on the same thread when the graph has handled a batch")
    func batch() async {
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        let known = await runtime.isolation.visit { isolation -> [Bool] in
            let engine = isolation.engine
            _ = engine.tasks.loopPriority.isKnownOnThisThread()
            let before = engine.tasks.loopPriority.isKnownOnThisThread()
            engine.noteHandled(0)
            return [before, engine.tasks.loopPriority.isKnownOnThisThread()]
        }
        #if canImport(Darwin)
            #expect(known == [false, false])
        #else
            #expect(known == [true, false])
        #endif
        await runtime.shutdown(.cancel)
    }

    @Test("is raised once, and is the base again when the loop has ended")
    func raise() {
        let priority = LoopPriority(base: .background, remembersThreads: true)
        let raised = [
            priority.raise(to: .background), priority.raise(to: .medium), priority.raise(to: .medium),
            priority.raise(to: .background),
        ]
        #expect(raised == [false, true, false, false])
        let (wanted, after) = (priority.forget(), priority.current)
        #expect(wanted == .medium && after == .background)
        let (low, high) = (PriorityLevel.background, PriorityLevel.medium)
        #expect(low < high && !(high < low) && !(low < low))
    }
}
