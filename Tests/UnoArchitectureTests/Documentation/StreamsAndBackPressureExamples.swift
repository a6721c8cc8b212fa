import UnoArchitecture
import UnoTesting

// The code of the article "Streams and back-pressure", compiled as it stands there; `ArticleTests` holds the two together.

enum Streams {
    struct Sum: Interactor {
        var body: some Interactor<Int, Int> {
            Interact(initialValue: 0) { sum, number in
                sum += number
                return .state
            }
        }
    }

    static func read(_ numbers: AsyncStream<Int>) async {
        for await sum in Sum().interact(numbers) { print(sum) }
    }

    static func marbles() async {
        await validate("1-2-3|", yields: "[01]-3-6|", actions: ["1": 1, "2": 2, "3": 3]) { _ in Sum() }
    }

    static func readers(of count: Int) async -> (every: [Int], newest: Int?) {
        let runtime = Runtime(Sum(), mailbox: .suspend(capacity: 2))
        let everySum = runtime.states(.bounded(1))
        let newestSum = runtime.states(.latest)
        let every = Task { await everySum.reduce(into: []) { $0.append($1) } }
        for number in 1...count { await runtime.deliver(number) }
        await runtime.shutdown(.drain)
        return (await every.value, await newestSum.reduce(nil) { $1 })
    }

    static func debounced() async {
        await validate("ab--c|", yields: "---b-[c|]") {
            $0.input.debounce(for: .steps(2), clock: $0.clock)
        }
    }

    struct Positive: Interactor {
        func interact(_ numbers: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { await numbers.first { $0 > 0 } }
        }
    }
}
