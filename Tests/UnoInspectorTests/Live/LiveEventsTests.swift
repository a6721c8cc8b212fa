import Foundation
import TestSupport
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite(.timeLimit(.hang))
struct LiveEventsTests {
    private typealias Log = RecordingLog<Tally.State, Tally.Action>

    /// What an event adds to the page.
    private struct Content: Decodable {
        struct Item: Decodable {
            struct Entry: Decodable { let number: Int?, cause: String, place: Int? }
            struct Effect: Decodable { let number: Int, change: String, id: String?, place: Int?, event: UInt64? }
            let entry: Entry?
            let heard: [Effect]
        }
        let items: [Item]
        let places: [String]
        let shapes: [[String]]

        init(of event: [UInt8]) throws {
            let text = String(decoding: event, as: UTF8.self)
            let data = try #require(text.split(separator: "\n").last { $0.hasPrefix("data: ") }).dropFirst(6)
            self = try JSONDecoder().decode(Self.self, from: Data(data.utf8))
        }
    }

    private func record(
        keeping extent: Recorder<Tally.State, Tally.Action>.Extent = .whole, _ actions: [Tally.Action], refused: Int = 0
    ) async throws -> Log {
        let recorder = Recorder<Tally.State, Tally.Action>(keeping: extent)
        let runtime = Runtime(Tally(), recording: recorder)
        for action in actions { await runtime.send(action).finish() }
        await runtime.shutdown(.cancel)
        for _ in 0..<refused { runtime.send(.chain) }
        return try #require(recorder.presentLog)
    }

    @Test func `A page that goes on from any event has the tables that the events refer to`() async throws {
        let log = try await record([.add(1), .load(2), .chain, .add(3), .load(4)])
        let start = PagePosition(runtime: 1, entries: 1, shapes: 4, places: 0)
        for limit in 1...5 {
            var (events, tables) = (LiveEvents<Tally.State, Tally.Action>(after: start), (shapes: 4, places: 0))
            var numbers: [Int] = []
            while let news = log.news(after: events.position.entries, atMost: limit), !news.entries.isEmpty {
                let content = try Content(of: events.event(of: news))
                numbers += content.items.compactMap { $0.entry?.number }
                tables = (tables.shapes + content.shapes.count, tables.places + content.places.count)
                #expect(events.position.shapes == tables.shapes && events.position.places == tables.places)
                #expect(content.items.allSatisfy { $0.entry?.place.map { $0 < tables.places } ?? true })
                // Another connection: a writer that knows the position only.
                let position = try #require(PagePosition("\(events.position)"))
                #expect(position == events.position)
                events = LiveEvents(after: position)
            }
            #expect(numbers == Array(1...log.recording.steps.count - 1))
        }
    }

    @Test func `An event has what its steps have changed, and what happened to effects`() async throws {
        let log = try await record([.add(1), .add(2), .load(3)])
        let page = PagePosition(runtime: 1, entries: 2, shapes: 9, places: 0)
        var events = LiveEvents<Tally.State, Tally.Action>(after: page)
        let event = try events.event(of: #require(log.news(after: 2, atMost: 9)))
        let text = String(decoding: event, as: UTF8.self)
        #expect(text.hasPrefix("id: 1.\(log.present.entryCount)."))
        #expect(text.contains("\"action\":[9,2],\"changes\":[[[1],3]]"))
        let content = try Content(of: event)
        let heard = content.items.flatMap(\.heard).filter { $0.number == 1 }
        #expect(heard.map(\.change) == ["registered", "ended"])
        let place = try #require(heard[0].place)
        #expect(content.places[place].contains("RecordedFeatures.swift"))
        #expect(heard.map(\.id) == ["load", nil])
        #expect(heard.map(\.event) == [log.recording.steps.first { $0.action == .load(3) }?.event, nil])
    }

    @Test func `The events of one connection tell each shape and place once`() async throws {
        let log = try await record([.add(1), .add(2)])
        let start = PagePosition(runtime: 1, entries: 1, shapes: 4, places: 0)
        var events = LiveEvents<Tally.State, Tally.Action>(after: start)
        let contents = try (1...2).map { entries in
            try Content(of: events.event(of: #require(log.news(after: entries, atMost: 1))))
        }
        #expect(contents.map(\.shapes) == [[[".add", ""]], []])
        #expect(contents.map(\.places.count) == [1, 0])
    }

    @Test func `A signal tells each of those who listen, at once and after a call`() async {
        let signal = LiveSignal()
        for _ in 0..<2 {
            var (first, second) = (signal.listen().makeAsyncIterator(), signal.listen().makeAsyncIterator())
            #expect(signal.listenerCount == 2)
            for _ in 0..<2 {
                let heard: [Void?] = [await first.next(), await second.next()]
                #expect(heard.allSatisfy { $0 != nil })
                signal.notify()
            }
        }
        #expect(signal.listenerCount == 0)
    }

    @Test func `There is no news for a page that a ring has left behind`() async throws {
        let log = try await record(keeping: .last(2), (0..<8).map { .add($0) })
        #expect(log.present.entryCount == 9)
        #expect(log.news(after: 1, atMost: 9) == nil)
        // A ring has up to twice as many steps as it keeps.
        #expect(log.news(after: 5, atMost: 9) == nil)
        #expect(log.news(after: 6, atMost: 9)?.entries.count == 3)
        #expect(log.news(after: 8, atMost: 9)?.entries.count == 1)
        #expect(log.news(after: 9, atMost: 9)?.entries.count == 0)
        #expect(log.news(after: 10, atMost: 9) == nil)
        #expect(log.news(after: -1, atMost: 9) == nil)
    }

    @Test(.misuse) func `Nor for one that has not seen refusals which a ring has forgotten`() async throws {
        let log = try await record(keeping: .last(2), [.add(1)], refused: 4)
        #expect(log.recording.entries.count < log.present.entryCount)
        #expect(log.news(after: log.present.entryCount - 3, atMost: 9) == nil)
        #expect(log.news(after: log.present.entryCount, atMost: 9)?.entries.count == 0)
    }

    @Test(arguments: ["", "1", "1.2.3", "1.2.3.4.5", "1.2.3.-4", "1.2.3.x", "1..3.4", "1.2.3.1099511627776"])
    func `What is no position is refused`(text: String) { #expect(PagePosition(text) == nil) }
}
