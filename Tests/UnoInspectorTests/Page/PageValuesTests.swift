import Foundation
import TestSupport
import Testing
import UnoTesting

@testable import UnoInspector

/// What the page reads: values, and the changes that make one value of another.
struct PageValuesTests {
    @Test(
        arguments: [
            (nil as Int?, "null"), (1, "1"), (true, "true"), ("a \"b\" \\ \n", #""a \"b\" \\ \u000a""#),
            ("c" as Character, #""c""#),
            (1.5, "1.5"), (1.0, #"[0,"1.0"]"#), (Double.nan, #"[0,"nan"]"#), (Int.max, #"[0,"9223372036854775807"]"#),
            (999_999_999_999_999, "999999999999999"), (9_007_199_254_740_993, #"[0,"9007199254740993"]"#),
            ([1, 2], "[1,2,1,2]"), ([String](), "[1,0]"), (Set([3]), "[2,1,3]"),
            (["b": 1, "a": 2], #"[3,2,"\"a\"",2,"\"b\"",1]"#),
            (1 as Int??, "[4,1]"), (Int??.some(nil), "[4,null]"), ("ab".dropFirst(), #""b""#),
            (Duration.seconds(1), #"[0,"1.0 seconds"]"#),
            (Shape.round, "[4]"), (Shape.square(side: 2), "[4,2]"), (Shape.text("x"), #"[4,"x"]"#),
            (Row(id: 7), #"[4,7,""]"#), (Result<Void, Never>.success(()), "[4,[5]]"),
            (Shape.both(1, 2), "[4,1,2]"), ((1, x: 2), "[4,1,2]"), (Described(), #"[0,"described"]"#),
            (Array(repeating: 0, count: 2_000), nil),
        ] as [(any Sendable, String?)])
    func `Each value is written as the page reads it`(_ value: any Sendable, _ expected: String?) throws {
        let text = written(value)
        if let expected { #expect(text == expected) }
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
    }

    @Test func `A shape is a name and labels, and has one number`() {
        var (values, text) = (PageValues(), TraceText())
        values.write([Shape.square(side: 1), .square(side: 2), .text(""), .round, .both(1, 2)], to: &text)
        #expect(values.shapes[4...] == [[".square", "side"], [".text", ""], [".round"], [".both", "", ""]])
    }

    @Test func `The end of a long collection and of a long text is left out, and the count is not`() {
        #expect(
            written(Array(repeating: 0, count: 1_001)) == "[1,1001,"
                + Array(repeating: "0", count: 1_000).joined(separator: ",") + "]")
        let text = String(repeating: "é", count: 10_000)
        #expect(written(text + "é") == "\"\(text)…\"" && written(text) == "\"\(text)\"")
    }

    @Test(arguments: [(63, 63), (64, 64), (65, 64), (70, 64)])
    func `A value has parts down to the 64th level`(_ levels: Int, _ parts: Int) {
        let nested = (1..<levels).reduce([0] as any Sendable) { inner, _ in [inner] }
        #expect(written(nested).ranges(of: "[1,1,").count == parts)
        let named = (1..<levels).reduce(["a": 0] as any Sendable) { inner, _ in ["a": inner] as [String: any Sendable] }
        #expect(written(named).ranges(of: "[3,1,").count == parts)
    }

    @Test func `A value that is nested without end is cut`() throws {
        let deep = (0..<500).reduce(Nested.end) { inner, _ in .more(inner) }
        let text = written(deep)
        #expect(text.utf8.count < 3_000)
        let deeper = Nested.more(deep)
        var (values, changed) = (PageValues(), TraceText())
        var shown = try json(deep, &values)
        #expect(values.writeChanges(from: deep, to: deeper, to: &changed))
        let changes = try JSONSerialization.jsonObject(with: Data(changed.bytes)) as? [[Any]]
        for change in try #require(changes) { shown = apply(change[...], at: change[0] as! [Int], to: shown) }
        #expect(try self.text(of: shown) == self.text(of: json(deeper, &values)))
    }

    @Test func `What did not change is not written`() {
        var rows = (0..<5).map { Row(id: $0) }
        let before = Board(title: "a", rows: rows)
        rows[3].text = "new"
        #expect(changes(from: before, to: Board(title: "a", rows: rows)) == #"[[[2,5,2],"new"]]"#)
        #expect(
            changes(from: before, to: Board(title: "b", rows: Array(rows.dropFirst(4))))
                == #"[[[1],"b"],[[2],2,4,[],1]]"#)
        #expect(changes(from: before, to: before) == nil)
        #expect(changes(from: [Row(id: 1)], to: [Row(id: 2)]) == #"[[[],2,1,[[4,2,""]],1]]"#)
        #expect(changes(from: nil, to: 1) == "[[[],1]]")
        #expect(changes(from: Shape.text("a"), to: Shape.round) == "[[[],[4]]]")
        #expect(changes(from: Shape.text("a"), to: Shape.text("b")) == #"[[[1],"b"]]"#)
        #expect(changes(from: ["a": 1, "b": 2], to: ["a": 1, "b": 3]) == "[[[5],3]]")
        #expect(changes(from: ["a": 1], to: ["a": 1, "b": 3]) == #"[[[],4,0,["\"b\"",3],2]]"#)
        #expect(changes(from: [Unequal()], to: [Unequal()]) == nil)
        #expect(changes(from: [Unequal()], to: [Unequal(), Unequal(text: "b")]) == #"[[[],3,0,[[4,"b"]],2]]"#)
    }

    /// The page never sees a state, only changes. So it has to come to the same values as by looking at each.
    @Test(arguments: (0..<UInt64(Scale.chosen(200))).map { Scale.firstSeed + $0 })
    func `The changes make one value of the other`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var values = PageValues()
        var board = Board()
        var shown = try json(board, &values)
        for _ in 0..<30 {
            let before = board
            board.change(&random)
            var written = TraceText()
            if values.writeChanges(from: before, to: board, to: &written) {
                let changes = try JSONSerialization.jsonObject(with: Data(written.bytes)) as? [[Any]]
                for change in try #require(changes) { shown = apply(change[...], at: change[0] as! [Int], to: shown) }
            }
            #expect(try text(of: shown) == text(of: json(board, &values)), "\(before) became \(board)")
        }
    }

    // MARK: Helpers

    private func written(_ value: Any) -> String {
        var (values, text) = (PageValues(), TraceText())
        values.write(value, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private func changes(from before: Any?, to after: Any) -> String? {
        var (values, text) = (PageValues(), TraceText())
        return values.writeChanges(from: before, to: after, to: &text)
            ? String(decoding: text.bytes, as: UTF8.self) : nil
    }

    private func json(_ value: Any, _ values: inout PageValues) throws -> Any {
        var text = TraceText()
        values.write(value, to: &text)
        return try JSONSerialization.jsonObject(with: Data(text.bytes))
    }

    private func text(of json: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    }

    /// As `applied` in `values.js`.
    private func apply(_ change: ArraySlice<Any>, at path: [Int], to value: Any) -> Any {
        if path.isEmpty, change.count == 2 { return change[1] }
        var parts = value as! [Any]
        if let place = path.first {
            parts[place] = apply(change, at: Array(path.dropFirst()), to: parts[place])
        } else {
            let start = change[1] as! Int
            parts.replaceSubrange(start..<(start + (change[2] as! Int)), with: change[3] as! [Any])
            parts[1] = change[4]
        }
        return parts
    }
}

private enum Shape: Sendable, Hashable {
    case round
    case square(side: Int)
    case text(String)
    case both(Int, Int)
}

private struct Row: Sendable, Hashable, Identifiable {
    var id = 0
    var text = ""
}

private struct Described: Sendable, CustomStringConvertible { var description: String { "described" } }
private struct Unequal: Sendable { var text = "" }

private indirect enum Nested: Sendable {
    case end
    case more(Nested)
}

/// A state with all kinds of parts, some of which cannot be compared.
private struct Board: Sendable {
    var title = ""
    var rows: [Row] = []
    var marks: Set<Int> = []
    var names: [String: Int] = [:]
    var shape = Shape.round
    var chosen: Row?
    var others: [Unequal] = []

    mutating func change(_ random: inout SplitMix) {
        for _ in 0..<Int.random(in: 0...2, using: &random) { changeOnce(&random) }
    }

    private mutating func changeOnce(_ random: inout SplitMix) {
        let number = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0...9, using: &random) {
        case 0: title += "\(number)"
        case 1: rows.insert(Row(id: number), at: Int.random(in: 0...rows.count, using: &random))
        case 2: if !rows.isEmpty { rows.remove(at: Int.random(in: rows.indices, using: &random)) }
        case 3: if !rows.isEmpty { rows[Int.random(in: rows.indices, using: &random)].text += "x" }
        case 4: if marks.remove(number) == nil { marks.insert(number) }
        case 5: if names.removeValue(forKey: "\(number)") == nil { names["\(number)"] = number }
        case 6: names["\(number)", default: 0] += 1
        case 7:
            shape = [.round, .square(side: number), .text("\(number)"), .both(1, number)].randomElement(using: &random)!
        case 8: chosen = chosen == nil ? Row(id: number) : nil
        default:
            if others.count > 3 { others.removeFirst() } else { others.append(Unequal(text: "\(number)")) }
        }
    }
}
