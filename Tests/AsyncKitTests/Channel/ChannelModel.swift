import AsyncKit

/// A model of a channel, written for clarity: two arrays, searched from the front.
struct ChannelModel {
    var producers: [(id: Int, element: Int)] = []
    var consumers: [Int] = []
    var hasFinished = false

    mutating func send(_ element: Int, id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        if hasFinished { return [.producer(id, .finished)] }
        if isCancelled { return [.producer(id, .cancelled)] }
        if consumers.isEmpty {
            producers.append((id, element))
            return []
        }
        return [.consumer(consumers.removeFirst(), .element(element)), .producer(id, .delivered)]
    }

    mutating func next(id: Int, isCancelled: Bool) -> [ChannelOutcome] {
        if isCancelled { return [.consumer(id, .end)] }
        if hasFinished { return [.consumer(id, .end)] }
        if producers.isEmpty {
            consumers.append(id)
            return []
        }
        let producer = producers.removeFirst()
        return [.consumer(id, .element(producer.element)), .producer(producer.id, .delivered)]
    }

    mutating func cancelSend(_ id: Int) -> [ChannelOutcome] {
        guard let place = producers.firstIndex(where: { $0.id == id }) else { return [] }
        producers.remove(at: place)
        return [.producer(id, .cancelled)]
    }

    mutating func cancelNext(_ id: Int) -> [ChannelOutcome] {
        guard let place = consumers.firstIndex(of: id) else { return [] }
        consumers.remove(at: place)
        return [.consumer(id, .end)]
    }

    mutating func finish() -> [ChannelOutcome] {
        if hasFinished { return [] }
        hasFinished = true
        defer { (producers, consumers) = ([], []) }
        return producers.map { .producer($0.id, .finished) } + consumers.map { .consumer($0, .end) }
    }
}
