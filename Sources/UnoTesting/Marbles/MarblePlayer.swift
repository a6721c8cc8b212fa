/// Plays diagrams to a sequence and draws its elements, in virtual time on an executor of its own.
///
/// No job runs while the player acts. Each step has four parts, each followed by a rest: the clock moves; the consumer
/// requests a value, if it has not; the inputs play their symbols, one by one; the consumer is cancelled, if the
/// expected diagram contains `;`.
struct MarblePlayer {
    struct Input {
        let diagram: MarbleDiagram
        let play: (MarbleDiagram.Symbol) -> Void
    }

    let clock = TestClock()
    let executor = RestingExecutor()

    /// Draws the elements of the sequence that `makeOutput` makes. Cancels it and returns nil if it does not come to
    /// rest.
    func draw<Output: AsyncSequence & Sendable>(
        _ makeOutput: () -> Output,
        inputs: [Input],
        along expected: MarbleDiagram,
        text: (Output.Element) -> String
    ) async -> MarbleDiagram? where Output.Element: Sendable {
        let recorder = AsyncStreamRecorder<Output.Element>(clock: clock)
        let demand = Demand()
        do {
            try await act { recorder.record(makeOutput(), on: executor, notingAll: true) { await demand.wait() } }
            try await play(inputs, along: expected, to: recorder, demand)
            var diagram = recorder.marbles(step: .steps(1), text: text).padded(to: expected.steps.count)
            // The consumer has done what the expected diagram demands.
            for step in expected.steps.indices where expected[step].contains(.delayedDemand) {
                diagram.add(.delayedDemand, at: step)
            }
            try await act { end(recorder, demand) }
            if !expected.saysHowCancelledEnds { diagram = diagram.withoutEndOfCancelled }
            return diagram.ordered(as: expected)
        } catch {
            end(recorder, demand)
            executor.allowMore()
            if await executor.rest() == .overrun { executor.halt() }
            return nil
        }
    }

    private func play<Element>(
        _ inputs: [Input],
        along expected: MarbleDiagram,
        to recorder: AsyncStreamRecorder<Element>,
        _ demand: Demand
    ) async throws(Overrun) {
        let count = max(expected.steps.count, inputs.map(\.diagram.steps.count).max() ?? 0)
        for step in 0..<count {
            demand.allow(expected.asks(in: step))
            await executor.advance(clock, to: TestClock.Instant(offset: .steps(step))) {
                if case .reached = await executor.rest() { true } else { false }
            }
            try await act { demand.resume() }
            for input in inputs {
                for symbol in input.diagram[step] { try await act { input.play(symbol) } }
            }
            if expected[step].contains(.cancel) { try await act { recorder.cancel() } }
        }
    }

    private func end<Element>(_ recorder: AsyncStreamRecorder<Element>, _ demand: Demand) {
        recorder.cancel()
        demand.allow(nil)
        demand.resume()
    }

    /// Calls `body`, and returns when the sequence is at rest.
    private func act(_ body: () -> Void) async throws(Overrun) {
        executor.hold(body)
        if await executor.rest() == .overrun { throw Overrun() }
    }

    private struct Overrun: Error {}
}

extension MarbleDiagram {
    /// The number of values that the consumer takes in a step; nil for any number, unless a `,` follows.
    fileprivate func asks(in step: Int) -> Int? {
        guard self[step].contains(.delayedDemand) || self[step + 1].first == .delayedDemand else { return nil }
        return self[step].count { $0 != .delayedDemand && $0 != .cancel }
    }

    /// The diagram with each `,` at the place within its step that `expected` has.
    fileprivate func ordered(as expected: MarbleDiagram) -> MarbleDiagram {
        var ordered = MarbleDiagram()
        for (step, symbols) in steps.enumerated() {
            let isSame =
                Set(symbols) == Set(expected[step])
                && symbols.filter { $0 != .delayedDemand } == expected[step].filter { $0 != .delayedDemand }
            for symbol in isSame ? expected[step] : symbols { ordered.add(symbol, at: step) }
        }
        return ordered.padded(to: steps.count)
    }
}
