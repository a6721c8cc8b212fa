import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines

@Suite("The results of effects", .timeLimit(.hang)) struct EffectResultsTests {
    private func collect<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func `just yields its elements, empty none, single one, and an optional one or none`() async {
        #expect(await collect(.just(1, 2, 3)) == [1, 2, 3])
        #expect(await collect(AsyncStream<Int>.empty) == [])
        #expect(await collect(.single { 7 }) == [7])
        #expect(await collect(Int?.stream(of: 7)) == [7])
        #expect(await collect(Int?.stream(of: nil)) == [])
    }

    @Test func `single begins its work when it is asked, and not twice`() async {
        let begun = Record<Void>()
        let stream = AsyncStream<Int>.single {
            begun.append()
            return 1
        }
        #expect(begun.count == 0)
        #expect(await collect(stream) == [1])
        #expect(await collect(stream) == [])
        #expect(begun.count == 1)
    }

    @Test func `Cancelling the consumer of a single cancels its work and drops its result`() async {
        let work = HeldWork()
        let task = Task {
            await collect(
                AsyncStream<Int>.single {
                    await work.run()
                    return 1
                })
        }
        await work.starts.waitFor(1)
        task.cancel()
        #expect(await task.value == [])
        #expect(await work.endings.waitFor(1) == [.cancelled])
    }

    @Test(arguments: [12, 13]) func `A thrown error becomes a result`(number: Int) async {
        let stream = AsyncStream<Result<String, FactError>>.single(
            { () throws(FactError) in try await FactService.known.fact(number) }, as: { $0 })
        let expected: Result<String, FactError> = number == 13 ? .failure(.unlucky(13)) : .success("12 is a number")
        #expect(await collect(stream) == [expected])
    }

    @Test func `An effect with one result is cancelled like a stream, and what it returns then is dropped`() async {
        let machine = OneResult()
        let runtime = Runtime(machine)
        let event = runtime.send(.input(1))
        await machine.work.starts.waitFor(1)
        event.cancel()
        await runtime.shutdown(.drain)
        #expect(await runtime.state == 0)
        #expect(machine.work.endings.elements == [.cancelled])
    }
}

/// Its effect returns one result when its work has ended, even if it was cancelled.
private struct OneResult: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Int
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Int, Int>
    let initialValue = 0
    let work = HeldWork()
    static func reduceInput(_ state: Int, _ input: Int) -> Transition { run(input) }
    static func reduceIOResult(_ state: Int, _ result: Int) -> Transition { nextState(state + result) }

    func runIOEffect(_ effect: Int) async -> IOResult? {
        await work.run()
        return effect
    }
}
