import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Plays random diagrams to a debounced sequence and to the reference of its contract.
///
/// In each step the time passes, the consumer may ask, and the upstream may produce, before any of the tasks runs: who of
/// the consumer, the puller and the sleeper comes first is up to the seed, and must make no difference.
@Suite("A debounced sequence, compared with the reference of its contract", .timeLimit(.hang))
struct DebounceDifferenceTests {
    typealias Outcome = DebounceReference.Outcome

    private struct Failure: Error {}

    /// A debounced sequence, with everything that it does on one executor.
    private struct Subject {
        let executor: ControlledExecutor
        let clock = TestClock()
        let outcomes = Record<Outcome>()
        let asks = HeldWork()
        let source: AsyncThrowingStream<Int, any Error>.Continuation
        let consumer: Task<Void, Never>

        init(window: Int, seed: UInt64) {
            executor = ControlledExecutor(seed: seed)
            let (upstream, source) = AsyncThrowingStream<Int, any Error>.makeStream()
            self.source = source
            consumer = executor.task { [clock, outcomes, asks] in
                var iterator = upstream.debounce(for: .seconds(window), clock: clock).makeAsyncIterator()
                while await asks.run() == .released {
                    do {
                        outcomes.append(try await iterator.next().map { .element($0) } ?? .end)
                    } catch {
                        outcomes.append(.failure)
                    }
                }
            }
            executor.runUntilIdle()
        }

        func produce(_ product: DebounceReference.Product) {
            switch product {
            case .element(let element): source.yield(element)
            case .finish: source.finish()
            case .failure: source.finish(throwing: Failure())
            }
        }
    }

    /// Nil if both did the same.
    private func difference(seed: UInt64) -> String? {
        var random = SplitMix(seed: seed)
        let window = Int.random(in: 1...4, using: &random)
        // An eager consumer asks in most steps; a lagging one seldom.
        let eagerness = [20, 50, 95].randomElement(using: &random)!
        var reference = DebounceReference(window: window)
        let subject = Subject(window: window, seed: seed)
        defer {
            subject.executor.settle(subject.consumer.cancel())
            subject.executor.runFreely()
        }
        var history = "seed \(seed), window \(window):"
        var lastElement = 0
        for _ in 0..<12 {
            let ticks = Int.random(in: 0...3, using: &random)
            if ticks > 0 {
                history += " +\(ticks)"
                subject.clock.advance(by: .seconds(ticks))
                reference.advance(by: ticks)
            }
            let asks = !reference.isAsking && Int.random(in: 0..<100, using: &random) < eagerness
            // Who acts first does not matter, so the consumer asks before or after what the upstream produces.
            let asksLast = Bool.random(using: &random)
            if asks {
                history += " ask"
                reference.ask()
                if !asksLast { subject.asks.release() }
            }
            for _ in 0..<[0, 0, 1, 1, 1, 2, 3].randomElement(using: &random)! {
                lastElement += 1
                let products: [DebounceReference.Product] = [.finish, .failure]
                let isEnd = Int.random(in: 0..<20, using: &random) == 0
                let product = isEnd ? products.randomElement(using: &random)! : .element(lastElement)
                history += " \(product)"
                reference.produce(product)
                subject.produce(product)
            }
            if asks, asksLast { subject.asks.release() }
            subject.executor.runUntilIdle()
            if Int.random(in: 0..<60, using: &random) == 0 {
                history += " cancel"
                reference.cancel()
                subject.executor.settle(subject.consumer.cancel())
            }
            let outcomes = subject.outcomes.elements
            guard outcomes == reference.outcomes else {
                return "\(history): reference \(reference.outcomes), sequence \(outcomes)"
            }
            if subject.consumer.isCancelled || reference.hasEnded && outcomes.last == .end { break }
        }
        subject.executor.settle(subject.consumer.cancel())
        return subject.clock.sleeperCount == 0 ? nil : "\(history): a sleeper is left"
    }

    @Test("does what the reference does in random diagrams, with consumers that lag and upstreams that fail")
    func randomDiagrams() {
        let differences = (0..<UInt64(Scale.chosen(10_000))).compactMap { difference(seed: $0) }
        for difference in differences.sorted(by: { $0.count < $1.count }).prefix(3) { Issue.record("\(difference)") }
        #expect(differences.count == 0)
    }

    @Test("finds in the reference what the contract says of a consumer that is served, lags and is failed")
    func reference() {
        var reference = DebounceReference(window: 2)
        reference.produce(.element(1))
        reference.ask()
        reference.advance(by: 5)
        reference.produce(.element(2))
        reference.produce(.element(3))
        reference.produce(.element(4))
        reference.advance(by: 5)
        reference.ask()
        reference.ask()
        reference.advance(by: 1)
        reference.produce(.failure)
        reference.ask()
        #expect(reference.outcomes == [.element(1), .element(2), .failure, .end])
    }
}
