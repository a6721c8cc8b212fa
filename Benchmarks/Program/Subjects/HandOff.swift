import Synchronization

/// Elements for one task that takes all there are at once and sleeps while there are none: the least that a lossless buffer
/// needs, without bounds, cancellation or more than one consumer.
final class HandOff<Element: Sendable>: Sendable {
    private struct Contents {
        var elements: [Element] = []
        var isFinished = false
        var consumer: UnsafeContinuation<[Element], Never>?

        /// Takes the consumer and what it gets, if it sleeps and there is something to tell it.
        mutating func wakeUp() -> (UnsafeContinuation<[Element], Never>, [Element])? {
            guard let consumer, isFinished || !elements.isEmpty else { return nil }
            self.consumer = nil
            return (consumer, takeAll())
        }

        mutating func takeAll() -> [Element] {
            defer { elements = [] }
            return elements
        }
    }

    private let contents = Mutex(Contents())

    func send(_ element: Element) { change { $0.elements.append(element) } }

    func finish() { change { $0.isFinished = true } }

    /// Returns all elements, when there is one; an empty array when there will be none.
    func next() async -> [Element] {
        await withUnsafeContinuation { consumer in change { $0.consumer = consumer } }
    }

    private func change(_ body: (inout Contents) -> Void) {
        let sleeper = contents.withLock { contents in
            body(&contents)
            return contents.wakeUp()
        }
        if let (consumer, elements) = sleeper { consumer.resume(returning: elements) }
    }
}
