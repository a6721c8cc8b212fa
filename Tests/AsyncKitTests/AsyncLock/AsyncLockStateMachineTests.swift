import Testing

@testable import AsyncKit

@Suite struct AsyncLockStateMachineTests {
    enum Event: CaseIterable {
        case acquire, tryAcquire, release, withdrawFirst, withdrawLast, close
    }

    @Test("every short sequence of events has the same results as a holder and a list")
    func model() {
        forEachSequence(of: Event.allCases, length: 7) { events in
            if let difference = firstDifference(events) { Issue.record("\(events): \(difference)") }
        }
    }

    /// Runs the events through a machine and a naive model, and returns where they differ.
    private func firstDifference(_ events: [Event]) -> String? {
        var machine = AsyncLockStateMachine<Int>()
        var isHeld = false
        var isClosed = false
        var queue: [(waiter: Int, id: UInt64)] = []
        for (waiter, event) in events.enumerated() {
            let isSame: Bool
            switch event {
            case .acquire:
                switch machine.acquire(waiter) {
                case .finish(.acquired):
                    isSame = !isHeld && !isClosed
                    isHeld = true
                case .finish(let acquisition): isSame = acquisition == .closed && isClosed
                case .wait(let id):
                    isSame = isHeld && !isClosed
                    queue.append((waiter, id))
                }
            case .tryAcquire:
                let isFree = !isHeld && !isClosed
                isSame = machine.tryAcquire() == isFree
                isHeld = isHeld || isFree
            case .release:
                guard isHeld else { continue }
                isSame = machine.release() == queue.first?.waiter
                if queue.isEmpty { isHeld = false } else { queue.removeFirst() }
            case .withdrawFirst, .withdrawLast:
                let entry = event == .withdrawFirst ? queue.first : queue.last
                queue.removeAll { $0.waiter == entry?.waiter }
                isSame = machine.withdraw(entry?.id ?? 0) == entry?.waiter
            case .close:
                isClosed = true
                isSame = machine.close() == queue.map(\.waiter)
                queue = []
            }
            guard isSame, machine.hasWaiters == !queue.isEmpty
            else { return "they differ at event \(waiter), \(event)" }
        }
        return nil
    }
}
