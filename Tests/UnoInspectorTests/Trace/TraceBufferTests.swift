import Foundation
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite("The buffer of a trace")
struct TraceBufferTests {
    private let start = Duration.seconds(7)

    private func runtime(_ instance: Int) throws -> RuntimeIdentity {
        let text = #"{"name": "cart", "instance": \#(instance)}"#
        return try JSONDecoder().decode(RuntimeIdentity.self, from: Data(text.utf8))
    }

    private func shutdown(_ instance: UInt64) -> TraceNews { .shutdown(.drained, of: instance, at: start) }

    /// The names of the cases.
    private func told(_ buffer: TraceBuffer) -> [String] {
        buffer.news.map { news in
            switch news {
            case .queued(let depth, let instance, _): "queued \(depth) of \(instance)"
            default: "other"
            }
        }
    }

    @Test("is to be written at its half, whatever is added there", arguments: ["name", "step", "depth"])
    func half(kind: String) throws {
        var buffer = TraceBuffer()
        let (first, second) = (try runtime(1), try runtime(2))
        func addSteps(to count: Int) {
            while buffer.news.count < count { _ = buffer.addStep(shutdown(1), of: first, endedAt: start) }
        }
        addSteps(to: TraceBuffer.capacity / 2 - 1)
        let followUp =
            switch kind {
            case "name": buffer.add(.runtime(second))
            case "step": buffer.addStep(shutdown(2), of: second, endedAt: start).0
            default: buffer.addDepth(1, of: first, at: start)
            }
        #expect(followUp == .writeSoon)
        let count = buffer.news.count
        addSteps(to: count + 1)
        #expect(count == TraceBuffer.capacity / 2 && buffer.news.count == count + 1)
    }

    @Test func `is to be written some time, then at its half, then by whoever finds it full`() {
        var buffer = TraceBuffer()
        func fill(to count: Int) -> [TraceBuffer.FollowUp] {
            (buffer.news.count..<count).map { _ in buffer.add(shutdown(1)) }.filter { $0 != .nothing }
        }
        #expect(fill(to: TraceBuffer.capacity + 2) == [.writeLater, .writeSoon, .write, .write, .write])
        var taken: [TraceNews] = []
        buffer.take(&taken, asPlanned: false)
        #expect(taken.count == TraceBuffer.capacity + 2 && buffer.news.isEmpty)
        // Still planned.
        #expect(fill(to: TraceBuffer.capacity / 2) == [.writeSoon])
        taken = []
        buffer.take(&taken, asPlanned: true)
        #expect(fill(to: 2) == [.writeLater])
        #expect(buffer.close().count == 2)
        #expect(buffer.add(shutdown(1)) == .nothing && buffer.news.isEmpty)
    }

    @Test("wants the depth of a mailbox at first, after as many steps as actions waited, and after 100 µs")
    func depths() throws {
        var buffer = TraceBuffer()
        let one = try runtime(1)
        func endStep(at microseconds: Int, depth: Int) -> Bool {
            let now = start + .microseconds(microseconds)
            let (_, isDepthWanted) = buffer.addStep(shutdown(1), of: one, endedAt: now)
            if isDepthWanted { _ = buffer.addDepth(depth, of: one, at: now) }
            return isDepthWanted
        }
        #expect(endStep(at: 0, depth: 3))
        #expect([1, 2, 3, 4, 5].map { endStep(at: $0, depth: 0) } == [false, false, true, false, false])
        #expect(!endStep(at: 102, depth: 1) && endStep(at: 103, depth: 1) && endStep(at: 104, depth: 0))
        // Another one has the slot.
        _ = buffer.addStep(shutdown(65), of: try runtime(65), endedAt: start)
        #expect(buffer.addDepth(7, of: one, at: start) == .nothing)
        #expect(told(buffer).filter { $0.hasPrefix("queued") } == [3, 0, 1, 0].map { "queued \($0) of 1" })
    }
}
