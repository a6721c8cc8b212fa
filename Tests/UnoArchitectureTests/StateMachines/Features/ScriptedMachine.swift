import AsyncKit
import TestSupport
import UnoArchitecture
import UnoStateMachines

/// A machine whose inputs and results specify its behaviour, so that a test shows the whole scenario in one place.
///
/// An effect waits until the test releases it, once for each of its results.
struct ScriptedMachine: StateMachine {
    enum State: Equatable {
        case idle(Log)
        case loading(String, Log)
        case shown(Log)
    }

    /// The names of the effects whose results have arrived, and the notes of inputs. Does not count when states are compared.
    struct Log: Equatable {
        var entries: [String] = []
        static func == (left: Log, right: Log) -> Bool { true }
    }

    /// A state without its log.
    enum Place: Equatable {
        case idle, shown
        case loading(String)
    }

    struct Move: Sendable {
        /// Where it leads; an input without a place has no next state, a result without one stays in its state's place.
        var place: Place?
        var effects: ComposableEffect<IOEffect>?
        var note: String?
    }

    enum Input: Sendable {
        case move(Move)
        case undefined
    }

    struct Job: Sendable { var name: String, results: [Move], traits: EffectTraits }

    enum IOEffect: Sendable {
        case find(Job)
        case post(Job)
        var job: Job {
            switch self {
            case .find(let job), .post(let job): job
            }
        }
    }

    struct IOResult: Sendable { var name: String, move: Move }
    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = ComposableEffect<IOEffect>
    let initialValue = State.idle(Log())
    let desk: Desk

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .undefined: undefined
        case .move(let move):
            Transition(to: move.place.map { state.moved(to: $0, adding: move.note) }, effects: move.effects)
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        Transition(
            to: state.moved(to: result.move.place ?? state.place, adding: result.name), effects: result.move.effects)
    }

    static func traits(of effect: IOEffect) -> EffectTraits { effect.job.traits }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        let job = effect.job
        desk.begun.append(job.name)
        let results = Locked(job.results)
        return AsyncStream { [desk] in
            guard !results.withLock(\.isEmpty), await desk.work(job.name).run() == .released else { return nil }
            return IOResult(name: job.name, move: results.withLock { $0.removeFirst() })
        }
    }
}

extension ScriptedMachine.State {
    var log: [String] {
        switch self {
        case .idle(let log), .loading(_, let log), .shown(let log): log.entries
        }
    }

    var place: ScriptedMachine.Place {
        switch self {
        case .idle: .idle
        case .loading(let text, _): .loading(text)
        case .shown: .shown
        }
    }

    fileprivate func moved(to place: ScriptedMachine.Place, adding note: String?) -> Self {
        let log = ScriptedMachine.Log(entries: log + (note.map { [$0] } ?? []))
        return switch place {
        case .idle: .idle(log)
        case .loading(let text): .loading(text, log)
        case .shown: .shown(log)
        }
    }
}

/// Where the effects of scripted machines wait, each under its name.
final class Desk: Sendable {
    /// The names of the effects that have begun.
    let begun = Record<String>()
    private let works = Locked<[String: HeldWork]>([:])

    func work(_ name: String) -> HeldWork {
        works.withLock { works in
            let work = works[name] ?? HeldWork()
            works[name] = work
            return work
        }
    }

    /// The names of the effects that wait, sorted, each as often as effects of that name do.
    var waiting: [String] { works.withLock { $0.flatMap { Array(repeating: $0, count: $1.waitingCount) } }.sorted() }
}

// MARK: The words of a story

extension ScriptedMachine.Input {
    /// A transition to `place` that starts `effects`, if there are any.
    static func go(
        _ place: ScriptedMachine.Place, _ effects: ComposableEffect<ScriptedMachine.IOEffect>? = nil,
        note: String? = nil
    ) -> Self { .move(ScriptedMachine.Move(place: place, effects: effects, note: note)) }

    /// Starts `effects`, without a next state.
    static func run(_ effects: ComposableEffect<ScriptedMachine.IOEffect>) -> Self {
        .move(ScriptedMachine.Move(effects: effects))
    }

    static var identity: Self { .move(ScriptedMachine.Move()) }
}

extension ScriptedMachine.Move {
    static var stay: Self { Self() }
    static func to(_ place: ScriptedMachine.Place, _ effects: ComposableEffect<ScriptedMachine.IOEffect>? = nil) -> Self
    { Self(place: place, effects: effects) }
}

extension ComposableEffect where Effect == ScriptedMachine.IOEffect {
    typealias Move = ScriptedMachine.Move

    static func find(_ name: String, _ results: Move..., traits: EffectTraits = []) -> Self {
        .just(.find(ScriptedMachine.Job(name: name, results: results.isEmpty ? [.stay] : results, traits: traits)))
    }

    static func post(_ name: String, _ results: Move..., traits: EffectTraits = []) -> Self {
        .just(.post(ScriptedMachine.Job(name: name, results: results.isEmpty ? [.stay] : results, traits: traits)))
    }
}
