/// Plays diagrams to a sequence and draws what it emits, in virtual time on an executor of its own.
///
/// In each step, first the clock moves and what wakes comes to rest; then the consumer asks, if it had not; then the
/// inputs play their symbols, one by one, each coming to rest; then the consumer is cancelled, if the expected diagram
/// says so.
struct MarblePlayer {
    struct Input {
        let diagram: MarbleDiagram
        let play: (MarbleDiagram.Symbol) -> Void
    }

    let clock = TestClock()
    let executor = RestingExecutor()

    func draw<Output: AsyncSequence & Sendable>(
        _ output: Output,
        inputs: [Input],
        along expected: MarbleDiagram,
        text: (Output.Element) -> String
    ) async -> MarbleDiagram where Output.Element: Sendable {
        let recorder = AsyncStreamRecorder<Output.Element>(clock: clock)
        let demand = Demand()
        recorder.record(output, on: executor) { await demand.wait() }
        await executor.rest()
        let count = max(expected.steps.count, inputs.map(\.diagram.steps.count).max() ?? 0)
        for step in 0..<count {
            demand.allow(expected.asks(in: step))
            await executor.advance(clock, to: TestClock.Instant(offset: .steps(step)))
            demand.resume()
            await executor.rest()
            for input in inputs {
                for symbol in input.diagram[step] {
                    input.play(symbol)
                    await executor.rest()
                }
            }
            if expected[step].contains(.cancel) {
                recorder.cancel()
                await executor.rest()
            }
        }
        var diagram = recorder.marbles(step: .steps(1), text: text).padded(to: expected.steps.count)
        // What the expected diagram tells the consumer to do has been done.
        for step in expected.steps.indices where expected[step].contains(.delayedDemand) {
            diagram.add(.delayedDemand, at: step)
        }
        recorder.cancel()
        demand.allow(nil)
        demand.resume()
        await executor.rest()
        return diagram.ordered(as: expected)
    }
}

extension MarbleDiagram {
    /// How many values the consumer takes in a step; nil if it asks on and on, as it does unless a `,` follows.
    fileprivate func asks(in step: Int) -> Int? {
        guard self[step].contains(.delayedDemand) || self[step + 1].first == .delayedDemand else { return nil }
        return self[step].count(where: \.isSeen)
    }

    /// The diagram with the demands that were held back where `expected` has them within their steps.
    fileprivate func ordered(as expected: MarbleDiagram) -> MarbleDiagram {
        var ordered = MarbleDiagram()
        for (step, symbols) in steps.enumerated() {
            let isSame =
                Set(symbols) == Set(expected[step]) && symbols.filter(\.isSeen) == expected[step].filter(\.isSeen)
            for symbol in isSame ? expected[step] : symbols { ordered.add(symbol, at: step) }
        }
        return ordered.padded(to: steps.count)
    }
}

extension MarbleDiagram.Symbol {
    /// Something that is seen, rather than something that the consumer does.
    fileprivate var isSeen: Bool { self != .delayedDemand && self != .cancel }
}
