import TestSupport
import Testing
import UnoArchitecture
import UnoTesting
import ValueKit

@Suite("The difference of values with references", .timeLimit(.hang))
struct DifferenceOfReferencesTests {
    /// Made once, and not changed later.
    final class Folder: @unchecked Sendable, Equatable {
        let name: String
        private(set) weak var parent: Folder?
        private(set) var children: [Folder] = []
        let twin: Folder?

        init(_ name: String, in parent: Folder? = nil, twin: Folder? = nil) {
            (self.name, self.parent, self.twin) = (name, parent, twin)
            parent?.children.append(self)
        }

        static func == (left: Folder, right: Folder) -> Bool { left === right }
    }

    struct Disk: Sendable, Equatable {
        let root = Folder("root")

        init(_ names: String...) {
            for name in names { _ = Folder(name, in: root) }
        }
    }

    @Test func `has what differs once, although each child leads back to its parent`() {
        let difference = Difference(expected: Disk("a", "b", "c"), actual: Disk("a", "b", "new"))
        #expect(difference.entries.map(\.path) == ["root.children[2].name"])
        #expect(difference.count == 1)
    }

    @Test func `has what differs from each object that stands where an object is that several others share`() {
        let (one, other) = (Folder("a"), Folder("b"))
        let expected = [Folder("x", twin: one), Folder("x", twin: one), Folder("x", twin: one)]
        let actual = [Folder("x", twin: other), Folder("x", twin: Folder("c")), Folder("x", twin: other)]
        #expect(
            Difference(expected: expected, actual: actual).entries.map { "\($0.path): \($0.actual ?? "")" }
                == [#"[0].twin?.name: "b""#, #"[1].twin?.name: "c""#])
    }

    class Shape: @unchecked Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    final class Circle: Shape, @unchecked Sendable {
        let radius: Int

        init(_ name: String, radius: Int) {
            self.radius = radius
            super.init(name)
        }
    }

    struct Drawing: Sendable, Equatable {
        let circle: Circle
        static func == (left: Drawing, right: Drawing) -> Bool { left.circle === right.circle }
    }

    @Test func `has the fields that a class inherits before its own`() {
        let (expected, actual) = (Circle("a", radius: 1), Circle("b", radius: 2))
        let difference = Difference(expected: Drawing(circle: expected), actual: Drawing(circle: actual))
        #expect(difference.entries.map(\.path) == ["circle.name", "circle.radius"])
    }

    @Test func `is told by a harness, also where nothing but the objects differs`() async {
        let found = await failures {
            let harness = InteractorTestHarness(
                Interact<Disk, Int>(initialValue: Disk("a", "b")) { disk, number in
                    disk = number == 0 ? Disk("a", "b") : Disk("a", "b", "c")
                    return .state
                })
            await harness.send(0, line: 10)
            await harness.send(1, line: 20)
            await harness.finish()
        }
        #expect(found.map(\.line) == [10, 20])
        #expect(found.first?.text.contains("the state\n") == true)
        #expect(found.last?.text.contains("    root.children[2]\n") == true)
    }
}
