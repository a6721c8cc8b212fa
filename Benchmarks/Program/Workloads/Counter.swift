import BenchmarkKit
import Foundation
import UnoArchitecture
import UnoInspector

extension Workloads {
    static let counter = Workload(
        "counter",
        "one feature that counts its actions, fed as fast as it goes",
        baseline: "asyncstream",
        subjects: [
            DirectSubject.loop(DirectCounter(), .tick),
            ReducerSubject.loop(CountingReducer(), .tick) { $0.count },
            BareStreamSubject.stage(DirectCounter(), .tick),
            StreamSubject.burst(Counting(), .tick),
            RuntimeSubject.burst(Counting(), .tick),
            deliver,
            observed,
            traced,
            recorded,
            replayed,
            ViewModelSubject.loop(Counting(), .tick) { $0.count },
        ] + PlanSubject.burst(planCounting, Tick.tick)
    )

    static let planCounting = PlanInteract<CountState, Tick>(initialValue: CountState()) { state, _ in state.count += 1
    }

    /// `deliver`, which waits for room in the mailbox; `send` needs an unbounded one.
    private static let deliver = Subject("runtime-deliver") { count, _ in
        let runtime = Runtime(Counting())
        for _ in 1..<count { await runtime.deliver(.tick) }
        await runtime.deliver(.tick).finish()
        return await runtime.state?.count ?? 0
    }
    /// The same as `runtime-deliver`, with an observer that does nothing.
    private static let observed = Subject("runtime-observed") { count, _ in
        struct Nothing: RuntimeObserver {}
        let runtime = Runtime(Counting(), observer: Nothing())
        for _ in 1..<count { await runtime.deliver(.tick) }
        await runtime.deliver(.tick).finish()
        return await runtime.state?.count ?? 0
    }
    /// The same as `runtime-deliver`, with a trace of it written to a file, which is removed.
    private static let traced = Subject("runtime-traced") { count, _ in
        let file = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: file) }
        guard let trace = try? TraceObserver(writingTo: file) else { return 0 }
        let runtime = Runtime(Counting(), observer: trace)
        for _ in 1..<count { await runtime.deliver(.tick) }
        await runtime.deliver(.tick).finish()
        trace.close()
        return await runtime.state?.count ?? 0
    }
    /// The same as `runtime-deliver`, with a recording of all of it in memory.
    private static let recorded = Subject("runtime-recorded") { count, _ in
        let runtime = Runtime(Counting(), recording: Recorder())
        for _ in 1..<count { await runtime.deliver(.tick) }
        await runtime.deliver(.tick).finish()
        return await runtime.state?.count ?? 0
    }
    /// The replay of such a recording, with the comparison of every state.
    private static let replayed = Subject("replay") { count, meter in
        let recorder = Recorder<CountState, Tick>()
        let runtime = Runtime(Counting(), recording: recorder)
        for _ in 1..<count { await runtime.deliver(.tick) }
        await runtime.deliver(.tick).finish()
        let replay = Replay(recorder.recording, of: Counting())
        meter.start()
        let result = await replay.check()
        meter.stop()
        return result == .same ? count : 0
    }
}
