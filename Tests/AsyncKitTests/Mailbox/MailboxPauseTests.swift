import Testing
import UnoTesting

@testable import AsyncKit

/// A mailbox whose consumer pauses: it takes only what is fed back until it resumes.
@Suite struct MailboxPauseTests {
    enum Event: CaseIterable {
        case offer, feedBack, take, handle, pause, resume, withdraw
    }

    /// A mailbox with a lane, written for clarity. Even elements are sent, odd ones are fed back.
    struct Model {
        let capacity: Int
        var queue: [Int] = []
        var lane: [Int] = []
        var batch: [Int] = []
        var handled = 0
        var waiting: [Int] = []
        var isSeparate = false
        var isPaused = false
        var laneIsNext = false
        var isIdle = true
        var wakes = 0
        /// The number of elements that have been queued so far.
        var accepted = 0

        var occupied: Int { queue.count + lane.count + batch.count + handled }

        func hasRoom(for element: Int) -> Bool {
            isSeparate && element % 2 == 1 ? lane.count + batch.count + handled < capacity : occupied < capacity
        }

        mutating func enqueue(_ element: Int) {
            accepted += 1
            if isSeparate, element % 2 == 1 { lane.append(element) } else { queue.append(element) }
            if isIdle, mayTake { wake() }
        }

        var mayTake: Bool { !lane.isEmpty || !queue.isEmpty && !isPaused }

        mutating func wake() {
            isIdle = false
            wakes += 1
        }

        /// First the producers in line, while there is room; then those that a separate lane has room for.
        mutating func admit() -> [Int] {
            var admitted: [Int] = []
            while let first = waiting.first, occupied < capacity {
                waiting.removeFirst()
                enqueue(first)
                admitted.append(first)
            }
            while isSeparate, lane.count + batch.count + handled < capacity,
                let place = waiting.firstIndex(where: { $0 % 2 == 1 })
            {
                let element = waiting.remove(at: place)
                enqueue(element)
                admitted.append(element)
            }
            return admitted
        }

        mutating func take() {
            let hadQueue = !queue.isEmpty
            if !lane.isEmpty, isPaused || laneIsNext || !hadQueue {
                (batch, lane) = (lane, [])
                laneIsNext = false
            } else if hadQueue, !isPaused {
                (batch, queue) = (queue, [])
                laneIsNext = true
            } else {
                isIdle = true
                // A consumer that takes from both and finds both empty joins them.
                if !isPaused { isSeparate = false }
            }
        }

        mutating func pause() {
            let returned = batch + (isSeparate ? [] : queue)
            lane = batch.filter { $0 % 2 == 1 } + lane + (isSeparate ? [] : queue.filter { $0 % 2 == 1 })
            queue = returned.filter { $0 % 2 == 0 } + (isSeparate ? queue : [])
            (batch, handled, isSeparate, isPaused) = ([], 0, true, true)
        }

        mutating func resume() {
            guard isPaused else { return }
            isPaused = false
            laneIsNext = true
            isSeparate = !queue.isEmpty || !lane.isEmpty
            if isIdle, mayTake { wake() }
        }
    }

