import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Validating with marbles", .timeLimit(.hang))
struct ValidateTests {
    @Test(
        "plays inputs to a stream in virtual time",
        arguments: [
            ("ab--c|", "---b-[c|]"),
            ("a---b-^", "--a---[b^]"),
            ("[abc]--|", "--c|"),
            ("a--'long'---|", "--a--'long'-|"),
            ("ab--c|", "---b;"),
            ("-", ""),
        ]
    )
    func debounce(input: String, output: String) async {
        await validate(input, yields: output) { $0.input.debounce(for: .steps(2), clock: $0.clock) }
    }

    @Test("lets the consumer be slow")
    func demand() async {
        await validate("abc|", yields: "a,,[bc|]") { $0.input }
        await validate("abcd|", yields: ",,[abc]d|") { $0.input }
        await validate("abcd--|", yields: "a,,[b,],[cd]|") { $0.input }
    }

    @Test("plays several inputs, in their order within a step")
    func several() async {
        await validate("a--b|", "-x-y-|", yields: "ax-[by]-|") { scene in
            AsyncStream { states in
                let tasks = Locked(scene.inputs.count)
                for input in scene.inputs {
                    Task(executorPreference: scene.executor) {
                        for try await value in input { states.yield(value) }
                        if tasks.withLock({
                            $0 -= 1
                            return $0 == 0
                        }) {
                            states.finish()
                        }
                    }
                }
            }
        }
    }

    @Test("plays actions to an interactor, and shows its states")
    func interactor() async {
        await validate("1-2-3|", yields: "[01]-'12'-'123'|", actions: ["1": 1, "2": 2, "3": 3]) { _ in
            Interact(initialValue: 0) { sum, digit in
                sum = sum * 10 + digit
                return .state
            }
        }
        await validate("12---3|", yields: "0--2--[3|]", actions: ["1": 1, "2": 2, "3": 3]) { clock in
            DebounceInteractor(for: .steps(2), clock: clock) {
                Interact(initialValue: 0) { state, action in
                    state = action
                    return .state
                }
            }
        }
    }

    @Test("plays the example of its documentation, and values in a row of quotes")
    func documented() async {
        await validate("+-+|", yields: "[01]-2|", actions: ["+": 1]) { _ in
            Interact(initialValue: 0) { state, number in
                state += number
                return .state
            }
        }
        await validate("'a' 'b''c'|", yields: "a'b''c'|") { $0.input }
    }

    @Test("plays values of any type")
    func anyType() async {
        struct Point: Sendable { let x: Int }
        await validate("a-b|", yields: "1-2|") { scene in
            scene.input.elements(["a": Point(x: 1), "b": Point(x: 2)]).map { $0.x }
        }
        let found = await failures {
            await validate("a-c|", yields: "1--|") { $0.input.elements(["a": 1], line: 10) }
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text == "No value is given for 'c' in a marble diagram")
    }

    @Test("notices what comes after the end")
    func afterTheEnd() async {
        /// Ends, and goes on.
        struct Revenant: AsyncSequence, AsyncIteratorProtocol, Sendable {
            var count = 0
            func makeAsyncIterator() -> Self { self }
            mutating func next() async -> Int? {
                count += 1
                return count == 2 ? nil : count
            }
        }
        let found = await failures { await validate("-", yields: "[1|]", line: 10) { _ in Revenant() } }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("actual:   [1|3]") == true)
    }

    @Test("puts its caret under what it means, behind wide characters, too")
    func wide() async {
        let found = await failures {
            await validate("'東京'-a|", yields: "'東京'-b|", line: 10) { $0.input }
            await validate("日-\tb", yields: "", line: 20) { $0.input }
        }
        #expect(
            found.map(\.text) == [
                """
                The diagrams part at step 2:
                    expected: '東京'-b|
                    actual:   '東京'-a|
                                     ^
                """,
                """
                This marble diagram cannot be read: of all white space, only the space may be in a diagram
                    日- b
                       ^
                """,
            ]
        )
    }

    @Test("shows both diagrams, and where they part")
    func parting() async {
        let found = await failures {
            await validate("ab--c|", yields: "---b--[c|]", line: 10) {
                $0.input.debounce(for: .steps(2), clock: $0.clock)
            }
            await validate("'ten'[ab]-", yields: "'ten'[ab]-c", line: 20) { $0.input }
            await validate("a-|", yields: "a", line: 30) { $0.input }
            await validate("a-|", yields: "a", actions: [:], line: 40) { _ in EmptyInteractor<Int, Int>() }
        }
        #expect(found.map(\.line) == [10, 20, 30, 40])
        #expect(
            found.map(\.text) == [
                """
                The diagrams part at step 5:
                    expected: ---b--[c|]
                    actual:   ---b-[c|]-
                                   ^
                """,
                """
                The diagrams part at step 3:
                    expected: 'ten'[ab]-c
                    actual:   'ten'[ab]--
                                        ^
                """,
                """
                The diagrams part at step 2:
                    expected: a
                    actual:   a-|
                               ^
                """,
                "a-|: no action is given for 'a'",
            ]
        )
    }
}
