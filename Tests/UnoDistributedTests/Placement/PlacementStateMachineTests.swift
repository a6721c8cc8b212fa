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
    func hash(text: String, expected: UInt64) { #expect(stableHash(of: text) == expected) }

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

    /// A key that goes to node n as soon as that is there, beside a and b.
    private var keyOfN: UInt64 { hashes.first { machine(["a", "b", "n"]).node(for: $0, at: .zero) == "n" }! }

    @Test("asks a node that was only heard of and leaves, for a time, and gives it no key when it is named late")
    func heardOfLeaves() {
        var machine = machine(["a", "b"])
        let key = keyOfN
        let owner = machine.node(for: key, at: .zero)!
        let other = owner == "a" ? "b" : "a"
        func hears(at seconds: Int) -> Bool { machine.heard(of: "n", at: .seconds(seconds)) }
        func rivals(at seconds: Int) -> [String] { machine.rivals(of: owner, for: key, at: .seconds(seconds)) }
        #expect(hears(at: 20) && !hears(at: 25))
        #expect(machine.node(for: key, at: .seconds(34)) == "n" && machine.others(than: owner) == [other, "n"])
        let (gone, hasChanged) = machine.leaves("n", at: .seconds(34))
        #expect(gone == ["n"] && hasChanged)
        #expect(machine.node(for: key, at: .seconds(34)) == owner && !machine.isKnown("n", at: .seconds(34)))
        #expect(rivals(at: 34) == [other, "n"])
        // It has none of the keys that were not its own.
        let old = hashes.first { self.machine(["a", "b", "n"]).node(for: $0, at: .zero) == other }!
        #expect(machine.rivals(of: other, for: old, at: .seconds(34)) == [owner])
        let again = machine.leaves("n", at: .seconds(35))
        #expect(again.gone == [] && !again.hasChanged && !hears(at: 35))
        // A directory that does not name it yet may find it later.
        #expect(machine.mayBeFound("n", at: .seconds(36)))
        let late = machine.update(["a", "b", "n"], at: .seconds(37))
        #expect(!late.hasChanged && !machine.isUp("n") && machine.node(for: key, at: .seconds(37)) == owner)
        // Nor does one that names it say that its host has ended.
        #expect(machine.mayBeFound("n", at: .seconds(37)))
        #expect(rivals(at: 43) == [other, "n"] && rivals(at: 44) == [] && !hears(at: 50))
        _ = machine.update(["a", "b"], at: .seconds(51))
        #expect(!machine.mayBeFound("n", at: .seconds(51)))
    }

    @Test("keeps in mind for a time that a node leaves of which it has not heard before")
    func unknownLeaves() {
        var machine = machine(["a", "b"])
        let key = keyOfN
        let owner = machine.node(for: key, at: .zero)!
        _ = machine.leaves("n", at: .seconds(20))
        #expect(machine.rivals(of: owner, for: key, at: .seconds(29)).contains("n"))
        let late = machine.update(["a", "b", "n"], at: .seconds(29))
        #expect(!late.hasChanged && !machine.isUp("n"))
        _ = machine.update(["a", "b"], at: .seconds(31))
        let back = machine.update(["a", "b", "n"], at: .seconds(32))
        #expect(back.hasChanged && machine.isUp("n"))
    }

    @Test("says when a node lapses that was heard of, and then asks it for a time, as one that is gone")
    func lapse() {
        var machine = machine(["a", "b"])
        let key = keyOfN
        let owner = machine.node(for: key, at: .zero)!
        func hears(_ name: String, at seconds: Int) -> Bool { machine.heard(of: name, at: .seconds(seconds)) }
        func isKnown(at time: Duration) -> Bool { machine.isKnown("n", at: time) }
        #expect(machine.nextLapse == nil)
        #expect(hears("n", at: 20) && hears("m", at: 22))
        #expect(machine.nextLapse == .seconds(30))
        #expect(!hears("n", at: 25))
        #expect(machine.nextLapse == .seconds(32))
        let early = machine.lapse(at: .milliseconds(31_999))
        #expect(early.gone == [] && !early.hasChanged)
        let first = machine.lapse(at: .seconds(32))
        #expect(first.gone == ["m"] && first.hasChanged && machine.nextLapse == .seconds(35))
        #expect(isKnown(at: .milliseconds(34_999)) && !isKnown(at: .seconds(35)))
        let second = machine.lapse(at: .seconds(35))
        #expect(second.gone == ["n"] && second.hasChanged && machine.nextLapse == nil)
        #expect(machine.node(for: key, at: .seconds(35)) == owner && !machine.mayBeFound("n", at: .seconds(35)))
        #expect(machine.rivals(of: owner, for: key, at: .milliseconds(44_999)).contains("n"))
        #expect(machine.rivals(of: owner, for: key, at: .seconds(45)) == [])
        // It is there after all.
        #expect(hears("n", at: 44) && isKnown(at: .seconds(53)))
        let named = machine.update(["a", "b", "n"], at: .seconds(60))
        #expect(named.gone == [] && named.hasChanged && machine.isUp("n"))
        // Also if it lapses at the moment at which it is named.
        #expect(hears("m", at: 70))
        let late = machine.update(["a", "b", "n", "m"], at: .seconds(90))
        #expect(late.gone == [] && late.hasChanged && machine.isUp("m"))
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
        // All know that it leaves, whatever changes later.
        _ = machine.update(names.union(["f"]), at: .seconds(45))
        #expect(!machine.rivals(of: next, for: key, at: .seconds(45)).contains("c"))
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
