package import UnoArchitecture

/// The parts of a harness that differ in calls that move time or end the feature. Each is isolated as its harness is.
package protocol TimedHarness: AnyObject, Sendable {
    /// Whether the test has to assert every step.
    var isExhaustive: Bool { get async }
    /// The reason why the harness cannot wait for the effects that the clock wakes; nil if it can.
    var timeProblem: String? { get async }
    /// The work in flight; nil if that is not known, or the executor is never at rest. It is at rest afterwards.
    var work: Pending? { get async }
    /// The work in flight, as the end of a failure message.
    var workText: String { get async }

    /// Notes a call of the test.
    func note(_ call: TestSite) async
    /// Waits until the executor is at rest; returns false if it never is.
    func comeToRest() async -> Bool
    /// Notes that a call of the test has moved the clock.
    func moved(from start: TestClock.Instant, to end: TestClock.Instant) async
    /// Ends the feature.
    func finish(within timeout: Duration, at site: TestSite) async
}

/// The implementation of ``TestHarness``: moves the clock of a harness, waits for rest, and ends the feature.
public struct HarnessTime: Sendable {
    package let clock: TestClock
    package let executor: RestingExecutor
    package let outside: OutsideWork
    package let harness: any TimedHarness

    package init(clock: TestClock, executor: RestingExecutor, outside: OutsideWork, harness: any TimedHarness) {
        (self.clock, self.executor, self.outside, self.harness) = (clock, executor, outside, harness)
    }

    /// A call of the test, noted at its place.
    package func called(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) async -> Call {
        let site = TestSite(fileID, filePath, line, column)
        await harness.note(site)
        return Call(time: self, site: site)
    }

    package struct Call: Sendable {
        let time: HarnessTime
        let site: TestSite

        private var harness: any TimedHarness { time.harness }
        private var clock: TestClock { time.clock }

        func advance(by duration: Duration, _ wakingNothing: Bool) async {
            _ = await harness.comeToRest()
            guard TestClock.check(duration, at: site) else { return }
            await moveForward(to: clock.now.advanced(by: duration), wakingNothing)
        }

        func advance(to instant: TestClock.Instant, _ wakingNothing: Bool) async {
            _ = await harness.comeToRest()
            guard clock.check(instant, at: site) else { return }
            await moveForward(to: instant, wakingNothing)
        }

        func run() async {
            record(await harness.timeProblem)
            var isFirst = true
            let start = clock.now
            let isDone = await time.executor.run(clock, rest: { await restOutside(&isFirst) })
            await harness.moved(from: start, to: clock.now)
            if isDone { return }
            record(
                "The clock was run for 10,000 deadlines, and something is still asleep: it sleeps again and again. "
                    + "Use advance(by:), or cancel it first" + (await harness.workText)
            )
        }

        func finish(_ timeout: Duration) async { await harness.finish(within: timeout, at: site) }

        private func moveForward(to instant: TestClock.Instant, _ wakingNothing: Bool) async {
            record(await harness.timeProblem)
            var isFirst = true
            let start = clock.now
            let hasWoken = await time.executor.advance(clock, to: instant) { await restOutside(&isFirst) }
            await harness.moved(from: start, to: clock.now)
            let mustWake =
                !hasWoken && !wakingNothing && clock.nextDeadline == nil && !Task.isCancelled
                && !time.executor.isBlocked
            if mustWake, await harness.isExhaustive { record(clock.wokeNothing(to: instant)) }
        }

        private func restOutside(_ isFirst: inout Bool) async -> Bool {
            let wasFirst = isFirst
            isFirst = false
            return await time.outside.settle(isFirst: wasFirst) {
                await harness.comeToRest()
            } pending: {
                await harness.work
            }
        }

        private func record(_ message: String?) {
            if let message { Failure(message, at: site).record() }
        }
    }
}
