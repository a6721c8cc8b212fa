import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// Which values count as the same case, for every kind of state and effect.
@Suite("The kinds of states and effects") struct StateKindTests {
    private enum Plain: Sendable {
        case off
        case loading(String)
        case pair(first: Int, second: Bare)
        case maybe(Held?)
        case opaque(Opaque)
    }
    private enum Held: Sendable { case one(Opaque) }
    private struct Opaque: Sendable {}
    private enum Compared: Equatable, Sendable {
        case off
        case loading(String)
    }
    private enum Careless: Equatable, Sendable {
        case off
        case loading(String)
        static func == (left: Careless, right: Careless) -> Bool { true }
    }
    private indirect enum Linked: Equatable, Sendable {
        case end
        case next(Linked)
    }
    private enum Bare: Sendable { case off, on }
    private struct Record: Equatable, Sendable { var text: String }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Goes to the first state and then to the second, each time with an effect of the same case; returns the
        /// number of effects left.
        let effectsLeft: @Sendable (Host) -> Int
        let expected: Int

        init<State: Sendable>(_ description: String, _ first: State, _ second: State, leaves expected: Int) {
            testDescription = description
            effectsLeft = { StateKindTests.effectsLeft(first, OneEffect.a, second, .a, in: $0) }
            self.expected = expected
        }
    }

    private static func effectsLeft<State: Sendable, Effect: Sendable>(
        _ first: State, _ firstEffect: Effect, _ second: State, _ secondEffect: Effect, in host: Host
    ) -> Int {
        let machine = Keeper<State, Effect>(initialValue: first)
        let stage = Stage(machine, in: host)
        stage.hosted.send(.input((first, firstEffect)))
        stage.hosted.send(.input((second, secondEffect)))
        stage.executor.runUntilIdle()
        return machine.work.waitingCount
    }

    static let table: [Row] = [
        Row("an enum's case with another value", Compared.loading("a"), .loading("b"), leaves: 1),
        Row("an enum's case with the same value", Compared.loading("a"), .loading("a"), leaves: 2),
        Row("an enum's case without a value", Compared.off, .off, leaves: 2),
        Row("another case", Compared.loading("a"), .off, leaves: 1),
        Row("a case whose values all compare as equal", Careless.loading("a"), .loading("b"), leaves: 2),
        Row("an indirect case with another value", Linked.next(.end), .next(.next(.end)), leaves: 1),
        Row("an indirect case with the same value", Linked.next(.end), .next(.end), leaves: 2),
        // An enum without == is compared by the values of its case.
        Row("a case with another value, of an enum without ==", Plain.loading("a"), .loading("b"), leaves: 1),
        Row("a case with the same value, of an enum without ==", Plain.loading("a"), .loading("a"), leaves: 2),
        Row(
            "several values, of which one is another", Plain.pair(first: 1, second: .off), .pair(first: 1, second: .on),
            leaves: 1),
        Row(
            "several values, all the same", Plain.pair(first: 1, second: .off), .pair(first: 1, second: .off), leaves: 2
        ),
        Row("a value that is nil, and another", Plain.maybe(nil), .maybe(.one(Opaque())), leaves: 1),
        Row("a value that is nil, twice", Plain.maybe(nil), .maybe(nil), leaves: 2),
        Row("a value that cannot be compared", Plain.opaque(Opaque()), .opaque(Opaque()), leaves: 1),
        Row("a case without a value, of an enum without ==", Plain.off, .off, leaves: 2),
        Row("a case of an enum without values", Bare.on, .on, leaves: 2),
        Row("another case of an enum without values", Bare.on, .off, leaves: 1),
        Row("a Result with another value", Result<Int, any Error>.success(1), .success(2), leaves: 1),
        Row("an optional's case with another value", Compared?.some(.loading("a")), .some(.loading("b")), leaves: 1),
        Row("an optional's case with the same value", Compared?.some(.loading("a")), .some(.loading("a")), leaves: 2),
        Row("an optional's case without a value and ==", Plain?.some(.off), .some(.off), leaves: 2),
        Row("an optional's case with a value, without ==", Plain?.some(.loading("a")), .some(.loading("b")), leaves: 1),
        Row("nil, and nil again", Compared?.none, .none, leaves: 2),
        Row("nil, and nil again, without ==", Plain?.none, .none, leaves: 2),
        Row("nil, and then a case", Compared?.none, .some(.off), leaves: 1),
        Row("an optional that is no enum", Int?.some(1), .some(2), leaves: 2),
        Row(
            "an optional of an optional", Compared??.some(.some(.loading("a"))), .some(.some(.loading("b"))), leaves: 1
        ),
        Row("a struct with another value", Record(text: "a"), Record(text: "b"), leaves: 2),
        Row("a number", 1, 2, leaves: 2),
        Row("a tuple", (1, Compared.off), (2, .loading("a")), leaves: 2),
    ]

    @Test(arguments: table, Host.allCases) func `A second effect of the same case`(row: Row, host: Host) {
        #expect(row.effectsLeft(host) == row.expected)
    }

    private enum Named: Sendable {
        case find(String)
        case post(name: String, count: Int)
    }

    @Test func `The case of an effect counts, not its values; effects that are not enums all have the same case`() {
        func left<Effect: Sendable>(_ first: Effect, _ second: Effect) -> Int {
            Self.effectsLeft(Compared.loading("a"), first, .loading("b"), second, in: .runtime)
        }
        #expect(left(Named.find("a"), .find("b")) == 1)
        #expect(left(Named.find("a"), .find("a")) == 1)
        #expect(left(Named.post(name: "a", count: 1), .post(name: "b", count: 2)) == 1)
        #expect(left(Named.find("a"), .post(name: "a", count: 1)) == 2)
        #expect(left(Bare.on, .on) == 1)
        #expect(left(Bare.on, .off) == 2)
        #expect(left("a", "b") == 1)
        #expect(left(Record(text: "a"), Record(text: "b")) == 1)
    }
}

private enum OneEffect: Sendable { case a }

/// Goes to each requested state, each time with an effect that ends when the test releases it.
private struct Keeper<State: Sendable, IOEffect: Sendable>: StateMachine {
    typealias Input = (state: State, effect: IOEffect)
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Input, Never>
    let initialValue: State
    let work = HeldWork()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        transition(input.state, effect: input.effect)
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        AsyncStream { [work] in
            await work.run()
            return nil
        }
    }
}
