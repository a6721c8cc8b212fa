import Foundation
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStateMachines

/// Extracting and embedding along case paths.
@Suite struct CasePathTests {
    enum Inner: Sendable, Hashable, CasePathable {
        case number(Int)
        case nothing
        struct AllCasePaths: Sendable {
            let number = AnyCasePath<Inner, Int>(
                embed: { .number($0) }, extract: { if case .number(let number) = $0 { number } else { nil } })
        }
        static let allCasePaths = AllCasePaths()
    }

    enum Outer: Sendable, Hashable, CasePathable {
        case inner(Inner)
        case text(String)
        struct AllCasePaths: Sendable {
            let inner = AnyCasePath<Outer, Inner>(
                embed: { .inner($0) }, extract: { if case .inner(let inner) = $0 { inner } else { nil } })
            let text = AnyCasePath<Outer, String>(
                embed: { .text($0) }, extract: { if case .text(let text) = $0 { text } else { nil } })
        }
        static let allCasePaths = AllCasePaths()
    }

    static let values: [Outer] = [.inner(.number(3)), .inner(.nothing), .text("a"), .text("")]

    @Test(arguments: [0, -1, .max]) func `Extracting an embedded value returns it`(number: Int) {
        let path = AnyCasePath<Outer, Int>(\.inner.number)
        #expect(path.embed(number) == .inner(.number(number)))
        #expect(path.extract(from: path.embed(number)) == number)
    }

    @Test("Embedding an extracted value returns the whole; extracting from other cases returns nil", arguments: values)
    func extraction(value: Outer) {
        let text = AnyCasePath<Outer, String>(\.text)
        if let extracted = text.extract(from: value) { #expect(text.embed(extracted) == value) }
        let isText = if case .text = value { true } else { false }
        #expect((text.extract(from: value) != nil) == isText)
    }

    @Test(arguments: values) func `A key path of two steps equals the two paths appended`(value: Outer) {
        let joined = AnyCasePath<Outer, Inner>(\.inner).appending(AnyCasePath<Inner, Int>(\.number))
        #expect(AnyCasePath<Outer, Int>(\.inner.number).extract(from: value) == joined.extract(from: value))
    }

    @Test func `The paths of a machine's events have the names of the cases`() {
        #expect(AnyCasePath<StateMachineEvent<Int, Int>, Int>(\.input).name == "input")
        #expect(AnyCasePath<StateMachineEvent<Int, Int>, Int>(\.ioResult).name == "ioResult")
    }

    @Test func `The actions of rows, children, stacks and machines are read as they were written`() throws {
        func check<Action: Codable & Equatable>(_ actions: [Action]) throws {
            #expect(try JSONDecoder().decode([Action].self, from: JSONEncoder().encode(actions)) == actions)
        }
        try check([IdentifiedAction.element(id: 1, action: "a")])
        try check([PresentationAction.presented("a"), .dismiss])
        try check([StackAction<String, Int>.element(id: 3, action: 4), .push("b"), .popFrom(2), .popTo(1), .popTo(nil)])
        try check([StateMachineEvent<String, Int>.input("go"), .ioResult(5)])
    }

    @Test(arguments: values) func `The path without steps is the identity`(value: Outer) {
        let path = AnyCasePath<Outer, Outer>(\.self)
        #expect(path.extract(from: value) == value)
        #expect(path.embed(value) == value)
    }
}
