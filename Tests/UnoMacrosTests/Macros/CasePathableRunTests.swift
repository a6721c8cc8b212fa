import TestSupport
import Testing
import UnoArchitecture

/// What `@CasePathable` makes, at work.
@Suite("Case paths by macro") struct CasePathableRunTests {
    typealias Plain = Samples.Plain
    typealias Looked = Samples.Looked

    static let values: [Plain] = [
        .idle, .query("a"), .query(""), .moved(by: 3), .pair(1, "b"), .labelled(2, name: "c", true),
    ]

    /// The index of the case, by hand.
    private func index(_ value: Plain) -> Int {
        switch value {
        case .idle: 0
        case .query: 1
        case .moved: 2
        case .pair: 3
        case .labelled: 4
        }
    }

    @Test(arguments: values) func `Each path finds its own case and no other`(value: Plain) {
        let paths = Plain.allCasePaths
        let found = [
            paths.idle.extract(from: value) != nil,
            paths.query.extract(from: value) != nil,
            paths.moved.extract(from: value) != nil,
            paths.pair.extract(from: value) != nil,
            paths.labelled.extract(from: value) != nil,
        ]
        #expect(found.indices.filter { found[$0] } == [index(value)])
    }

    @Test(arguments: values) func `Embedding what was extracted gives the whole back`(value: Plain) {
        let paths = Plain.allCasePaths
        let again = [
            paths.idle.extract(from: value).map(paths.idle.embed),
            paths.query.extract(from: value).map(paths.query.embed),
            paths.moved.extract(from: value).map(paths.moved.embed),
            paths.pair.extract(from: value).map(paths.pair.embed),
            paths.labelled.extract(from: value).map(paths.labelled.embed),
        ]
        #expect(again.compactMap(\.self) == [value])
    }

    @Test func `Several values come as a tuple with the case's labels`() {
        let labelled = Plain.labelled(2, name: "c", true)[case: \.labelled]
        #expect(labelled?.name == "c")
        #expect(labelled?.0 == 2)
        #expect(labelled?.2 == true)
    }

    @Test func `A value that is optional is told from no value`() {
        typealias Careful = Samples.Careful
        #expect(Careful.optional(nil).is(\.optional))
        #expect(Careful.optional(nil)[case: \.optional] == .some(nil))
        #expect(Careful.optional(3)[case: \.optional] == 3)
        #expect(Careful.forced(nil).is(\.forced))
        #expect(!Careful.none.is(\.optional))
        #expect(Careful.none.is(\.none))
    }

    @Test(arguments: [1, 2]) func `Names that need backticks have paths`(number: Int) {
        typealias Careful = Samples.Careful
        #expect(Careful.default.is(\.default))
        #expect(Careful.`init`(in: number, self: 7)[case: \.`init`]?.in == number)
        #expect(Careful.`with space`(number)[case: \.`with space`] == number)
    }

    @Test func `Closures, existentials and recursive values go in and come out`() throws {
        typealias Careful = Samples.Careful
        let paths = Careful.allCasePaths
        var number = 1
        let change = try #require(paths.closure.extract(from: paths.closure.embed { $0 += 1 }))
        change(&number)
        #expect(number == 2)
        let (name, after) = try #require(paths.throwing.extract(from: paths.throwing.embed(({ 5 }, .zero))))
        #expect(try name() == 5)
        #expect(after == .zero)
        #expect(paths.existential.extract(from: .existential(3))?.description == "3")
        #expect(paths.recursive.extract(from: .recursive(.default, [.none]))?.1.first?.is(\.none) == true)
    }

    @Test func `An enum of one case has a path without a warning`() {
        #expect(Samples.Single.only(3)[case: \.only] == 3)
        #expect(Samples.SingleWithoutValue.only.is(\.only))
    }

    @Test func `Generic enums, and enums in generic types, have paths`() {
        struct Failure: Error {}
        typealias Generic = Samples.Generic<Int, Failure>
        #expect(Generic.value(3)[case: \.value] == 3)
        #expect(Generic.both(3, failure: Failure())[case: \.both]?.0 == 3)
        #expect(Samples.Around<String>.Inside.list(["a"])[case: \.list] == ["a"])
    }

