import TestSupport
import UnoArchitecture
import UnoInspector
import UnoTesting

/// Records what a random composition does on a runtime, under a random script and schedule.
struct ReplayTrial {
    private let composition: Composition
    private let operations: [Generator.Operation]
    private let seed: UInt64
    private let surroundings: Surroundings
    private var executor: ControlledExecutor { surroundings.executor }

    init(_ composition: Composition, _ operations: [Generator.Operation], seed: UInt64) {
        (self.composition, self.operations, self.seed) = (composition, operations, seed)
        surroundings = Surroundings(executor: ControlledExecutor(seed: seed))
    }

    /// The recording of the script and of a shutdown.
    func record() async -> Recording<Tree, Act> {
        let recorder = Recorder<Tree, Act>(clock: surroundings.clock)
        let runtime = Runtime(
            composition.interactor(in: surroundings), recording: recorder, executor: .on(executor),
            clock: surroundings.clock)
        // A reader that every second runtime has to wait for.
        let states = runtime.states(seed.isMultiple(of: 2) ? .bounded(1) : .latest, of: .everyState)
        let reader = Task(executorPreference: executor) { for await _ in states {} }
        executor.runUntilIdle()
        var events: [EventTask] = []
        for (number, operation) in operations.enumerated() {
            play(operation, on: runtime, &events)
            // In the middle of what the operation leads to, and at rest.
            executor.run(atMost: Int(seed % 11))
            if seed.isMultiple(of: 4), !events.isEmpty { events[(Int(seed) + number) % events.count].cancel() }
            executor.runUntilIdle()
            if seed.isMultiple(of: 3), number % 5 == 4, !events.isEmpty { events[Int(seed) % events.count].cancel() }
            executor.runUntilIdle()
        }
        if !seed.isMultiple(of: 5) { drain(runtime) }
        executor.runFreely()
        await runtime.shutdown(.cancel)
        await reader.value
        return recorder.recording
    }

    private func play(_ operation: Generator.Operation, on runtime: Runtime<Tree, Act>, _ events: inout [EventTask]) {
        switch operation {
        case .send(let act): events.append(runtime.send(act))
        case .burst(let acts): events += acts.map { runtime.send($0) }
        case .senders(let senders):
            for acts in senders { executor.task { for act in acts { await runtime.deliver(act) } } }
        case .release(let number):
            let held = surroundings.bench.held
            if !held.isEmpty { surroundings.bench.release(held[number % held.count]) }
        case .advance(let ticks): surroundings.clock.advance(by: .seconds(ticks))
        }
    }

    /// Drains the runtime for a while: a composition may start effects, or hold actions, without end.
    private func drain(_ runtime: Runtime<Tree, Act>) {
        executor.task { await runtime.shutdown(.drain) }
        for _ in 0..<60 {
            executor.run(atMost: 2_000)
            guard executor.isIdle else { return }
            if let place = surroundings.bench.held.first { surroundings.bench.release(place) }
            surroundings.clock.advance(by: .seconds(1))
        }
    }

    /// Nil if the replay of the recording does what was recorded.
    func difference(of recording: Recording<Tree, Act>) async -> String? {
        let replayed = composition.interactor(in: Surroundings(executor: executor))
        let result = await Replay(recording, of: replayed).check()
        return result == .same ? nil : "\(result)"
    }
}
