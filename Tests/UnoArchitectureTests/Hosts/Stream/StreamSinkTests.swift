import AsyncKit
import TestSupport
import Testing

@testable import UnoArchitecture

@Suite("The states of a stream", .timeLimit(.hang))
struct StreamSinkTests {
    @Test("that its consumer was told of and has not taken are dropped with the graph", arguments: [false, true])
    func dropped(isTornDown: Bool) async {
        let sink = StreamSink<Int>()
        let (isolation, engine) = GraphIsolation.make(.default, nil, to: sink)
        let graph = FeatureGraph<Int, Int>(engine: engine, sink: sink)
        graph.makeParts(
            of: Interact<Int, Int>(initialValue: 7) { _, _ in .none },
            feedback: Feedback(send: { _, _, _ in .cancelled }, enqueue: { _, _, _ in true }))
        let consumer = Task { [handovers = sink.handovers] in await handovers.makeAsyncIterator().next() != nil }
        sink.emit()
        await sink.waitForDemand()
        #expect(await consumer.value)
        if isTornDown { engine.tearDown() }
        #expect(sink.takeHandedOver() == (isTornDown ? nil : 7))
        if !isTornDown { engine.tearDown() }
        withExtendedLifetime(isolation) {}
    }
}
