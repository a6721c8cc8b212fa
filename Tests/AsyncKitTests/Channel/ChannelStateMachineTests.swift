import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("The state machine of a channel")
struct ChannelStateMachineTests {
    @Test("behaves like two plain arrays, in every sequence of five events")
    func agreesWithTheModelExhaustively() {
        forEachWholeSequence(of: ChannelEvent.allCases, length: 5) { events in
            if let difference = firstDifference(in: events) { Issue.record("\(events): \(difference)") }
        }
    }

    @Test("serves no task that is cancelled between its two calls")
    func cancelledBetweenTheCalls() {
        var machine = ChannelStateMachine<Int, Int, Int>()
        guard case .suspend = machine.send(isCancelled: false) else { return #expect(Bool(false), "No consumer waits") }
        guard case .end(.cancelled) = machine.send(1, from: 1, isCancelled: true)
        else { return #expect(Bool(false), "The cancelled producer waits") }
        guard case .suspend = machine.next(isCancelled: false) else { return #expect(Bool(false), "No producer waits") }
        guard case .end = machine.next(for: 2, isCancelled: true)
        else { return #expect(Bool(false), "The cancelled consumer waits") }
        guard case .suspend = machine.send(isCancelled: false) else { return #expect(Bool(false), "No consumer waits") }
    }

    @Test("behaves like two plain arrays, in long sequences with many waiting", arguments: 0..<8 as Range<UInt64>)
    func agreesWithTheModelAtLength(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let traffic = ChannelEvent.allCases.filter { $0 != .finish }
        // During long phases of one side its queue grows before the other side arrives.
        let phases: [[ChannelEvent]] = [
            traffic + Array(repeating: .send, count: 9), traffic + Array(repeating: .next, count: 9),
        ]
        var events: [ChannelEvent] = []
        for phase in 0..<12 { events += (0..<250).map { _ in phases[phase % 2].randomElement(using: &generator)! } }
        events.append(.finish)
        events += (0..<20).map { _ in ChannelEvent.allCases.randomElement(using: &generator)! }
        #expect(firstDifference(in: events) == nil)
    }

    /// Runs the events through the machine and the model, and describes the first event at which they differ.
    private func firstDifference(in events: [ChannelEvent]) -> String? {
        var machine = ChannelMachineDriver()
        var model = ChannelModel()
        var served: Int?
        for (id, event) in events.enumerated() {
            let actual: [ChannelOutcome]
            let expected: [ChannelOutcome]
            let wasWaiting = model.producers.first?.id
            switch event {
            case .send, .sendFromCancelledTask:
                let isCancelled = event == .sendFromCancelledTask
                actual = machine.send(id, id: id, isCancelled: isCancelled)
                expected = model.send(id, id: id, isCancelled: isCancelled)
            case .next, .nextFromCancelledTask:
                let isCancelled = event == .nextFromCancelledTask
                actual = machine.next(id: id, isCancelled: isCancelled)
                expected = model.next(id: id, isCancelled: isCancelled)
            case .cancelOldestProducer, .cancelNewestProducer, .cancelServedProducer:
                let target =
                    switch event {
                    case .cancelOldestProducer: model.producers.first?.id
                    case .cancelNewestProducer: model.producers.last?.id
                    default: served
                    }
                actual = target.map { machine.cancelSend($0) } ?? []
                expected = target.map { model.cancelSend($0) } ?? []
            case .cancelOldestConsumer, .cancelNewestConsumer:
                let target = event == .cancelOldestConsumer ? model.consumers.first : model.consumers.last
                actual = target.map { machine.cancelNext($0) } ?? []
                expected = target.map { model.cancelNext($0) } ?? []
            case .finish:
                actual = machine.finish()
                expected = model.finish()
            }
            if let wasWaiting, wasWaiting != model.producers.first?.id { served = wasWaiting }
            if actual != expected { return "event \(id), \(event): \(actual) instead of \(expected)" }
        }
        return nil
    }
}