    @Test("a fed-back element does not overtake one that waits for room in the lane")
    func laneKeepsOrder() {
        var machine = MailboxStateMachine<Int, Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        var batch = Deque<Int>()
        _ = machine.pause(returning: &batch) { _ in true }
        _ = machine.offerFeedback(1)
        guard case .wait = machine.send(2, isFeedback: true, from: 2), case .batch = machine.take(into: &batch)
        else { return #expect(Bool(false), "2 has to wait, and 1 is there") }
        #expect(batch.popFirst() == 1)
        guard case .full = machine.offerFeedback(3), case .admitted(let admitted, _) = machine.release(1)
        else { return #expect(Bool(false), "3 has to wait, and 2 gets the place") }
        #expect(admitted == [2])
    }

    @Test("A full mailbox that drops the oldest refuses an element if all places are taken by those of the lane")
    func laneMakesNoWay() {
        var machine = MailboxStateMachine<Int, Int>(MailboxLimit(capacity: 2, overflow: .dropOldest))
        var (batch, offered) = (Deque<Int>(), Optional(4))
        _ = machine.pause(returning: &batch) { _ in true }
        for element in [1, 3] { _ = machine.offerFeedback(element) }
        guard case .full = machine.offer(&offered) else { return #expect(Bool(false), "there is no room") }
        #expect(machine.occupied == 2 && offered == 4)
        // What is taken is about to be handled, and is not waited for.
        guard case .batch = machine.take(into: &batch), case .accepted = machine.offer(&offered)
        else { return #expect(Bool(false), "all that is queued makes way") }
        #expect(batch.elements == [1, 3] && machine.queue.elements == [4])
    }

    @Test("a fed-back element gets its place although the consumer has taken more than the capacity before")
    func laneAfterASurplus() {
        var machine = MailboxStateMachine<Int, Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        var (batch, offered) = (Deque<Int>(), Optional(0))
        _ = machine.offer(&offered)
        _ = machine.pause(returning: &batch) { $0 % 2 == 1 }
        for element in [1, 3, 5] { _ = machine.enqueueFeedback(element) }
        guard case .batch = machine.take(into: &batch), case .wait = machine.send(7, isFeedback: true, from: 7)
        else { return #expect(Bool(false), "three are there, so 7 has to wait") }
        var admitted: [[Int]] = []
        for _ in 1...3 {
            if case .admitted(let producers, _) = machine.release(1) {
                admitted.append(producers)
            } else {
                admitted.append([])
            }
        }
        #expect(admitted == [[], [], [7]])
    }

    @Test(
        "every short sequence of events of a consumer that pauses has the same results as the model",
        arguments: [1, 2, 3])
    func model(capacity: Int) {
        forEachSequence(of: Event.allCases, length: 6) { events in
            if let difference = firstDifference(capacity, [.offer, .offer, .feedBack] + events) {
                Issue.record("capacity \(capacity), \(events): \(difference)")
            }
        }
    }

    private func firstDifference(_ capacity: Int, _ events: [Event]) -> String? {
        var machine = MailboxStateMachine<Int, Int>(MailboxLimit(capacity: capacity, overflow: .suspend))
        var model = Model(capacity: capacity)
        var places: [Int: UInt64] = [:]
        var (batch, wakes) = (Deque<Int>(), 0)

        func admitted(_ action: MailboxStateMachine<Int, Int>.RoomAction) -> [Int] {
            guard case .admitted(let producers, let endedIdleness) = action else { return [] }
            if endedIdleness { wakes += 1 }
            return producers
        }
        for (index, event) in events.enumerated() {
            var isSame = true
            switch event {
            case .offer, .feedBack:
                let element = index * 2 + (event == .feedBack ? 1 : 0)
                let fits = model.hasRoom(for: element)
                if fits { model.enqueue(element) } else { model.waiting.append(element) }
                switch machine.send(element, isFeedback: event == .feedBack, from: element) {
                case .accepted: isSame = fits
                case .acceptedEndingIdleness:
                    wakes += 1
                    isSame = fits
                case .wait(let id):
                    places[element] = id
                    isSame = !fits
                case .closed: isSame = false
                }
            case .take:
                guard model.batch.isEmpty else { continue }
                model.take()
                if case .idle = machine.take(into: &batch) { isSame = model.isIdle } else { isSame = !model.isIdle }
            case .handle:
                guard !model.batch.isEmpty else { continue }
                model.batch.removeFirst()
                _ = batch.popFirst()
                isSame = admitted(machine.release(1)) == model.admit()
            case .pause:
                // A consumer pauses while it handles a batch.
                guard !model.isPaused, !model.isIdle else { continue }
                model.pause()
                isSame = admitted(machine.pause(returning: &batch) { $0 % 2 == 1 }) == model.admit()
            case .resume:
                model.resume()
                if machine.resume() { wakes += 1 }
            case .withdraw:
                guard let producer = model.waiting.first else { continue }
                model.waiting.removeFirst()
                isSame = machine.withdrawProducer(places[producer] ?? 0)?.element == producer
            }
            guard isSame, batch.elements == model.batch, machine.queue.elements == model.queue,
                machine.lane.elements == model.lane, machine.occupied == model.occupied, wakes == model.wakes,
                machine.acceptedCount == model.accepted
            else {
                return """
                    they differ at event \(index), \(event): the machine has \(machine.queue.elements), \
                    \(machine.lane.elements), \(batch.elements), \(wakes) wakes; the model \(model)
                    """
            }
        }
        return nil
    }

    @Test("A consumer that pauses for each element looks at each once, and at one for each pause", arguments: [0, 1])
    func pausing(kind: Int) {
        let count = 1_000
        var machine = MailboxStateMachine<Int, Int>(.init(capacity: 2 * count, overflow: .suspend))
        var (batch, handled, looks) = (Deque<Int>(), [Int](), 0)
        for element in 0..<count { _ = machine.send(element * 2 + kind, isFeedback: kind == 1, from: 0) }
        while handled.count < count {
            guard case .batch = machine.take(into: &batch), let next = batch.popFirst() else { break }
            handled.append(next)
            _ = machine.pause(returning: &batch) {
                looks += 1
                return $0 % 2 == 1
            }
            _ = machine.resume()
        }
        #expect(handled == (0..<count).map { $0 * 2 + kind })
        #expect(looks < 2 * count)
    }

    @Test("A pause frees the places of what was handled, so that a waiting producer goes on, and wakes no consumer")
    func freedPlaces() {
        let executor = ControlledExecutor()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 2, overflow: .suspend))
        let results = Log<Int>()
        var (batch, wakes) = (Deque<Int>(), 0)
        for element in [0, 2] { _ = mailbox.offer(element) { wakes += 1 } }
        for element in [4, 6] {
            executor.start {
                _ = await mailbox.send(element, onReady: {})
                results.record(element)
            }
        }
        #expect(mailbox.take(into: &batch))
        _ = batch.popFirst()
        mailbox.pause(returning: &batch, where: { _ in false }, onReady: { wakes += 1 })
        executor.runUntilIdle()
        #expect(results.entries == [4] && batch.isEmpty && wakes == 1)
        // Paused, it is idle with two elements in the queue, and is woken when it resumes.
        #expect(!mailbox.take(into: &batch))
        #expect(mailbox.isIdle)
        mailbox.resume { wakes += 1 }
        #expect(wakes == 2 && !mailbox.isIdle)
        #expect(mailbox.taken(&batch) == [2, 4])
        mailbox.release(2, onReady: { wakes += 1 })
        executor.runUntilIdle()
        #expect(results.entries == [4, 6] && wakes == 2)
        executor.runFreely()
    }

    @Test("A pause wakes an idle consumer for what is fed back, and a resumption only if something is left")
    func wakes() {
        let executor = ControlledExecutor()
        let mailbox = Mailbox<Int>(MailboxLimit(capacity: 1, overflow: .suspend))
        var (batch, wakes) = (Deque<Int>(), 0)
        _ = mailbox.offer(0, onReady: {})
        #expect(mailbox.take(into: &batch))
        _ = batch.popFirst()
        // Idle, with its place not released.
        #expect(!mailbox.take(into: &batch))
        executor.start { _ = await mailbox.feedBack(1, onReady: {}) }
        mailbox.pause(returning: &batch, where: { _ in true }, onReady: { wakes += 1 })
        #expect(wakes == 1 && !mailbox.isIdle)
        #expect(mailbox.taken(&batch) == [1])
        batch.removeAll()
        mailbox.release(1, onReady: { wakes += 1 })
        #expect(!mailbox.take(into: &batch))
        mailbox.resume { wakes += 1 }
        #expect(wakes == 1 && mailbox.isIdle)
        executor.runFreely()
    }
}
