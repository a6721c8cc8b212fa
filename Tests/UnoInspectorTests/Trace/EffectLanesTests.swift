import Testing

@testable import UnoInspector

@Suite("The tracks of effects")
struct EffectLanesTests {
    @Test func `an id has one track, and a further one while two effects run`() {
        var lanes = EffectLanes(first: 2)
        #expect(lanes.take(for: "load").description == "2 load")
        #expect(lanes.take(for: "load").description == "3 load (2)")
        #expect(lanes.take(for: nil).description == "4 effects")
        lanes.leave(2, of: "load")
        #expect(lanes.take(for: "save").description == "5 save")
        #expect(lanes.take(for: "load").description == "2")
        #expect(lanes.take(for: "load").description == "6 load (3)")
        lanes.leave(4, of: nil)
        #expect(lanes.take(for: nil).description == "4")
        #expect(lanes.take(for: nil).description == "7 effects (2)")
    }

    @Test func `beyond the limit, ids share the tracks of effects without an id`() {
        var lanes = EffectLanes(first: 2)
        for number in 0..<EffectLanes.idLimit { #expect(lanes.take(for: "\(number)").newName == "\(number)") }
        let first = lanes.take(for: "one more")
        #expect(first.newName == "effects")
        #expect(lanes.take(for: "another").newName == "effects (2)")
        lanes.leave(first.thread, of: "one more")
        #expect(lanes.take(for: "a third").thread == first.thread)
        // The track of an id that has one stays its own.
        lanes.leave(2, of: "0")
        #expect(lanes.take(for: "a fourth").newName == "effects (3)")
        #expect(lanes.take(for: "0").thread == 2)
    }
}

extension EffectLanes.Lane: CustomStringConvertible {
    public var description: String { "\(thread)" + (newName.map { " \($0)" } ?? "") }
}
