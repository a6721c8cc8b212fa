import AsyncKit

/// Runs a channel's state machine as its storage does, with numbers for continuations.
struct ChannelMachineDriver: ~Copyable {
    private var machine = ChannelStateMachine<Int, Int, Int>()
    /// Entries stay after the waiter has been served, so that late cancellations can be tried.
    private var producerIDs: [Int: UInt64] = [:]
    private var consumerIDs: [Int: UInt64] = [:]

    mutating func send(_ element: Int, id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        switch machine.send(isCancelled: isCancelled) {
        case .deliver(let consumer): return [.consumer(consumer, .element(element)), .producer(id, .delivered)]
        case .end(let result): return [.producer(id, result)]
        case .suspend: break
        }
        switch machine.send(element, from: id, isCancelled: isCancelled) {
        case .deliver(let consumer): return [.consumer(consumer, .element(element)), .producer(id, .delivered)]
        case .end(let result): return [.producer(id, result)]
        case .wait(let joined):
            producerIDs[id] = joined
            return []
        }
    }

    mutating func next(id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        switch machine.next(isCancelled: isCancelled) {
        case .take(let element, let producer):
            return [.consumer(id, .element(element)), .producer(producer, .delivered)]
        case .end: return [.consumer(id, .end)]
        case .suspend: break
        }
        switch machine.next(for: id, isCancelled: isCancelled) {
        case .take(let element, let producer):
            return [.consumer(id, .element(element)), .producer(producer, .delivered)]
        case .end: return [.consumer(id, .end)]
        case .wait(let joined):
            consumerIDs[id] = joined
            return []
        }
    }

    mutating func cancelSend(_ id: Int) -> [ChannelOutcome] {
        guard let joined = producerIDs[id], let entry = machine.cancelSend(joined) else { return [] }
        return [.producer(entry.producer, .cancelled)]
    }

    mutating func cancelNext(_ id: Int) -> [ChannelOutcome] {
        guard let joined = consumerIDs[id], let consumer = machine.cancelNext(joined) else { return [] }
        return [.consumer(consumer, .end)]
    }

    mutating func finish() -> [ChannelOutcome] {
        guard var waiting = machine.finish() else { return [] }
        var outcomes: [ChannelOutcome] = []
        while let entry = waiting.producers.popFirst() { outcomes.append(.producer(entry.producer, .finished)) }
        while let consumer = waiting.consumers.popFirst() { outcomes.append(.consumer(consumer, .end)) }
        return outcomes
    }
}
