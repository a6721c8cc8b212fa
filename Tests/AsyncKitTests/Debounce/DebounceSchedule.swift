import AsyncKit
import TestSupport
import UnoTesting

/// A debounced iteration without tasks: its parties are states, and each move of one of them is a choice.
///
/// Beside the state machine runs the model: the newest element and when it is due. Every action of the machine is
/// compared with what the model and the states of the parties allow; `fault` holds the first that is not.
struct DebounceSchedule: ~Copyable {
    enum Move: Hashable {
        case consumerAsks, consumerIsCancelled
        case pullerGetsReady, upstreamProduces, upstreamFinishes, upstreamFails
        case sleeperGetsReady, sleeperWakes
        case timePasses
    }

    enum Puller { case ready, parked, pulling, gone }
    enum Sleeper: Equatable {
        case ready, parked
        case sleeping(until: Int)
        case gone
    }

    struct Failure: Error {}

    static let window = 2

    /// The newest element, if its window is over: whatever happens next comes after it.
    private var passed: Int? { newest.flatMap { $0.due <= now ? $0.element : nil } }
    private var instant: TestClock.Instant { TestClock.Instant(offset: .seconds(now)) }

    private var machine = DebounceStateMachine<Int, Failure, TestClock.Instant, Int, Int, Int>()
    private(set) var fault: String?

    private(set) var now = 0
    private(set) var consumerWaits = false
    private var puller = Puller.ready
    private var sleeper = Sleeper.ready

    private(set) var newest: (element: Int, due: Int)?
    private var lastElement = 0
    private(set) var hasEnded = false
    private var errorIsUnseen = false

    var moves: [Move] {
        var moves: [Move] = [.timePasses]
        if !consumerWaits { moves.append(.consumerAsks) }
        if !hasEnded { moves.append(.consumerIsCancelled) }
        if puller == .ready { moves.append(.pullerGetsReady) }
        if puller == .pulling { moves += [.upstreamProduces, .upstreamFinishes, .upstreamFails] }
        switch sleeper {
        case .ready: moves.append(.sleeperGetsReady)
        case .sleeping(let deadline) where deadline <= now: moves.append(.sleeperWakes)
        default: break
        }
        return moves
    }

    mutating func make(_ move: Move) {
        switch move {
        case .timePasses: now += 1
        case .consumerAsks: ask()
        case .consumerIsCancelled: cancel()
        case .pullerGetsReady: pull()
        case .upstreamProduces: produce()
        case .upstreamFinishes: finish()
        case .upstreamFails: fail()
        case .sleeperGetsReady: park()
        case .sleeperWakes: wake()
        }
    }

    private mutating func check(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition, fault == nil { fault = message() }
    }

    // MARK: - Consumer

    private mutating func ask() {
        switch machine.next(for: 0, at: instant) {
        case .deliver(let element):
            check(element == passed, "\(element) was delivered too early")
            newest = nil
        case .end(let failure):
            check(hasEnded, "The iteration ended by itself")
            check((failure != nil) == errorIsUnseen, "An error is seen once")
            errorIsUnseen = false
        case .wait(let resumed):
            check(!hasEnded, "The consumer of an ended iteration waits")
            check(passed == nil, "The consumer waits for an element whose window is over")
            consumerWaits = true
            if resumed != nil {
                check(puller == .parked, "A puller was resumed that was not parked")
                puller = .pulling
            } else {
                check(puller != .parked, "The consumer waits, and the puller stays parked")
            }
        }
    }

    private mutating func cancel() {
        let ending = machine.cancel()
        check(ending != nil, "A running iteration could not be cancelled")
        if let ending { end(ending, with: nil) }
        errorIsUnseen = false
    }

    // MARK: - Upstream

    private mutating func pull() {
        switch machine.pull(by: 0) {
        case .pull:
            check(consumerWaits, "The upstream is pulled without demand")
            puller = .pulling
        case .park:
            check(!consumerWaits && !hasEnded, "The puller parks although it has something to do")
            puller = .parked
        case .stop:
            check(hasEnded, "The puller is stopped too early")
            puller = .gone
        }
    }

