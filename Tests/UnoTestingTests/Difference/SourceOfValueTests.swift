import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStorage
import UnoTesting
import ValueKit

/// What a property test prints has to compile: each value stands here as it is printed, so that the compiler has checked it.
@Suite("A value in Swift source", .timeLimit(.hang))
struct SourceOfValueTests {
    struct Draft: Sendable, Equatable {
        var text = ""
        var plan = Plan.free
        var author = Author(name: "")
        var note: String?
        var count = 0
    }

    struct Author: Sendable, Hashable { var name: String }

    enum Plan: Sendable, Equatable {
        case free
        case team(Int)

        static let team = AnyCasePath<Plan, Int>(
            embed: { .team($0) }, extract: { if case .team(let seats) = $0 { seats } else { nil } }, name: "team")
    }

    enum Wording: Sendable, CustomStringConvertible {
        case short
        case long(Int)
        var description: String { "in other words" }
    }

    /// With cases that an optional has, too.
    enum Filter: Sendable, Hashable {
        case none
        case some(Int)
        case open
    }

    enum Failure: Error {
        case refused
        case broken(code: Int)
    }

    struct Offline: Error { var since = 0 }

    struct Box<Value: Sendable>: Sendable { var value: Value }

    enum Child: Sendable {
        case binding(BindingAction<Draft>)
        case done(Void)
    }

    enum Action: Sendable {
        case binding(BindingAction<Draft>)
        case child(PresentationAction<Child>)
        case path(StackAction<Draft, PresentationAction<Child>>)
        case rows(IdentifiedAction<Int, Child>)
        case names(IdentifiedAction<String, Child>)
        case loaded(Result<Int, any Error>)
        case pair(Result<(Int, Int), Failure>)
        case stored(Result<Void, Failure>)
        case word(Wording)
        case say(String, Substring, Character, Unicode.Scalar)
        case maybe(String?, Int??)
        case filter(Filter?, Filter??)
        case all([Draft?], [Author: [Int]], Set<String>)
        case boxes(Box<[Box<Author?>]>)
        case encoded(String.Encoding, [Box<String.Encoding>])
        case array(IdentifiedArray<Int, Row>)
        case stack(StackState<Author>)
        case shared(Shared<Int>)
        case delete(at: IndexSet)
        case when(Date, in: TimeZone, Locale)
        case link(URL, UUID, Data, Decimal)
        case within(Range<Int>, ClosedRange<Double>, Duration)
        case numbers(Double, Float, UInt8, Bool)
    }

    struct Row: Sendable, Equatable, Identifiable { var id: Int }

    /// However the source is formatted.
    private static func plain(_ text: some StringProtocol) -> String {
        String(text.filter { !$0.isWhitespace && $0 != "," && $0 != "_" })
    }

