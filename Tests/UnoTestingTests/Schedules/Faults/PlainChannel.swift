import AsyncKit

/// A rendezvous channel in two arrays, right but for the fault that its type names.
///
/// The faults are those that are easy to make: each is one line here.
final class PlainChannel<Fault: ChannelFault>: Rendezvous {
    private typealias Producer = UnsafeContinuation<ChannelSendResult, Never>
    private typealias Consumer = UnsafeContinuation<Int?, Never>

    private struct State {
        var producers: [(id: Int, element: Int, continuation: Producer)] = []
        var consumers: [(id: Int, continuation: Consumer)] = []
        var lastID = 0
        var hasFinished = false
    }

    private let state = Locked(State())

    private func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    func send(_ element: Int) async -> ChannelSendResult {
        let id = nextID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (producer: Producer) in
                let consumer: Consumer?? = state.withLock { state in
                    if state.hasFinished || (Task.isCancelled && Fault.seesEarlyCancellation) { return .some(nil) }
                    if let consumer = state.consumers.popLast(oldest: true) { return consumer.continuation }
                    state.producers.append((id, element, producer))
                    return nil
                }
                guard let consumer else { return }
                consumer?.resume(returning: element)
                producer.resume(returning: consumer == nil ? .finished : .delivered)
            }
        } onCancel: {
            let producer = state.withLock { state -> Producer? in
                guard let place = state.producers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.producers.remove(at: place).continuation
            }
            producer?.resume(returning: .cancelled)
        }
    }

    func next() async -> Int? {
        let id = nextID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (consumer: Consumer) in
                let answer: (element: Int?, producer: Producer?)? = state.withLock { state in
                    if let producer = state.producers.popLast(oldest: Fault.servesOldestFirst) {
                        return (producer.element, producer.continuation)
                    }
                    if state.hasFinished || Task.isCancelled { return (nil, nil) }
                    state.consumers.append((id, consumer))
                    return nil
                }
                guard let answer else { return }
                answer.producer?.resume(returning: .delivered)
                consumer.resume(returning: Task.isCancelled && Fault.losesTakenElements ? nil : answer.element)
            }
        } onCancel: {
            let consumer = state.withLock { state -> Consumer? in
                guard let place = state.consumers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.consumers.remove(at: place).continuation
            }
            consumer?.resume(returning: nil)
        }
    }

    func finish() {
        let (producers, consumers) = state.withLock { state in
            state.hasFinished = true
            defer {
                state.consumers = []
                if Fault.finishReleasesProducers { state.producers = [] }
            }
            return (Fault.finishReleasesProducers ? state.producers : [], state.consumers)
        }
        for producer in producers { producer.continuation.resume(returning: .finished) }
        for consumer in consumers { consumer.continuation.resume(returning: nil) }
    }
}

extension Array {
    fileprivate mutating func popLast(oldest: Bool) -> Element? { oldest ? (isEmpty ? nil : removeFirst()) : popLast() }
}

/// What is right about a channel; a fault answers one of these wrongly.
protocol ChannelFault: Sendable {
    static var servesOldestFirst: Bool { get }
    static var seesEarlyCancellation: Bool { get }
    static var losesTakenElements: Bool { get }
    static var finishReleasesProducers: Bool { get }
}

extension ChannelFault {
    static var servesOldestFirst: Bool { true }
    static var seesEarlyCancellation: Bool { true }
    static var losesTakenElements: Bool { false }
    static var finishReleasesProducers: Bool { true }
}

enum NoFault: ChannelFault {}

/// Whoever began to wait last is released first.
enum ReleasesNewestFirst: ChannelFault { static let servesOldestFirst = false }

/// A cancellation that comes before the producer waits is not seen.
enum MissesEarlyCancellation: ChannelFault { static let seesEarlyCancellation = false }

/// A consumer that is cancelled drops the element that it has taken from a producer.
enum LosesTakenElements: ChannelFault { static let losesTakenElements = true }

/// A finish forgets the producers that wait.
enum FinishForgetsProducers: ChannelFault { static let finishReleasesProducers = false }
