import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoInspector

/// The file that `Recording.page` makes. `.ci/page` looks at such a file in a browser.
@Suite(.timeLimit(.hang))
struct RecordingPageTests {
    private func record(_ play: (Runtime<Tally.State, Tally.Action>) async -> Void) async -> Recording<
        Tally.State, Tally.Action
    > {
        let recorder = Recorder<Tally.State, Tally.Action>(clock: TestClock())
        let runtime = Runtime(Tally(), recording: recorder)
        await play(runtime)
        await runtime.shutdown(.drain)
        return recorder.recording
    }

    /// The data in a page.
    private func data(of page: Data) throws -> [String: Any] {
        let text = String(decoding: page, as: UTF8.self)
        let start = try #require(text.range(of: #"id="recording">"#)).upperBound
        let end = try #require(text[start...].range(of: "</script>")).lowerBound
        let json = try JSONSerialization.jsonObject(with: Data(text[start..<end].utf8))
        return try #require(json as? [String: Any])
    }

    @Test func `The page has the steps, what they changed, the effects and the places`() async throws {
        let recording = await record { runtime in
            await runtime.send(.add(2)).finish()
            await runtime.send(.load(1)).finish()
        }
        let data = try data(of: recording.page())
        let entries = try #require(data["entries"] as? [[String: Any]])
        #expect(entries.map { $0["cause"] as? String } == recording.steps.map(\.cause.rawValue))
        #expect(entries.map { $0["number"] as? Int } == recording.steps.map(\.number))
        let places = try #require(data["places"] as? [String])
        let sent = try #require(entries[1]["place"] as? Int)
        #expect(places[sent].hasPrefix(#fileID))
        #expect("\(entries[1]["changes"] ?? "")".filter { !$0.isWhitespace } == "[[[1],2]]")
        let effects = try #require(data["effects"] as? [[String: Any]])
        #expect(effects.count == 1)
        let (from, to) = (effects[0]["from"] as? Int, effects[0]["to"] as? Int)
        let number = try #require(effects[0]["number"] as? Int)
        let registering = recording.steps.firstIndex {
            $0.effects.contains { $0.number == UInt64(number) && $0.change == .registered }
        }
        #expect(from == registering)
        let event = try #require(effects[0]["event"] as? Int)
        #expect(event == entries[try #require(from)]["event"] as? Int)
        #expect(to != nil)
        let fed = try #require(entries.first { $0["cause"] as? String == "fedBack" })
        #expect(fed["effect"] as? Int == number)
    }

    @Test func `Times and numbers that no program has are shown as the nearest ones`() async throws {
        let clock = TestClock()
        let recorder = Recorder<Tally.State, Tally.Action>(clock: clock)
        let runtime = Runtime(Tally(), recording: recorder)
        clock.advance(by: .seconds(Int64.max))
        await runtime.send(.add(1)).finish()
        await runtime.shutdown(.drain)
        let recording = recorder.recording
        #expect(try data(of: recording.page())["entries"] != nil)
        let damaged = String(decoding: try recording.jsonLines(), as: UTF8.self)
            .replacing("\"number\":1", with: "\"number\":-1")
            .replacing("\"droppedSteps\":0", with: "\"droppedSteps\":-7")
        let read = try Recording<Tally.State, Tally.Action>(jsonLines: Data(damaged.utf8))
        #expect(try data(of: read.page())["droppedSteps"] as? Int == 0)
    }

    @Test func `A ring's page begins with the state before its first step`() async throws {
        let recorder = Recorder<Tally.State, Tally.Action>(keeping: .last(1), clock: TestClock())
        let runtime = Runtime(Tally(), recording: recorder)
        for number in 1...3 { await runtime.send(.add(number)).finish() }
        let data = try data(of: recorder.recording.page())
        #expect("\(data["initial"] ?? "")".filter { !$0.isWhitespace } == "[4,3,[1,0]]")
        #expect(data["droppedSteps"] as? Int == recorder.recording.droppedSteps)
        #expect((data["entries"] as? [Any])?.count == 1)
        await runtime.shutdown(.cancel)
    }

    @Test func `An effect of the first step of a ring begins at entry 0, and one of before at -1`() async throws {
        for (count, from) in [(3, "0"), (2, "-1")] {
            let recorder = Recorder<Tally.State, Tally.Action>(keeping: .last(count), clock: TestClock())
            let runtime = Runtime(Tally(), recording: recorder)
            await runtime.send(.load(1)).finish()
            let page = String(decoding: recorder.recording.page(), as: UTF8.self)
            #expect(page.contains("\"from\":\(from),"))
            await runtime.shutdown(.cancel)
        }
    }

