import Testing
import UnoArchitecture

/// Ways to a case and back.
@Suite struct CasePathTests {
    enum Inner: Sendable, Hashable, CasePathable {
        case number(Int)
        case nothing

        struct AllCasePaths: Sendable {
            let number = AnyCasePath<Inner, Int>(
                embed: { .number($0) },
                extract: { if case .number(let number) = $0 { number } else { nil } }
            )
        }
        static let allCasePaths = AllCasePaths()
    }

    enum Outer: Sendable, Hashable, CasePathable {
        case inner(Inner)
        case text(String)

        struct AllCasePaths: Sendable {
            let inner = AnyCasePath<Outer, Inner>(
                embed: { .inner($0) },
                extract: { if case .inner(let inner) = $0 { inner } else { nil } }
            )
            let text = AnyCasePath<Outer, String>(
                embed: { .text($0) },
                extract: { if case .text(let text) = $0 { text } else { nil } }
            )
        }
        static let allCasePaths = AllCasePaths()
    }

    static let values: [Outer] = [.inner(.number(3)), .inner(.nothing), .text("a"), .text("")]

    @Test("Extracting what was embedded gives it back", arguments: [0, -1, .max])
    func roundTrip(number: Int) {
        let path = AnyCasePath<Outer, Int>(\.inner.number)
        #expect(path.embed(number) == .inner(.number(number)))
        #expect(path.extract(from: path.embed(number)) == number)
    }

    @Test("Embedding what was extracted gives the whole back; other cases give nil", arguments: values)
    func extraction(value: Outer) {
        let text = AnyCasePath<Outer, String>(\.text)
        if let extracted = text.extract(from: value) { #expect(text.embed(extracted) == value) }
        let isText = if case .text = value { true } else { false }
        #expect((text.extract(from: value) != nil) == isText)
    }

    @Test("A key path of two steps is the two paths one after the other", arguments: values)
    func appending(value: Outer) {
        let joined = AnyCasePath<Outer, Inner>(\.inner).appending(AnyCasePath<Inner, Int>(\.number))
        #expect(AnyCasePath<Outer, Int>(\.inner.number).extract(from: value) == joined.extract(from: value))
    }

    @Test("The path of no steps is the identity", arguments: values)
    func identity(value: Outer) {
        let path = AnyCasePath<Outer, Outer>(\.self)
        #expect(path.extract(from: value) == value)
        #expect(path.embed(value) == value)
    }
}
