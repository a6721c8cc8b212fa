import TestSupport
import Testing
import UnoTesting

@Suite("A stream recorder", .timeLimit(.hang))
struct AsyncStreamRecorderTests {
    struct Broken: Error {}

    @Test func `records what is emitted, and wakes who waits for it`() async {
        let (stream, source) = AsyncStream<Int>.makeStream()
        let recorder = AsyncStreamRecorder(recording: stream)
        #expect(recorder.values.isEmpty && recorder.lastValue == nil)
        async let two = recorder.waitForEmissions(count: 2)
        source.yield(1)
        source.yield(2)
        #expect(await two.prefix(2) == [1, 2])
        source.yield(3)
        #expect(await recorder.waitForEmissions(count: 3) == [1, 2, 3])
        #expect(recorder.lastValue == 3 && !recorder.hasEnded)
        source.finish()
        await recorder.waitForFinish()
        // What is there needs no time.
        await recorder.waitForEmissions(count: 3, timeout: .zero)
        await recorder.waitForFinish(timeout: .zero)
        #expect(recorder.hasEnded && recorder.failure == nil)
        // No more will come: it is not waited for.
        let found = await failures { #expect(await recorder.waitForEmissions(count: 4) == [1, 2, 3]) }
        #expect(found.count == 1)
    }

    @Test func `records how a stream fails`() async {
        let (stream, source) = AsyncThrowingStream<Int, any Error>.makeStream()
        let recorder = AsyncStreamRecorder(recording: stream)
        source.finish(throwing: Broken())
        await recorder.waitForFinish()
        #expect(recorder.failure is Broken)
        #expect(recorder.diagram == "^")
    }

    @Test func `records an issue when the time is up, with what has come`() async {
        let (stream, source) = AsyncStream<Int>.makeStream()
        let recorder = AsyncStreamRecorder(recording: stream)
        source.yield(1)
        await recorder.waitForEmissions(count: 1)
        let clock = TestClock()
        let found = await failures {
            async let emissions = recorder.waitForEmissions(count: 2, timeout: .seconds(3), on: clock, line: 10)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(3))
            #expect(await emissions == [1])
            async let finish: Void = recorder.waitForFinish(timeout: .seconds(3), on: clock, line: 20)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(3))
            await finish
        }
        #expect(found.map(\.line) == [10, 20])
        #expect(
            found.map(\.text) == [
                "2 emission(s) were awaited, but did not come within 3.0 seconds. What came: [1]",
                "The end of the stream was awaited, but did not come within 3.0 seconds. What came: [1]",
            ])
        source.finish()
    }

    @Test func `does not wait for what a stream that has ended will never emit`() async {
        let recorder = AsyncStreamRecorder(recording: AsyncStream<String> { $0.finish() })
        let found = await failures { await recorder.waitForEmissions(count: 1) }
        #expect(found.map(\.text) == ["1 emission(s) were awaited, but the stream ended before. What came: []"])
    }

    @Test func `waits for nothing in a cancelled task, and records no issue there`() async {
        let recorder = AsyncStreamRecorder<Int>()
        let waiter = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await recorder.waitForFinish()
            return await recorder.waitForEmissions(count: 1)
        }
        #expect(await waiter.value == [])
    }

    @Test("cancels the stream, by cancel() and with its last reference")
    func cancellation() async {
        for isLetGo in [false, true] {
            let (stream, source) = AsyncStream<Int>.makeStream()
            let (ends, end) = AsyncStream<Bool>.makeStream()
            source.onTermination = { reason in
                if case .cancelled = reason { end.yield(true) } else { end.yield(false) }
                end.finish()
            }
            var recorder: AsyncStreamRecorder<Int>? = AsyncStreamRecorder(recording: stream)
            source.yield(1)
            await recorder?.waitForEmissions(count: 1)
            if !isLetGo {
                recorder?.cancel()
                #expect(recorder?.hasEnded == true)
                #expect(recorder?.diagram == "[1;]")
            }
            recorder = nil
            #expect(await ends.first { _ in true } == true)
        }
    }

    @Test func `draws what it saw, in the steps of its clock`() async {
        let clock = TestClock()
        let (stream, source) = AsyncStream<Int>.makeStream()
        let recorder = AsyncStreamRecorder(recording: stream, clock: clock)
        for (count, value) in [1, 2, 10].enumerated() {
            source.yield(value)
            await recorder.waitForEmissions(count: count + 1)
            if count > 0 { clock.advance(by: .steps(2)) }
        }
        source.finish()
        await recorder.waitForFinish()
        #expect(recorder.diagram == "[12]-'10'-|")
        #expect(recorder.diagram(step: .seconds(2)) == "[12]'10'|")
    }
}
