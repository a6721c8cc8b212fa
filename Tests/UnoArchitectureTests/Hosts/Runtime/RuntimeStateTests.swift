import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The state of a runtime", .timeLimit(.hang))
struct RuntimeStateTests {
    @Test("is nil until a graph of stream transformers emits, and then the emitted state")
    func transformer() async {
        let runtime = Runtime(PushingTransformer())
        let projection = runtime.projection(action: { $0 }, state: { -$0 }, emitting: .always)
        #expect(await runtime.state == nil)
        #expect(await projection.state == nil)
        let states = runtime.states(.unbounded)
        runtime.send(4)
        #expect(await states.prefix(2).reduce(into: []) { $0.append($1) } == [4, 8])
        #expect(await runtime.state == 8)
        #expect(await projection.state == -8)
        await runtime.shutdown(.cancel)
    }

    @Test("is nil for ever if a graph of stream transformers ends without a state")
    func ended() async {
        let runtime = Runtime(PullingTransformer(), clock: TestClock())
        await runtime.deliver(-1).finish()
        await runtime.shutdown(.drain)
        #expect(await runtime.state == nil)
    }
}
