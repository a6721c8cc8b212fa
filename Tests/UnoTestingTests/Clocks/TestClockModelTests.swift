import TestSupport
import Testing
import UnoTesting

/// The state machine of a test clock beside a plain list of sleepers.
@Suite struct TestClockModelTests {
    enum Event: CaseIterable {
        case sleepOne, sleepTwo, sleepPast, sleepCancelled
        case cancelFirst, cancelLast
        case advance
        case watchForTwo, watchForNone, watchCancelled
        case withdrawFirst
    }

    /// Every sequence of this many events.
    static let length = Scale.isWhole ? 5 : 4

    @Test func `Every sequence of 5 events gives what a list gives`() {
        let events = Event.allCases
        var digits = Array(repeating: 0, count: Self.length)
        repeat {
            let sequence = digits.map { events[$0] }
            if let difference = Self.difference(sequence) {
                Issue.record("\(sequence): \(difference)")
                return
            }
        } while Self.advance(&digits, base: events.count)
    }

    private static func advance(_ digits: inout [Int], base: Int) -> Bool {
        for place in digits.indices {
            digits[place] += 1
            if digits[place] < base { return true }
            digits[place] = 0
        }
        return false
    }

    private static func difference(_ events: [Event]) -> String? {
        var machine = TestClockStateMachine<TestClock.Instant, Int, Int>(now: TestClock.Instant(), never: .never)
        var now = 0
        /// In the order of arrival.
        var sleepers: [(id: Int, due: Int, ticket: UInt64)] = []
        var watchers: [(id: Int, count: ClosedRange<Int>, ticket: UInt64)] = []
        func instant(_ seconds: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(seconds)) }
        func satisfied() -> [Int] {
            defer { watchers.removeAll { $0.count.contains(sleepers.count) } }
            return watchers.filter { $0.count.contains(sleepers.count) }.map(\.id)
        }

        for (id, event) in events.enumerated() {
            let isSame: Bool
            switch event {
            case .sleepOne, .sleepTwo, .sleepPast, .sleepCancelled:
                let due = now + (event == .sleepOne ? 1 : event == .sleepPast ? 0 : 2)
                switch machine.sleep(id, until: instant(due), isCancelled: event == .sleepCancelled) {
                case .rest(let ticket, let woken):
                    sleepers.append((id, due, ticket))
                    isSame = (event == .sleepOne || event == .sleepTwo) && woken == satisfied()
                case .resume(let isRested): isSame = event == (isRested ? .sleepPast : .sleepCancelled)
                }
            case .cancelFirst, .cancelLast:
                let target = event == .cancelFirst ? sleepers.first : sleepers.last
                sleepers.removeAll { $0.id == target?.id }
                let (sleeper, woken) = machine.cancel(target?.ticket ?? 999)
                isSame = sleeper == target?.id && woken == (target == nil ? [] : satisfied())
            case .advance:
                now += 1
                let due = sleepers.filter { $0.due <= now }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }.map(\.id)
                sleepers.removeAll { $0.due <= now }
                let (woken, watching) = machine.advance(to: instant(now))
                isSame = woken == due && watching == satisfied()
            case .watchForTwo, .watchForNone, .watchCancelled:
                let count = event == .watchForTwo ? 2...99 : 0...0
                let isCancelled = event == .watchCancelled
                let ticket = machine.watch(id, isCancelled: isCancelled, until: { count.contains($0) })
                isSame = (ticket == nil) == (isCancelled || count.contains(sleepers.count))
                if let ticket { watchers.append((id, count, ticket)) }
            case .withdrawFirst:
                let target = watchers.isEmpty ? nil : watchers.removeFirst()
                isSame = machine.withdraw(target?.ticket ?? 999) == target?.id
            }
            guard isSame, machine.sleeperCount == sleepers.count,
                machine.nextDeadline == sleepers.map(\.due).min().map(instant)
            else { return "they part at event \(id), \(event)" }
        }
        return nil
    }
}