    private static let source = try? plain(String(contentsOfFile: #filePath, encoding: .utf8))

    /// The text of `action` stands as the argument of a call of this function.
    private func expect(_ action: Action, line: Int = #line) {
        let code = Rendering.code(of: action)
        #expect(
            Self.source?.contains("expect(\(Self.plain(code)))") == true, "\(code)",
            sourceLocation: .init(
                fileID: #fileID, filePath: #filePath, line: line, column: 1))
    }

    @Test func `is a change of a field as a user writes it`() {
        expect(.binding(.set(\.text, "x")))
        expect(.binding(.set(\.author.name, "a \"b\"\n\\(c)")))
        expect(.binding(.set(\.note, nil)))
        expect(.binding(.set(\.count, -1)))
        let team = Action.binding(.set(\.plan, case: \.team, 2))
        #expect(Rendering.code(of: team) == #".binding(.set(\.plan, case: \.team, 2))"#)
    }

    @Test func `is an action of a child, a row or a stack with its id`() {
        expect(.child(.dismiss))
        expect(.child(.presented(.binding(.set(\.count, 3)))))
        expect(.path(.popFrom(0)))
        expect(.path(.popTo(nil)))
        expect(.path(.popTo(2)))
        expect(.path(.element(id: 1, action: .dismiss)))
        expect(
            .path(
                .push(
                    UnoTestingTests.SourceOfValueTests.Draft(
                        text: "", plan: .team(1), author: UnoTestingTests.SourceOfValueTests.Author(name: ""),
                        note: "n", count: 0))))
        expect(.rows(.element(id: -3, action: .done(()))))
        expect(.names(.element(id: "a", action: .binding(.set(\.count, 2)))))
        expect(.stack([UnoTestingTests.SourceOfValueTests.Author(name: "a")]))
        expect(.array([UnoTestingTests.SourceOfValueTests.Row(id: 1), UnoTestingTests.SourceOfValueTests.Row(id: 2)]))
        expect(.shared(Shared(5)))
    }

    @Test func `is a result with its error by name`() {
        expect(.loaded(.success(1)))
        expect(.loaded(.failure(UnoTestingTests.SourceOfValueTests.Failure.refused)))
        expect(.loaded(.failure(UnoTestingTests.SourceOfValueTests.Failure.broken(code: 4))))
        expect(.loaded(.failure(UnoTestingTests.SourceOfValueTests.Offline(since: 1))))
        expect(.loaded(.failure(Swift.CancellationError())))
        expect(.pair(.success((1, 2))))
        expect(.stored(.success(())))
    }

    @Test func `is a literal where the type has one, whatever the type says of itself`() {
        expect(.word(.short))
        expect(.word(.long(2)))
        expect(.say("a\tb", "c\"", "\n", "d"))
        expect(.maybe(nil, .some(nil)))
        expect(.maybe("x", nil))
        expect(
            .all(
                [nil],
                [
                    UnoTestingTests.SourceOfValueTests.Author(name: "a"): [],
                    UnoTestingTests.SourceOfValueTests.Author(name: "b"): [1],
                ],
                ["a", "b"]))
        expect(.all([], [:], []))
        expect(.filter(.some(.none), .some(.some(.none))))
        expect(.filter(.some(.some(1)), .some(.some(.some(1)))))
        expect(.filter(nil, .some(nil)))
        expect(.filter(.open, .some(.open)))
        expect(.within(1..<3, 0.5...2.0, Duration.seconds(1)))
        expect(.numbers(-.infinity, 1.5, 255, true))
        // Longer than its seconds can be written.
        let longest = Rendering.code(of: Duration(attoseconds: .max))
        #expect(longest == "Duration(attoseconds: \(Int128.max))")
    }

    @Test("is a range that has spaces around its operator, which would take in the first or last character of a bound")
    func ranges() {
        expect(.within(-5 ..< -1, 0.0 ... .infinity, Duration.seconds(0)))
        #expect(Rendering.code(of: -5 ..< -1) == "-5 ..< -1")
        #expect(Rendering.code(of: 0.0 ... .infinity) == "0.0 ... .infinity")
        #expect(Rendering.code(of: -Double.infinity ... -0.5) == "-.infinity ... -0.5")
    }

    @Test func `is a call of an initialiser that exists`() {
        expect(
            .boxes(
                UnoTestingTests.SourceOfValueTests.Box<
                    Swift.Array<
                        UnoTestingTests.SourceOfValueTests.Box<
                            Swift.Optional<UnoTestingTests.SourceOfValueTests.Author>
                        >
                    >
                >(value: [
                    UnoTestingTests.SourceOfValueTests.Box<Swift.Optional<UnoTestingTests.SourceOfValueTests.Author>>(
                        value: nil)
                ])))
        expect(
            .encoded(
                Swift.String.Encoding(rawValue: 4),
                [
                    UnoTestingTests.SourceOfValueTests.Box<Swift.String.Encoding>(
                        value: Swift.String.Encoding(rawValue: 1))
                ]))
        expect(.delete(at: Foundation.IndexSet([1, 2, 5])))
        expect(
            .when(
                Foundation.Date(timeIntervalSinceReferenceDate: 5.5), in: TimeZone(identifier: "GMT")!,
                Locale(identifier: "en_US")))
        expect(
            .link(
                URL(string: "https://a.b/c?d=e#f")!, UUID(uuidString: "DDDB587E-ABEB-421C-98A8-F8865E321989")!,
                Foundation.Data([1, 255]), Decimal(string: "1.5")!))
        let relative = URL(string: "c", relativeTo: URL(string: "https://a.b/"))!
        let code = #"URL(string: "c", relativeTo: URL(string: "https://a.b/"))!"#
        #expect(Rendering.code(of: [relative]) == "[\(code)]")
    }

    @Test func `is what a property test prints`() async {
        let found = await failures {
            let actions = ActionGenerator<Action>.of([.binding(.set(\.text, "x"))])
            await checkAlways(of: actions, sequences: 1, length: 1) { _ in
                Interact<Int, Action>(initialValue: 0) { count, _ in
                    count += 1
                    return .state
                }
            } holds: {
                $0 < 1
            }
        }
        #expect(found.first?.text.hasSuffix(#"await checkAlways(replaying: [.binding(.set(\.text, "x"))])"#) == true)
    }
}

extension SourceOfValueTests.Plan: CasePathable {
    struct AllCasePaths: Sendable {
        var team: AnyCasePath<SourceOfValueTests.Plan, Int> { SourceOfValueTests.Plan.team }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}
