import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoPresentation

@Suite(.timeLimit(.hang))
struct JSONLinesTests {
    typealias Recorded = Recording<Tally.State, Tally.Action>

    private func recording() async -> Recorded { await recorded(Tally(), [.load(1), .add(2)]) }

    @Test func `A stack has the same ids after a round trip, in the state and in what an effect has sent`() async throws
    {
        let feature = Interact<StackState<Int>, Int>(initialValue: []) { stack, number in
            if number == 0 { stack.popLast() } else { stack.append(number) }
            return number == 3 ? .perform { _, send in await send { $0.append(number) } } : .state
        }
        let recording = await recorded(feature, [1, 0, 2, 3, 0, 4])
        #expect(recording.steps.last?.state?.ids == [1, 2, 4])
        let read = try Recording<StackState<Int>, Int>(jsonLines: recording.jsonLines())
        #expect(read.steps.map(\.state) == recording.steps.map(\.state))
        #expect(await Replay(read, of: feature).check() == .same)
    }

    @Test func `A recording is the same after a round trip, and is replayed`() async throws {
        let recording = await recording()
        let read = try Recorded(jsonLines: recording.jsonLines())
        #expect(try read.jsonLines() == recording.jsonLines())
        #expect(read.cut == nil)
        #expect(await Replay(read, of: Tally()).check() == .same)
        // The members of each object have the same order in every run.
        let text = String(decoding: try recording.jsonLines(), as: UTF8.self)
        let header =
            #"{"droppedSteps":0,"effectsBefore":[],"format":"UnoArchitecture recording","heldBefore":0,"types":"#
        #expect(text.hasPrefix(header) && !text.contains("\\/"))
        #expect(text.contains(#""{\"count\":0,\"log\":[\"loading 1\",\"sent 1\"]}""#))
    }

    @Test func `A file that is torn at any byte has the entries before it, and says what was cut`() async throws {
        let data = try await recording().jsonLines()
        let header = try #require(data.firstIndex(of: UInt8(ascii: "\n")))
        for count in 0..<data.count {
            let torn = data.prefix(count)
            guard count > header else {
                #expect(throws: RecordingError.noHeader) { try Recorded(jsonLines: torn) }
                continue
            }
            let read = try Recorded(jsonLines: torn)
            let whole = torn.lastIndex(of: UInt8(ascii: "\n"))! + 1
            #expect(read.entries.count == torn.count { $0 == UInt8(ascii: "\n") } - 1)
            #expect(read.cut?.bytes ?? 0 == count - whole)
            #expect(read.cut?.lines ?? 0 == (count == whole ? 0 : 1))
        }
    }

    @Test func `A damaged line cuts off what follows it`() async throws {
        let recording = await recording()
        var data = try recording.jsonLines()
        let lines = data.split(separator: UInt8(ascii: "\n"))
        let second = lines[2].startIndex
        data[second] = UInt8(ascii: "?")
        let read = try Recorded(jsonLines: data)
        #expect(read.entries.count == 1)
        #expect(read.cut?.bytes == data.count - second)
        #expect(read.cut?.lines == lines.count - 2)
    }

    @Test func `Another version is refused with both versions`() async throws {
        let text = String(decoding: try await recording().jsonLines(), as: UTF8.self)
        let other = Data(text.replacing(#""version":2"#, with: #""version":7"#, maxReplacements: 1).utf8)
        let error = #expect(throws: RecordingError.version(found: 7, supported: 2)) { try Recorded(jsonLines: other) }
        #expect(error?.description.contains("version 7") == true)
        #expect(error?.description.contains("version 2") == true)
        #expect(throws: (any Error).self) { try Recording<Int, Tally.Action>(jsonLines: Data(text.utf8)) }
    }

    @Test func `A recorder appends to a file what happens`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let recorder = Recorder<Tally.State, Tally.Action>()
        try recorder.write(to: url) { Issue.record($0) }
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.send(.add(2)).finish()
        #expect(try Recorded(contentsOf: url).steps.last?.action == .add(2))
        await runtime.shutdown(.drain)
        #expect(try Recorded(contentsOf: url).jsonLines() == recorder.recording.jsonLines())
    }

    @Test func `A line that is whole and no entry of the feature is told, and not taken for damage`() async throws {
        let text = String(decoding: try await recording().jsonLines(), as: UTF8.self)
        let renamed = Data(text.replacing(#"{"add":"#, with: #"{"plus":"#).utf8)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains(#"{"add":"#) }) + 1
        #expect(throws: RecordingError.entry(line: line)) { try Recorded(jsonLines: renamed) }
    }

    @Test func `A ring of other types is told by its types`() async throws {
        let data = try await recorded(Tally(), [.add(1)], keeping: .last(1)).jsonLines()
        let error = #expect(throws: RecordingError.self) { try Recording<Int, Tally.Action>(jsonLines: data) }
        #expect(error?.description.hasPrefix("The recording is of ") == true)
    }

    @Test func `A recorder that is given another runtime leaves the first, and its file begins anew`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let recorder = Recorder<Tally.State, Tally.Action>()
        try recorder.write(to: url) { Issue.record($0) }
        let first = Runtime(Tally(), recording: recorder)
        await first.send(.add(1)).finish()
        let second = Runtime(Tally(), recording: recorder)
        await second.send(.add(2)).finish()
        await first.send(.add(3)).finish()
        await first.shutdown(.drain)
        await second.shutdown(.drain)
        #expect(recorder.recording.steps.compactMap(\.action) == [.add(2)])
        #expect(try Recorded(contentsOf: url).jsonLines() == recorder.recording.jsonLines())
    }

    @Test(.misuse) func `A ring that is given another runtime keeps nothing of the first`() async throws {
        let recorder = Recorder<Tally.State, Tally.Action>(keeping: .last(4))
        let first = Runtime(Tally(), recording: recorder)
        let second = Runtime(Tally(), recording: recorder)
        for number in 1...8 { await first.send(.add(number)).finish() }
        await first.shutdown(.drain)
        for number in 1...8 { first.send(.add(number)) }
        await second.send(.add(9)).finish()
        await second.shutdown(.drain)
        #expect(recorder.recording.steps.compactMap(\.action) == [.add(9)])
        #expect(recorder.recording.entries.allSatisfy { if case .rejected = $0 { false } else { true } })
    }

    private enum One { struct State: Sendable, Codable { var count = 0 } }
    private enum Other { struct State: Sendable, Codable { var count = 0 } }

    @Test func `Types of one name are told apart, and a private type has the same name in each run`() throws {
        let data = try Recorder<One.State, Int>().recording.jsonLines()
        let error = #expect(throws: RecordingError.self) { try Recording<Other.State, Int>(jsonLines: data) }
        #expect(error?.description.contains("Other") == true)
        _ = try Recording<One.State, Int>(jsonLines: data)
        #expect(!String(decoding: data, as: UTF8.self).contains("$"))
    }
}
