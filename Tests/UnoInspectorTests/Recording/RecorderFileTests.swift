import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

/// What a recorder's file has, whatever comes first.
@Suite(.timeLimit(.hang))
struct RecorderFileTests {
    /// Its graph's first step waits for it.
    private struct Transformer: Interactor {
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream.map { $0 }.eraseToStream() }
    }

    /// Refuses an action before the first step of a runtime has ended.
    private func refuse(_ executor: ControlledExecutor, recording recorder: Recorder<Int, Int>) -> Runtime<Int, Int> {
        let runtime = Runtime(
            Transformer(), recording: recorder, mailbox: .dropNewest(capacity: 1), executor: .on(executor))
        runtime.send(1)
        #expect(runtime.send(2).outcome == .rejected(.mailboxFull))
        return runtime
    }

    @Test(.misuse, arguments: [1, 2])
    func `The file has what was refused while the first step waited, of the last runtime`(count: Int) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let recorder = Recorder<Int, Int>()
        try recorder.write(to: url) { Issue.record($0) }
        for _ in 0..<count {
            let runtime = refuse(executor, recording: recorder)
            executor.runUntilIdle()
            executor.shutDown(runtime)
        }
        let kinds = recorder.recording.entries.map { if case .rejected = $0 { "refusal" } else { "other" } }
        #expect(kinds.first == "refusal" && kinds.contains("other"))
        #expect(try Recording<Int, Int>(contentsOf: url).jsonLines() == recorder.recording.jsonLines())
    }

    /// Cannot be written.
    private struct Secret: Sendable, Codable {
        struct Unwritable: Error {}
        func encode(to encoder: any Encoder) throws { throw Unwritable() }
    }

    @Test func `A state that cannot be written ends the writing, which is told once`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let (recorder, failures) = (Recorder<Secret, Int>(), Record<any Error>())
        try recorder.write(to: url) { failures.append($0) }
        let feature = Interact<Secret, Int>(initialValue: Secret()) { _, _ in .state }
        let runtime = Runtime(feature, recording: recorder)
        for number in 0..<3 { await runtime.send(number).finish() }
        await runtime.shutdown(.drain)
        #expect(failures.elements.count == 1 && failures.elements.first is Secret.Unwritable)
        #expect(try Recording<Secret, Int>(contentsOf: url).entries.isEmpty)
    }
}
