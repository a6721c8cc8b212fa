import UnoAsync

/// Runs a channel's state machine as its storage does, with numbers for continuations.
struct ChannelMachineDriver: ~Copyable {
    struct Failure: Error {
        let code: Int
    }

    private var machine = ChannelStateMachine<Int, Failure, Int, Int>()
    /// By party; entries stay when the party has been served, so that late cancellations can be tried.
    private var producerTickets: [Int: UInt64] = [:]
    private var consumerTickets: [Int: UInt64] = [:]

    mutating func send(_ element: Int, id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        switch machine.send(isCancelled: isCancelled) {
        case .deliver(let consumer):
            return [.consumer(consumer, .element(element)), .producer(id, .delivered)]
        case .end(let result):
            return [.producer(id, result)]
        case .suspend:
            break
        }
        switch machine.send(element, from: id, isCancelled: isCancelled) {
        case .deliver(let consumer):
            return [.consumer(consumer, .element(element)), .producer(id, .delivered)]
        case .end(let result):
            return [.producer(id, result)]
        case .wait(let ticket):
            producerTickets[id] = ticket
            return []
        }
    }

    mutating func next(id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        switch machine.next(isCancelled: isCancelled) {
        case .take(let element, let producer):
            return [.consumer(id, .element(element)), .producer(producer, .delivered)]
        case .end(let failure):
            return [.consumer(id, answer(failure))]
        case .suspend:
            break
        }
        switch machine.next(for: id, isCancelled: isCancelled) {
        case .take(let element, let producer):
            return [.consumer(id, .element(element)), .producer(producer, .delivered)]
        case .end(let failure):
            return [.consumer(id, answer(failure))]
        case .wait(let ticket):
            consumerTickets[id] = ticket
            return []
        }
    }

    mutating func cancelSend(_ id: Int) -> [ChannelOutcome] {
        guard let ticket = producerTickets[id], let entry = machine.cancelSend(ticket) else { return [] }
        return [.producer(entry.producer, .cancelled)]
    }

    mutating func cancelNext(_ id: Int) -> [ChannelOutcome] {
        guard let ticket = consumerTickets[id], let consumer = machine.cancelNext(ticket) else { return [] }
        return [.consumer(consumer, .end)]
    }

    mutating func end(_ error: Int?) -> [ChannelOutcome] {
        let failure = error.map(Failure.init(code:))
        guard var waiting = machine.end(failure) else { return [] }
        var outcomes: [ChannelOutcome] = []
        while let entry = waiting.producers.popFirst() { outcomes.append(.producer(entry.producer, .finished)) }
        while let consumer = waiting.consumers.popFirst() { outcomes.append(.consumer(consumer, answer(failure))) }
        return outcomes
    }

    private func answer(_ failure: Failure?) -> ChannelOutcome.Answer {
        failure.map { .error($0.code) } ?? .end
    }
}
