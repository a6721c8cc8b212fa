import Testing

@testable import UnoAsync

@Suite struct TurnstileStateMachineTests {
    enum Event: CaseIterable {
        case enter
        case tryEnter
        case leave
        case withdrawFirst
        case withdrawLast
        case close
    }

    @Test("every sequence of 7 events gives what a holder and a list give")
    func model() {
        forEachSequence(of: Event.allCases, length: 7) { events in
            if let difference = firstDifference(events) { Issue.record("\(events): \(difference)") }
        }
    }

    /// Runs the events through a machine and a naive model, and answers where they part.
    private func firstDifference(_ events: [Event]) -> String? {
        var machine = TurnstileStateMachine<Int>()
        var isHeld = false
        var isClosed = false
        var line: [(waiter: Int, id: UInt64)] = []

        for (waiter, event) in events.enumerated() {
            let isSame: Bool
            switch event {
            case .enter:
                switch machine.enter(waiter) {
                case .answer(.entered):
                    isSame = !isHeld && !isClosed
                    isHeld = true
                case .answer(let entry): isSame = entry == .closed && isClosed
                case .wait(let id):
                    isSame = isHeld && !isClosed
                    line.append((waiter, id))
                }
            case .tryEnter:
                let enters = !isHeld && !isClosed
                isSame = machine.tryEnter() == enters
                isHeld = isHeld || enters
            case .leave:
                guard isHeld else { continue }
                isSame = machine.leave() == line.first?.waiter
                if line.isEmpty { isHeld = false } else { line.removeFirst() }
            case .withdrawFirst, .withdrawLast:
                let entry = event == .withdrawFirst ? line.first : line.last
                line.removeAll { $0.waiter == entry?.waiter }
                isSame = machine.withdraw(entry?.id ?? 0) == entry?.waiter
            case .close:
                isClosed = true
                isSame = machine.close() == line.map(\.waiter)
                line = []
            }
            guard isSame, machine.hasWaiters == !line.isEmpty else { return "they part at event \(waiter), \(event)" }
        }
        return nil
    }
}
