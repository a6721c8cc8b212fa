import Testing

@testable import UnoDistributed

@Suite("The placement of keys")
struct PlacementStateMachineTests {
    private let names: Set<String> = ["a", "b", "c", "d", "e"]
    private let hashes = (0..<10_000).map { stableHash(of: $0) }

    private func machine(_ names: Set<String>) -> PlacementStateMachine {
        var machine = PlacementStateMachine(settling: .seconds(10))
        _ = machine.update(names, at: .zero)
        return machine
    }

    @Test(
        "hashes the same in every process",
        arguments: [("", 0xc381_7c01_6ba4_ff30), ("Anna", 0x59b0_8570_b1f3_d4b4), ("Zoë", 0x844f_3380_d17c_0c12)])
    func hash(text: String, expected: UInt64) {
        #expect(stableHash(of: text) == expected)
    }

    @Test("spreads keys evenly, and moves those of one node only")
    func spread() {
        let (before, after) = (machine(names), machine(names.subtracting(["c"])))
        var counts: [String: Int] = [:]
        for hash in hashes {
            let (node, next) = (before.node(for: hash, at: .zero)!, after.node(for: hash, at: .zero)!)
            counts[node, default: 0] += 1
            #expect(node == "c" ? next != "c" : next == node)
        }
        #expect(counts.count == 5 && counts.values.allSatisfy { (1_850...2_150).contains($0) }, "\(counts)")
    }

    @Test("asks the nodes that may have a key: those that are up, and those gone that had it; for a time")
    func rivals() {
        var machine = machine(names)
        let key = hashes.first { machine.node(for: $0, at: .zero) == "c" }!
        let other = hashes.first { machine.node(for: $0, at: .zero) == "a" }!
        #expect(machine.rivals(of: "c", for: key, at: .zero) == ["a", "b", "d", "e"])
        #expect(machine.rivals(of: "c", for: key, at: .seconds(10)) == [])
        let (gone, hasChanged) = machine.update(names.subtracting(["c"]), at: .seconds(20))
        #expect(gone == ["c"] && hasChanged)
        let next = machine.node(for: key, at: .seconds(20))!
        #expect(Set(machine.rivals(of: next, for: key, at: .seconds(20))) == names.subtracting([next]))
        #expect(machine.rivals(of: "a", for: other, at: .seconds(20)) == ["b", "d", "e"])
        #expect(machine.rivals(of: next, for: key, at: .seconds(30)) == [])
        let repeated = machine.update(names.subtracting(["c"]), at: .seconds(40))
        #expect(repeated.gone == [] && !repeated.hasChanged)
        #expect(machine.rivals(of: next, for: key, at: .seconds(40)) == [])
    }

    @Test("asks a node that is gone also for keys that it had before their owner came")
    func newOwner() {
        let key = hashes.first { self.machine(["a", "b"]).node(for: $0, at: .zero) == "b" }!
        for (pause, isAsked) in [(0, true), (9, true), (10, false)] {
            var machine = self.machine(["a"])
            _ = machine.update(["a", "b"], at: .seconds(20))
            _ = machine.update(["b"], at: .seconds(20 + pause))
            #expect(machine.rivals(of: "b", for: key, at: .seconds(21 + pause)) == (isAsked ? ["a"] : []))
        }
        // It has not seen itself.
        var machine = self.machine(["a"])
        _ = machine.update([], at: .seconds(20))
        #expect(machine.rivals(of: "b", for: key, at: .seconds(21)) == ["a"])
    }

    @Test("counts a node that claims keys before the directory names it, for a time; not one that is gone")
    func heardOf() {
        var machine = machine(["a", "b"])
        let key = hashes.first { self.machine(["a", "b", "n"]).node(for: $0, at: .zero) == "n" }!
        func hears(at seconds: Int) -> Bool { machine.heard(of: "n", at: .seconds(seconds)) }
        #expect(hears(at: 20) && !hears(at: 21))
        #expect(machine.node(for: key, at: .seconds(21)) == "n")
        #expect(machine.rivals(of: "a", for: key, at: .seconds(21)) == ["b", "n"])
        #expect(machine.node(for: key, at: .seconds(31)) != "n")
        #expect(hears(at: 32))
        _ = machine.update(["a", "b", "n"], at: .seconds(33))
        #expect(machine.node(for: key, at: .seconds(60)) == "n" && machine.isUp("n"))
        _ = machine.update(["a", "b"], at: .seconds(61))
        #expect(!hears(at: 62) && hears(at: 71))
    }

    @Test("gives no key to a node that is about to leave, also while the directory still names it")
    func leaving() {
        var machine = machine(names)
        let key = hashes.first { machine.node(for: $0, at: .zero) == "c" }!
        let (gone, hasChanged) = machine.leaves("c", at: .seconds(20))
        let again = machine.leaves("c", at: .seconds(20))
        #expect(gone == ["c"] && hasChanged && !again.hasChanged)
        let next = machine.node(for: key, at: .seconds(20))!
        #expect(next != "c" && machine.rivals(of: next, for: key, at: .seconds(20)).contains("c"))
        let still = machine.update(names, at: .seconds(40))
        #expect(!still.hasChanged && !machine.isUp("c") && machine.others(than: "a") == ["b", "d", "e"])
        _ = machine.update(names.subtracting(["c"]), at: .seconds(50))
        #expect(machine.node(for: key, at: .seconds(50)) == next)
        let back = machine.update(names, at: .seconds(60))
        #expect(back.hasChanged && machine.isUp("c"))
    }

    @Test("gives no node a key while the directory names none, also if one claims it")
    func none() {
        var machine = machine([])
        #expect(machine.node(for: 1, at: .zero) == nil)
        let isNew = machine.heard(of: "n", at: .zero)
        #expect(isNew && machine.node(for: 1, at: .zero) == nil)
    }
}
