import UnoArchitecture

/// Enums that are `@CasePathable` and write an operator or `hash(into:)` themselves: what they write is what is called.
///
/// Each operator is one that the compiler's own would differ from. A macro that names what it adds imprecisely makes the
/// compiler choose its own in generic code (swiftlang/swift issue 84691), so all of it is tried directly and through
/// generic code. Part of a module of its own, so that a test and an optimised program run the same.
package struct OwnOperators {
    /// What was found, a line each.
    package private(set) var faults: [String] = []
    /// How much was tried.
    package private(set) var count = 0

    package init() {
        checkEquality()
        checkHash()
        checkOrder()
        checkJoining()
    }

    private mutating func check(_ isTrue: Bool, _ what: String) {
        count += 1
        if !isTrue { faults.append(what) }
    }

    // MARK: ==

    @CasePathable
    enum Alike: Equatable {
        case one(Int)
        case other

        static func == (left: Alike, right: Alike) -> Bool { true }
    }

    /// The compiler could not make this one: `any Error` has no `==`.
    @CasePathable
    enum Loaded: Equatable {
        case loaded(Result<String, any Error>)
        case idle

        static func == (left: Loaded, right: Loaded) -> Bool { left.is(\.idle) == right.is(\.idle) }
    }

    private struct Failure: Error {}

    private mutating func checkEquality() {
        check(Alike.one(1) == Alike.one(2), "== called directly")
        check(areEqual(Alike.one(1), Alike.other), "== through a generic function")
        check([Alike.one(1)].contains(.other), "== in contains")
        check(Alike?.some(.one(1)) == .other, "== of optionals")
        check([Alike.one(1), .other] == [.other, .one(3)], "== of arrays")
        let (left, right): (any Equatable, any Equatable) = (Alike.one(1), Alike.one(2))
        check(areEqual(left, right), "== through an existential")
        check(!(Alike.one(1) != .one(2)), "!=")
        check(areEqual(Loaded.loaded(.success("a")), .loaded(.failure(Failure()))), "== that cannot be made")
        check(!areEqual(Loaded.idle, .loaded(.success("a"))), "== that cannot be made, of two cases")
    }

    // MARK: hash(into:)

    /// Equal by the remainder of ten.
    @CasePathable
    enum Digit: Hashable {
        case number(Int)
        case nothing

        static func == (left: Digit, right: Digit) -> Bool { left.last == right.last }

        func hash(into hasher: inout Hasher) { hasher.combine(last) }

        private var last: Int? { self[case: \.number].map { $0 % 10 } }
    }

    private mutating func checkHash() {
        let digits: Set<Digit> = [.number(3), .number(13), .number(4), .nothing]
        check(digits.count == 3, "a set's elements")
        check(digits.contains(.number(33)), "a set's contains")
        check([Digit.number(3): "a"][.number(43)] == "a", "a dictionary's key")
        check(AnyHashable(Digit.number(3)) == AnyHashable(Digit.number(13)), "AnyHashable")
        check(Digit.number(3).hashValue == Digit.number(13).hashValue, "hashValue called directly")
        check(hash(of: Digit.number(3)) == hash(of: Digit.number(13)), "hash(into:) through a generic function")
    }

    // MARK: <

    /// Ordered the other way round.
    @CasePathable
    enum Falling: Comparable {
        case number(Int)
        case nothing

        static func < (left: Falling, right: Falling) -> Bool {
            (left[case: \.number] ?? 0) > (right[case: \.number] ?? 0)
        }
    }

    private mutating func checkOrder() {
        check(Falling.number(2) < .number(1), "< called directly")
        check(isLess(Falling.number(2), .number(1)), "< through a generic function")
        check([Falling.number(1), .number(3), .number(2)].sorted() == [.number(3), .number(2), .number(1)], "sorted")
        check([Falling.number(1), .number(3)].max() == .number(1), "max")
        check(Falling.number(1) > .number(3), ">")
        check((Falling.number(3) ... .number(1)).contains(.number(2)), "a range")
    }

    // MARK: An operator of one's own

    @CasePathable @dynamicMemberLookup
    enum Joined: Joining {
        case text(String)
        case nothing

        static func <+> (left: Joined, right: Joined) -> Joined { .text((left.text ?? "-") + (right.text ?? "-")) }
    }

    private mutating func checkJoining() {
        check((Joined.text("a") <+> .nothing).text == "a-", "an operator of one's own")
        check(join([Joined.text("a"), .nothing, .text("b")], .nothing).text == "-a-b", "the same, by a protocol")
    }
}

infix operator <+> : AdditionPrecedence

/// A protocol with an operator, and with another one for those that do not write it.
protocol Joining {
    static func <+> (left: Self, right: Self) -> Self
}

extension Joining {
    static func <+> (left: Self, right: Self) -> Self { left }
}

@inline(never)
private func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool { left == right }

@inline(never)
private func areEqual(_ left: any Equatable, _ right: any Equatable) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
    return isEqual(left)
}

@inline(never)
private func isLess<Value: Comparable>(_ left: Value, _ right: Value) -> Bool { left < right }

@inline(never)
private func hash(of value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    return hasher.finalize()
}

@inline(never)
private func join<Value: Joining>(_ values: [Value], _ first: Value) -> Value { values.reduce(first) { $0 <+> $1 } }
