import TestSupport
import Testing

@testable import UnoDistributed

@Suite("Waits for a latch", .timeLimit(.hang))
struct LatchTests {
    @Test("end with either latch, and with the cancellation of the task", arguments: [0, 1, 2])
    func either(which: Int) async {
        let latches = [Latch(), Latch()]
        let waiting = Task { await latches[0].wait(or: latches[1]) }
        if which < 2 { latches[which].open() } else { waiting.cancel() }
        await waiting.value
        #expect(latches.map(\.isOpen) == [which == 0, which == 1])
    }

    @Test("are none in a task that is cancelled already")
    func cancelled() async {
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await Latch().wait()
        }
        await waiting.value
        #expect(waiting.isCancelled)
    }

    @Test("What was taken back is not called, the others are, and what comes later is called at once")
    func calls() {
        let (latch, calls) = (Latch(), Record<Int>())
        let ids = (1...3).map { number in latch.whenOpen { calls.append(number) } }
        latch.remove(ids[1]!)
        latch.open()
        #expect(latch.whenOpen { calls.append(4) } == nil)
        #expect(calls.elements == [1, 3, 4])
    }
}
