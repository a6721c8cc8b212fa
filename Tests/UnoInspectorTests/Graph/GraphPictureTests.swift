import Foundation
import Testing
import UnoArchitecture
import UnoInspector
import UnoStateMachines

@Suite("A picture of a graph")
struct GraphPictureTests {
    /// Its states and events have whatever a format might take for its own.
    struct Odd: DiagrammedStateMachine {
        typealias State = String
        typealias Input = String
        typealias IOResult = Never
        typealias Action = StateMachineEvent<Input, Never>

        static let text = "\"a\" & <b> #1; \\n `c` | d]]>\n\u{1}'ö'"
        static let diagramInputs = [text]

        let initialValue = ""

        static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(input) }
    }

    struct Box<Content: Sendable>: Interactor {
        var body: some Interactor<String, StateMachineEvent<String, Never>> { Odd() }
    }

    private let graph = GraphDescription(of: Box<[Int]>())

    @Test func `in Mermaid has quotes, tags, entities, line breaks and marks as text`() {
        #expect(
            graph.mermaid == """
                flowchart LR
                    p0("Box#60;Array#60;Int#62;#62;")
                    p1("Odd (state machine)")
                    p0 --> p1
                    subgraph m1[" "]
                        m1s0([""])
                        m1s1(["\(Self.mermaidText)"])
                        m1s0 -->|"\(Self.mermaidText)"| m1s1
                        m1s1 -->|"\(Self.mermaidText)"| m1s1
                    end
                    p1 -.- m1s0

                """)
    }

    private static let mermaidText = "#34;a#34; #38; #60;b#62; #35;1#59; #92;n #96;c#96; #124; d]]#62;#92;n\\u{01}'ö'"

    @Test func `in Graphviz has quotes, backslashes and line breaks as text`() {
        let text = #"\"a\" & <b> #1; \\n `c` | d]]>\\n\\u{01}'ö'"#
        #expect(graph.graphviz.contains("        m1s1 [shape=ellipse, label=\"\(text)\"]\n"))
        #expect(graph.graphviz.contains("        m1s0 -> m1s1 [label=\"\(text)\"]\n"))
        #expect(graph.graphviz.hasPrefix("digraph \"Box<Array<Int>>\" {\n"))
    }

    @Test func `as a tree has a line for each part, even if a text has several`() {
        let text = #""a" & <b> #1; \n `c` | d]]>\n\u{01}'ö'"#
        #expect(
            graph.tree
                == "Box<Array<Int>>\n└─ Odd (state machine)\n       → \(text): \(text)\n      \(text) → \(text): \(text)"
        )
    }

    @Test func `in SVG is XML with the same texts`() throws {
        let picture = try Picture(graph.svg)
        #expect(picture.texts.map(\.text).contains("Box<Array<Int>>"))
        #expect(!graph.svg.contains(".0\""))
        let text = #""a" & <b> #1; \n `c` | d]]>\n\u{01}'ö'"#
        let line = " → \(text): \(text)"
        #expect(picture.texts.map(\.text).contains { line.hasPrefix($0.dropLast()) && $0.hasSuffix("…") })
        #expect(picture.titles.contains { $0.contains(line) })
    }

    @Test func `has no address, so that it is the same each time`() {
        let again = GraphDescription(of: Box<[Int]>())
        #expect(graph == again)
        #expect(graph.svg == again.svg)
    }

    // MARK: The layout

    /// A feature with sixty parts, three to a level.
    struct Level: Interactor {
        let depth: Int
        var body: some Interactor<Int, Int> {
            Interact(initialValue: 0) { _, _ in .none }
            if depth > 0 {
                AnyInteractor(Level(depth: depth - 1))
                AnyInteractor(Level(depth: depth - 1)).wrap { $0.proceed() }
            }
        }
    }

    @Test("of sixty parts has boxes that do not overlap, texts that fit, and lines from box to box that do not cross")
    func layout() throws {
        let graph = GraphDescription(of: Level(depth: 3))
        #expect(graph.parts.count >= 60)
        let picture = try Picture(graph.svg)
        let boxes = picture.boxes
        #expect(boxes.count == graph.parts.count)
        #expect(picture.lines.count == boxes.count - 1)
        for (place, box) in boxes.enumerated() {
            #expect(box.minX >= 0 && box.minY >= 0 && box.maxX <= picture.width && box.maxY <= picture.height)
            for other in boxes[..<place] { #expect(!box.intersects(other)) }
        }
        for text in picture.texts {
            let box = boxes[text.box]
            #expect(text.start.x >= box.minX && text.start.x + text.width <= box.maxX)
            #expect(text.start.y - 13 >= box.minY && text.start.y + 4 <= box.maxY)
        }
        for (part, line) in zip(graph.parts.dropFirst(), picture.lines) {
            let (start, end) = (boxes[part.parent!], boxes[part.id])
            #expect(abs(line[0].x - start.maxX) < 0.2 && abs(line[0].y - start.midY) < 0.2)
            #expect(abs(line[2].x - end.minX) < 0.2 && abs(line[2].y - end.midY) < 0.2)
            #expect(abs(2 * line[3].x - line[1].x - line[2].x) < 0.4)
            // Level beside its own column, and bent between two columns, where there are no boxes.
            for box in boxes {
                #expect(box.maxX <= line[1].x + 0.2 || box.minX >= line[2].x - 0.2 || box.minX >= line[1].x)
            }
        }
        for (place, line) in picture.lines.enumerated() {
            for other in picture.lines[..<place] where other[2].x == line[2].x {
                #expect((other[1].y - line[1].y) * (other[2].y - line[2].y) >= 0)
            }
        }
    }

    @Test func `makes room for wide characters`() throws {
        func width(_ interactor: some Interactor) throws -> Double {
            let picture = try Picture(GraphDescription(of: interactor).svg)
            return picture.boxes[0].width
        }
        struct 部品: Interactor { var body: some Interactor<Int, Int> { Level(depth: 0) } }
        struct Part: Interactor { var body: some Interactor<Int, Int> { Level(depth: 0) } }
        struct 🧩🧩: Interactor { var body: some Interactor<Int, Int> { Level(depth: 0) } }
        let narrow = try width(Part())
        #expect(try [width(部品()), width(🧩🧩())] == [narrow, narrow])
    }
}