    private mutating func produce() {
        lastElement += 1
        let due = now + Self.window
        let action = machine.arrive(lastElement, at: instant, due: TestClock.Instant(offset: .seconds(due)))
        check(action.delivery?.element == passed, "An element is delivered before another if its window is over")
        if passed != nil {
            check(consumerWaits, "The upstream was pulled while an element was kept")
            (newest, consumerWaits) = (nil, false)
        }
        puller = action.isDemanded ? .pulling : .ready
        check(action.isDemanded == (consumerWaits && !hasEnded), "An arrival asks for more exactly if there is demand")
        guard !hasEnded else { return check(action.dropped == lastElement, "An element arrived after the end") }
        check(action.dropped == newest?.element, "Another element was superseded than the newest")
        newest = (lastElement, due)
        if let (_, deadline) = action.alarm {
            check(sleeper == .parked, "A sleeper was started that was not parked")
            sleeper = .sleeping(until: Int(deadline.offset.components.seconds))
        } else {
            check(sleeper != .parked, "A window opened and the sleeper stays parked")
        }
    }

    private mutating func finish() {
        puller = .gone
        let ending = machine.finish()
        check((ending == nil) == hasEnded, "A finish counts unless the iteration has ended")
        guard let ending else { return }
        check(newest == nil || consumerWaits, "The upstream was pulled while an element was kept")
        end(ending, with: newest?.element)
    }

    private mutating func fail() {
        puller = .gone
        let ending = machine.fail(Failure(), at: instant)
        check((ending == nil) == hasEnded, "An error counts unless the iteration has ended")
        guard let ending else { return }
        errorIsUnseen = !consumerWaits || passed != nil
        if case .success = ending.result { check(passed != nil, "The error was lost") }
        end(ending, with: passed)
    }

    // MARK: - Sleeper

    private mutating func park() {
        switch machine.park(0) {
        case .sleep(let deadline): sleeper = .sleeping(until: Int(deadline.offset.components.seconds))
        case .park: sleeper = .parked
        case .deliver: check(false, "The sleeper delivered without sleeping")
        case .stop: sleeper = .gone
        }
        check((sleeper == .gone) == hasEnded, "The sleeper is stopped when the iteration has ended")
        if sleeper == .parked { check(newest.map { $0.due <= now } ?? true, "The sleeper parks in an open window") }
    }

    private mutating func wake() {
        switch machine.woke(at: instant) {
        case .sleep(let deadline):
            let deadline = Int(deadline.offset.components.seconds)
            check(
                newest?.due == deadline && deadline > now, "The sleeper sleeps until another moment than the deadline")
            sleeper = .sleeping(until: deadline)
        case .park:
            check(!consumerWaits || newest == nil, "The consumer waits and nothing is delivered, although it is due")
            sleeper = .ready
        case .deliver(let element, _):
            check(consumerWaits, "An element was delivered, but no consumer waited")
            check(element == passed, "\(element) was delivered too early")
            (newest, consumerWaits, sleeper) = (nil, false, .ready)
        case .stop:
            check(hasEnded, "The sleeper is stopped too early")
            sleeper = .gone
        }
    }

    // MARK: - End

    private mutating func end(
        _ ending: borrowing DebounceStateMachine<Int, Failure, TestClock.Instant, Int, Int, Int>.Ending,
        with element: Int?
    ) {
        check(!hasEnded || errorIsUnseen, "The iteration ended twice")
        check((ending.parked.consumer != nil) == consumerWaits, "The consumer is resumed if it waits")
        check((ending.parked.puller != nil) == (puller == .parked), "The puller is resumed if it is parked")
        check((ending.parked.sleeper != nil) == (sleeper == .parked), "The sleeper is resumed if it is parked")
        if case .success(let result) = ending.result { check(result == element, "\(element as Int?) is delivered") }
        if puller == .parked { puller = .gone }
        if sleeper == .parked { sleeper = .gone }
        (hasEnded, consumerWaits, newest) = (true, false, nil)
    }
}
