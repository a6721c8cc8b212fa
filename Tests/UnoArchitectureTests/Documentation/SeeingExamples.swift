import Foundation
import UnoArchitecture
import UnoInspector

// The code of the article "Seeing", compiled as it stands there; `ArticleTests` holds the two together.

func draw(_ feature: some Interactor, to file: URL) throws {
    let graph = GraphDescription(of: feature)
    print(graph)  // or graph.mermaid, graph.graphviz
    try graph.svg.write(to: file, atomically: true, encoding: .utf8)
}

func look(at runtime: Runtime<some Sendable, some Sendable>, of feature: some Interactor) {
    print(GraphDescription(of: feature).showing(runtime.snapshot()))
}

/// What the examples trace and record.
enum Purse {
    struct State: Sendable, Equatable, Codable {
        var balance = 0
    }

    enum Action: Sendable, Codable {
        case deposit(Int)
        case withdraw(Int)
    }
}

func trace(_ feature: some Interactor<Purse.State, Purse.Action>, to file: URL) throws {
    let trace = try TraceObserver(writingTo: file, actions: .names)
    let runtime = Runtime(feature, name: "purse", observer: trace)
    runtime.send(.withdraw(5))
}

func record(_ feature: some Interactor<Purse.State, Purse.Action>, to file: URL) throws {
    let recorder = Recorder<Purse.State, Purse.Action>(keeping: .last(10_000))
    try recorder.write(to: file) { print("The recording has ended: \($0)") }
    recorder.tell(when: \.balance, becomes: { $0 < 0 }, to: { print("Below zero: \($0)") })
    let runtime = Runtime(feature, recording: recorder)
    runtime.send(.withdraw(5))
}

func isReproduced(_ file: URL, by feature: some Interactor<Purse.State, Purse.Action>) async throws -> Bool {
    let recording = try Recording<Purse.State, Purse.Action>(contentsOf: file)
    let replay = Replay(recording, of: feature)
    print(try await replay.state(after: 100))
    // The actions that it takes, as few as were found.
    print(try await replay.steps(leadingTo: { $0.balance < 0 }) ?? [])
    print(try recording.test())
    return await replay.check() == .same
}

func show(_ recording: Recording<Int, Int>, of feature: some Interactor, in file: URL) throws {
    try recording.page(to: file, title: "Counter", graph: GraphDescription(of: feature))
}

func inspect(_ feature: some Interactor<Purse.State, Purse.Action>, on clock: InspectorClock) async throws {
    let recorder = Recorder<Purse.State, Purse.Action>(keeping: .last(10_000))
    let runtime = Runtime(feature, recording: recorder)
    let server = try InspectorServer(recorder, clock: clock, send: { runtime.send($0) })
    print("The inspector is at \(server.address)")
    try await server.run()  // until the task is cancelled
}
