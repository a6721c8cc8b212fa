import AsyncKit
import Dispatch
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture
@testable import UnoStorage

@Suite(.timeLimit(.hang)) struct SharedTests {
    struct Settings: Sendable, Equatable {
        var name = ""
        var marks: [Int] = []
    }

    @Test func `No update is lost, whichever threads make them`() {
        let (threads, updates) = (4, Scale.chosen(debug: 2_000, release: 20_000))
        let count = Shared(0)
        let own = Locked<[[Int]]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            let results = (0..<updates).map { _ in count.update { $0 += 1 } }
            own.withLock { $0.append(results) }
        }
        #expect(count.value == threads * updates)
        let results = own.withLock { $0 }
        #expect(results.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) })
        // Each update has a result of its own.
        #expect(Set(results.joined()).count == threads * updates)
    }

    @Test func `An update returns the new value; one that changes nothing is heard by no observer`() {
        let settings = Shared(Settings())
        let changes = Record<Void>()
        let observation = settings.source.observe { changes.append(()) }
        #expect(settings.update { $0.name = "a" } == Settings(name: "a"))
        settings.update { $0.name = "a" }
        settings.update { _ in }
        #expect(changes.count == 1)
        observation.end()
        observation.end()
        // An update that has changed nothing is over: the next one on the thread is not within it.
        #expect(settings.update { $0.name = "b" } == Settings(name: "b") && settings.value.name == "b")
        #expect(changes.count == 1)
    }

    @Test func `Observers that leave in any order leave the others`() {
        let cell = SharedCell(0)
        let heard = Record<Int>()
        var observations = (0..<20).map { number in cell.observe { heard.append(number) } }
        var random = SplitMix(seed: 7)
        var left = Array(0..<20)
        while !left.isEmpty {
            let place = Int.random(in: left.indices, using: &random)
            left.remove(at: place)
            // Releasing an observation ends it.
            observations.remove(at: place)
            let before = heard.elements.count
            _ = cell.update(at: CallSite(#fileID, #line)) { $0 += 1 }
            #expect(Array(heard.elements[before...]) == left)
        }
        #expect(cell.observerCount == 0)
    }

    @Test func `An update within an update of the same value is reported, and has no effect`() {
        let recorder = DiagnosticsRecorder()
        let (first, second) = recorder { (Shared(1), Shared(10)) }
        let line = #line + 2 as UInt
        first.update { value in
            let inner = first.update { $0 = 100 }
            value += inner + second.update { $0 += 1 }
        }
        #expect(first.value == 13 && second.value == 11 && recorder.kinds == [.nestedUpdate])
        #expect(recorder.reports.elements.map(\.line) == [line])
        // One with a result has that of its closure on a copy.
        #expect(first.update { _ in first.update { number -> Int in number * 2 } } == 26 && first.value == 13)
        #expect(recorder.kinds == [.nestedUpdate, .nestedUpdate])
        // The next one is not nested.
        #expect(first.update { $0 += 1 } == 14)
    }

    @Test func `An update returns what its closure returns`() {
        let marks = Shared<[Int]>([1, 2])
        let isNew = marks.update { marks -> Bool in
            marks.append(3)
            return marks.count == 3
        }
        let last = marks.update { $0.removeLast() }
        #expect(isNew && last == 3 && marks.value == [1, 2])
        // A closure that returns nothing has the new value as its result, also where the call discards it.
        #expect(marks.update { $0.append(4) } == [1, 2, 4])
        marks.update { $0.removeLast() }
        #expect(marks.value == [1, 2])
        let settings = Shared(Settings(name: "a", marks: [5]))
        #expect(settings.projection(\.marks).update { $0.removeFirst() } == 5 && settings.value.marks.isEmpty)
        // Nothing has changed: the result is that of the closure all the same.
        #expect(settings.update { $0.name.isEmpty } == false)
    }

    @Test func `An update that is called again has the result of its last call`() {
        let number = Shared(1)
        var calls = 0
        let result = number.update { value -> Int in
            calls += 1
            if calls == 1 { _ = onStack(ofBytes: 1 << 18) { number.update { $0 = 10 } } }
            value += 1
            return value * 100
        }
        #expect(calls == 2 && number.value == 11 && result == 1_100)
    }

    struct Note: Sendable, Equatable, Identifiable {
        let id: Int
        var text = ""
    }

    @Test func `An element is a shared value, which comes and goes`() {
        let notes = Shared<IdentifiedArrayOf<Note>>([Note(id: 1), Note(id: 2)])
        let changes = Record<Void>()
        let second = notes.element(id: 2)
        let observation = second.source.observe { changes.append(()) }
        #expect(second.update { $0?.text = "two" } == Note(id: 2, text: "two"))
        #expect(notes.value == [Note(id: 1), Note(id: 2, text: "two")])
        notes.update { $0.remove(id: 2) }
        #expect(second.value == nil && second.update { $0?.text = "gone" } == nil)
        #expect(changes.count == 2)
        second.update { $0 = Note(id: 2, text: "again") }
        #expect(notes.value.map(\.id) == [1, 2])
        #expect(second.update { $0 = nil } == nil && notes.value == [Note(id: 1)])
        observation.end()
    }

    @Test func `A feature follows one element until another feature removes it`() async {
        let notes = Shared<IdentifiedArrayOf<Note>>([Note(id: 1), Note(id: 2)])
        let feature = Interact<Note?, String>.changing(nil) { note, text in
            note = notes.element(id: 2).update { $0?.text = text }
        }
        .observing(notes.element(id: 2))
        let harness = InteractorTestHarness(feature)
        await harness.send("a") { $0?.text = "a" }
        notes.update { $0[id: 1]?.text = "other" }
        notes.update { $0[id: 2]?.text = "b" }
        await harness.receive { $0?.text = "b" }
        notes.update { $0.removeAll() }
        await harness.receive { $0 = nil }
        await harness.finish()
    }

    @Test func `Two are equal if their present values are`() {
        struct State: Equatable { let settings: Shared<Settings> }
        let (left, right) = (Shared(Settings()), Shared(Settings()))
        #expect(State(settings: left) == State(settings: right) && left == left)
        left.update { $0.name = "a" }
        #expect(left != right && left == left)
        #expect(left.projection(\.marks) == right.projection(\.marks))
        // One whose value is not equal to itself, too.
        let odd = Shared(Double.nan)
        #expect(odd == odd && odd != Shared(Double.nan))
    }

    @Test func `A projection reads and updates a part of the value`() {
        let settings = Shared(Settings())
        let name = settings.projection(\.name)
        let heard = Record<Void>()
        let observation = name.source.observe { heard.append(()) }
        #expect(name.update { $0 += "x" } == "x")
        settings.update { $0.marks = [1] }
        #expect(settings.value == Settings(name: "x", marks: [1]))
        #expect(name.projection(\.self).value == "x")
        #expect(heard.count == 2)
        observation.end()
    }

    @Test func `A stream of values begins with the present one, skips, and ends with its consumer`() async {
        let cell = SharedCell(1)
        let count = Shared(source: cell)
        let values = Record<Int>()
        let stream = count.values
        let reader = Task { for await value in stream { values.append(value) } }
        await values.waitFor(1)
        for _ in 0..<100 { count.update { $0 += 1 } }
        await values.waitFor { $0.last == 101 }
        #expect(values.elements.first == 1)
        #expect(zip(values.elements, values.elements.dropFirst()).allSatisfy(<))
        reader.cancel()
        await reader.value
        #expect(cell.observerCount == 0)
    }

    @Test func `A stream that is not read is no observer once it is released`() {
        let cell = SharedCell(1)
        var stream: AsyncStream<Int>? = Shared(source: cell).values
        #expect(cell.observerCount == 1)
        stream = nil
        #expect(stream == nil && cell.observerCount == 0)
    }
}
