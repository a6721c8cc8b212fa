import TestSupport
import Testing
import UnoArchitecture

@Suite("The results of effects")
struct EffectResultsTests {
    private func collect<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test("just yields its elements, empty none, and single one")
    func elements() async {
        #expect(await collect(.just(1, 2, 3)) == [1, 2, 3])
        #expect(await collect(AsyncStream<Int>.empty) == [])
        #expect(await collect(.single { 7 }) == [7])
    }

    @Test("single begins its work when it is asked, and not twice")
    func lazy() async {
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

    @Test("Cancelling the consumer of a single cancels its work and drops its result")
    func cancelled() async {
        let work = HeldWork()
        let task = Task {
            await collect(
                AsyncStream<Int>.single {
                    await work.run()
                    return 1
                }
            )
        }
        await work.starts.waitFor(1)
        task.cancel()
        #expect(await task.value == [])
        #expect(work.endings.elements == [.cancelled])
    }

    @Test("A thrown error becomes a result", arguments: [12, 13])
    func throwing(number: Int) async {
        let stream = AsyncStream<Result<String, FactError>>.single(
            { () throws(FactError) in try await FactService.known.fact(number) },
            as: { $0 }
        )
        let expected: Result<String, FactError> =
            number == 13 ? .failure(.unlucky(13)) : .success("12 is a number")
        #expect(await collect(stream) == [expected])
    }
}