    @Test func `An effect has its place, and the steps with which it began, was cancelled and has ended`() throws {
        var effect = RecordedEffect(7, .registered)
        (effect.effectID, effect.event, effect.place) = ("load", 5, SourcePlace(CallSite("Shop/Cart.swift", 12)))
        var first = OpenStep(number: 0, cause: .start, event: nil, effect: nil, time: .zero)
        first.effects = [effect]
        let second = OpenStep(number: 1, cause: .sent, event: 5, effect: nil, time: .zero)
        var recording = Recording<Int, Int>()
        recording.entries = [
            .step(.init(first)), .step(.init(second)), .effect(RecordedEffect(7, .cancelled)), .step(.init(second)),
            .effect(RecordedEffect(7, .ended)),
        ]
        let data = try data(of: recording.page())
        #expect(data["places"] as? [String] == ["Shop/Cart.swift:12"])
        let effects = try #require(data["effects"] as? [[String: Any]])
        #expect(effects.count == 1 && effects[0]["id"] as? String == "load")
        let numbers = ["number", "place", "event", "from", "cancelled", "to"].map { effects[0][$0] as? Int }
        #expect(numbers == [7, 0, 5, 0, 1, 2])
    }

    @Test func `What was refused and what was cancelled stands between the steps`() async throws {
        var recording = Recording<Int, Int>()
        let place = await record { await $0.send(.add(1)).finish() }.steps[1].place
        let rejection = RecordedRejection(place: try #require(place), reason: .mailboxFull, time: .milliseconds(3))
        recording.entries = [.rejected(rejection), .cancelled(event: 4)]
        let data = try data(of: recording.page())
        let entries = try #require(data["entries"] as? [[String: Any]])
        #expect(entries.map { $0["cause"] as? String } == ["refused", "cancelled"])
        #expect(data["places"] as? [String] == place.map { ["\($0)"] } && entries[0]["place"] as? Int == 0)
        #expect(entries.map { $0["time"] as? Int } == [3_000, 3_000])
        #expect(entries[0]["outcome"] as? String == "mailboxFull")
        #expect(entries[1]["event"] as? Int == 4)
    }

    @Test func `No text of a recording becomes a part of the page`() async throws {
        let attacks = [
            "</script><script>attacked = 1</script>", "<!--<script>", "{{script}}", "\u{2028}\"'`&\\",
            "<img src=x onerror=alert(1)>",
        ]
        var recording = Recording<String, String>()
        for (number, attack) in attacks.enumerated() {
            var step = Recording<String, String>.Step(
                OpenStep(number: number, cause: .sent, event: nil, effect: nil, time: .zero))
            (step.keptAction, step.keptState) = (Kept(value: attack), Kept(value: attack))
            recording.entries.append(.step(step))
        }
        let page = recording.page(title: attacks[0])
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.components(separatedBy: "<script").count == 3)
        #expect(text.components(separatedBy: "</script>").count == 3)
        #expect(!text.contains("<img") && !text.contains("<!--"))
        #expect(text.contains("<h1>&lt;/script&gt;&lt;script&gt;attacked = 1"))
        let entries = try #require(try data(of: page)["entries"] as? [[String: Any]])
        #expect(entries.map { $0["action"] as? String } == attacks)
    }

    @Test func `The page loads nothing, and each has a nonce of its own`() throws {
        let pages = [0, 1].map { _ in String(decoding: Recording<Int, Int>().page(title: "a"), as: UTF8.self) }
        #expect(pages[0] != pages[1])
        #expect(pages[0].contains("default-src 'none'"))
        #expect(!pages[0].contains("{{"))
        #expect(!pages[0].contains("http://") && !pages[0].contains("https://") && !pages[0].contains("unsafe-inline"))
        #expect(!pages[0].contains(" style=\""))
    }

    @Test func `The page is written in place of what is there, and a place that cannot be written is an error`() throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("old".utf8).write(to: file)
        try Recording<Int, Int>().page(to: file, title: "counter")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<!doctype html>"))
        #expect(throws: (any Error).self) { try Recording<Int, Int>().page(to: file.appending(path: "below")) }
    }
}
