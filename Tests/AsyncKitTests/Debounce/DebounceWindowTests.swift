import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("The window of a debounce")
struct DebounceWindowTests {
    typealias Instant = TestClock.Instant
    typealias Window = DebounceWindow<Int, Instant>

    private func second(_ count: Int) -> Instant { Instant(offset: .seconds(count)) }

    @Test("starts one sleeper for a burst and delivers the last element at the moved deadline")
    func burst() {
        var window = Window()
        #expect(window.arrive(1, due: second(3)) == (nil, .start(until: second(3))))
        #expect(window.arrive(2, due: second(5)) == (1, .running))
        #expect(window.pending == 2)
        #expect(window.woke(at: second(3)) == .sleep(until: second(5)))
        #expect(window.woke(at: second(5)) == .deliver(2))
        #expect(window.pending == nil)
        #expect(window.arrive(3, due: second(9)) == (nil, .start(until: second(9))))
    }

    @Test("uses the running sleeper again for an element that arrives after a flush")
    func flushThenArrive() {
        var window = Window()
        _ = window.arrive(1, due: second(3))
        #expect(window.flush() == 1)
        #expect(window.flush() == nil)
        #expect(window.arrive(2, due: second(4)) == (nil, .running))
        #expect(window.woke(at: second(3)) == .sleep(until: second(4)))
        #expect(window.woke(at: second(4)) == .deliver(2))
    }

    @Test("ends the sleeper that wakes after a flush")
    func flushThenWake() {
        var window = Window()
        _ = window.arrive(1, due: second(3))
        _ = window.flush()
        #expect(window.woke(at: second(3)) == .idle)
        #expect(window.arrive(2, due: second(9)) == (nil, .start(until: second(9))))
    }

    @Test("delivers an element after its window is over, whether or not the sleeper has woken")
    func takeDue() {
        var window = Window()
        #expect(window.takeDue(at: second(9)) == nil)
        _ = window.arrive(1, due: second(3))
        #expect(window.takeDue(at: second(2)) == nil)
        #expect(window.deadline == second(3))
        #expect(window.takeDue(at: second(3)) == 1)
        #expect(window.deadline == nil)
        #expect(window.arrive(2, due: second(6)) == (nil, .running))
        #expect(window.woke(at: second(3)) == .sleep(until: second(6)))
    }

    @Test("delivers late, but does not lose, an element whose deadline is before that of the running sleeper")
    func earlierDeadline() {
        var window = Window()
        _ = window.arrive(1, due: second(9))
        #expect(window.arrive(2, due: second(4)) == (1, .running))
        #expect(window.woke(at: second(9)) == .deliver(2))
    }

    @Test("never has two sleepers and loses no element but the superseded, in every sequence of nine events")
    func exhaustive() {
        enum Event: CaseIterable { case arrive, tick, flush }
        forEachWholeSequence(of: Event.allCases, length: 9) { events in
            func record(_ step: Int) { Issue.record("\(events) differ from the model at step \(step)") }
            var window = Window()
            var now = 0
            // The model: the newest element, when it is due, and until when the sleeper sleeps.
            var newest: (element: Int, due: Int)?
            var sleeper: Int?
            for (step, event) in events.enumerated() {
                switch event {
                case .arrive:
                    let answer = window.arrive(step, due: second(now + 3))
                    let expected: Window.Sleeper = sleeper == nil ? .start(until: second(now + 3)) : .running
                    guard answer == (newest?.element, expected) else { return record(step) }
                    if sleeper == nil { sleeper = now + 3 }
                    newest = (step, now + 3)
                case .flush:
                    guard window.flush() == newest?.element else { return record(step) }
                    newest = nil
                case .tick:
                    now += 1
                    guard sleeper == now else { break }
                    let expected: Window.Wake
                    if let (element, due) = newest {
                        if due > now {
                            expected = .sleep(until: second(due))
                            sleeper = due
                        } else {
                            expected = .deliver(element)
                            (newest, sleeper) = (nil, nil)
                        }
                    } else {
                        expected = .idle
                        sleeper = nil
                    }
                    guard window.woke(at: second(now)) == expected else { return record(step) }
                }
                guard window.pending == newest?.element else { return record(step) }
            }
        }
    }
}