    @Test func `Enums with constrained parameters have paths, without a warning`() {
        typealias Constrained = Samples.Constrained<Samples.Circle>
        #expect(Constrained.value(Samples.Circle()).is(\.value))
        #expect(Constrained.both(Samples.Circle(), count: 3)[case: \.both]?.count == 3)
        #expect(Constrained.in(Samples.Circle()).is(\.in))
        #expect(Constrained.allCasePaths.nothing.embed(()).is(\.nothing))
        #expect(!Constrained.nothing.is(\.value))
        typealias Around = Samples.AroundShapes<Samples.Circle>
        #expect(Around.Inside.list([Samples.Circle()])[case: \.list]?.count == 1)
        #expect(Around.Inside.embedding.is(\.embedding))
        #expect(Around.Inside.extracting(3)[case: \.extracting] == 3)
        #expect(Around.InExtension.one(Samples.Circle()).is(\.one))
        let ran = Record<Void>()
        Around.InExtension.allCasePaths.run.embed { _ in ran.append(()) }[case: \.run]?(Samples.Circle())
        #expect(ran.count == 1)
        #expect(Around.InExtension.load { "a" }.is(\.load))
        let path = AnyCasePath<Constrained, Samples.Circle>(\.value)
        #expect(path.name == "value")
    }

    @Test func `Types that have names of the standard library do no harm`() {
        #expect(Samples.Shadowing.Shadowed.nothing.is(\.nothing))
        #expect(Samples.Shadowing.Shadowed.value(.init()).is(\.value))
        #expect(Samples.Shadowing.ShadowedGeneric<Samples.Circle>.nothing.is(\.nothing))
        #expect(Samples.Shadowing.Machine().initialValue == .off)
    }

    @Test func `Enums of every access level, and in extensions, have paths`() {
        #expect(Samples.hidden == 3)
        #expect(PublicSample.two(first: 1, second: "b")[case: \.two]?.second == "b")
        #expect(PublicSpace.Nested.one(1).is(\.one))
        #expect(PublicSpace.Implicit.one(1).is(\.one))
        #expect(PackageSample.one(1).is(\.one))
        #expect(inlinableUse(3) == [3, 3, 3, nil])
        #expect(InlinablePackageSample.one(1).is(\.one))
        #expect(Samples.InExtension.one(1).is(\.one))
        #expect(Samples.Conforming.one(1).is(\.one))
        #expect(Samples.Raw.two.is(\.two))
    }

    @Test func `Cases under a condition have paths under the same one`() {
        #expect(Samples.Conditional.always(1)[case: \.always] == 1)
        #expect(Samples.Conditional.sometimes("a")[case: \.sometimes] == "a")
        #expect(Samples.ConditionalLookup.present(4).present == 4)
        #expect(Samples.Excluding.one(1)[case: \.one] == 1)
    }

    @Test func `With dynamic member look-up, a key path to an optional leads to each case`() {
        let plain: any KeyPath<Looked, Plain?> & Sendable = \Looked.plain
        #expect(Looked.plain(.idle)[keyPath: plain] == .idle)
        #expect(Looked.nothing[keyPath: plain] == nil)
        #expect(Looked.plain(.query("a")).plain?[case: \.query] == "a")
        let first: any KeyPath<Looked, Int?> & Sendable = \Looked.listed?.first
        #expect(Looked.listed([4])[keyPath: first] == 4)
        #expect([Looked.pair(x: 1, y: 2), .nothing].compactMap(\.pair?.x) == [1])
        #expect(Looked.pair(x: 1, y: 2).pair?.y == 2)
        #expect(Looked.optional(nil).optional == .some(nil))
        #expect(Looked.nothing.nothing != nil)
        #expect(Looked.listed([1]).listed?.first == 1)
        #expect(Samples.Typed.closure { $0 + 1 }.closure?(1) == 2)
    }

    @Test func `A property of the enum's own is left alone`() {
        #expect(Looked.nothing.count == 17)
        #expect(Looked.count(3)[case: \.count] == 3)
    }

    @Test("modify changes the value in its case, and in no other", arguments: values)
    func modify(value: Plain) {
        var modified = value
        let reports = Record<Diagnostic>()
        let changed = Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            modified.modify(\.moved) { $0 += 1 }
        }
        #expect(changed == value.is(\.moved))
        #expect(modified == (changed ? .moved(by: 4) : value))
        #expect(reports.elements.map(\.kind) == (changed ? [] : [.otherCase]))
    }

    @Test func `The report of modify names the case that was meant and the one that was found`() {
        let reports = Record<Diagnostic>()
        Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            var value = Looked.pair(x: 1, y: 2)
            value.modify(\.plain.labelled) { $0.name = "d" }
            var plain = Plain.idle
            plain.modify(\.moved) { $0 += 1 }
        }
        let messages = reports.elements.map(\.message)
        #expect(messages[0].contains("modify(\\.plain.labelled) found pair"))
        #expect(messages[1].contains("modify(\\.moved) found idle"))
    }

    @Test func `An error of the change leaves the value as it was`() {
        struct Failure: Error {}
        var value = Plain.moved(by: 3)
        #expect(throws: Failure.self) {
            try value.modify(\.moved) { number in
                number = 9
                throw Failure()
            }
        }
        #expect(value == .moved(by: 3))
    }
}
