import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Validating with marbles", .timeLimit(.hang))
struct ValidateTests {
    @Test(arguments: [
        ("ab--c|", "---b-[c|]"), ("a---b-^", "--a---[b^]"), ("[abc]--|", "--c|"), ("a--'long'---|", "--a--'long'-|"),
        ("ab--c|", "---b;"), ("-", ""),
    ])
    func `plays inputs to a stream in virtual time`(input: String, output: String) async {
        await validate(input, yields: output) { $0.input.debounce(for: .steps(2), clock: $0.clock) }
    }

    @Test func `lets the consumer be slow`() async {
        await validate("abc|", yields: "a,,[bc|]") { $0.input }
        await validate("abcd|", yields: ",,[abc]d|") { $0.input }
        await validate("abcd--|", yields: "a,,[b,],[cd]|") { $0.input }
        // It has requested the first value in the step before.
        await validate("-[ab]c|", yields: "-[ab],[c|]") { $0.input }
    }

    @Test func `plays several inputs, in their order within a step`() async {
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

    @Test func `plays actions to an interactor, and shows its states`() async {
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

    @Test func `plays the example of its documentation, and values in a row of quotes`() async {
        await validate("+-+|", yields: "[01]-2|", actions: ["+": 1]) { _ in
            Interact(initialValue: 0) { state, number in
                state += number
                return .state
            }
        }
        await validate("'a' 'b''c'|", yields: "a'b''c'|") { $0.input }
    }

    @Test func `plays values of any type`() async {
        struct Point: Sendable { let x: Int }
        await validate("a-b|", yields: "1-2|") { scene in
            scene.input.elements(["a": Point(x: 1), "b": Point(x: 2)]).map { $0.x }
        }
        let found = await failures { await validate("a-c|", yields: "1--|") { $0.input.elements(["a": 1], line: 10) } }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text == "No value is given for 'c' in a marble diagram")
    }

    /// Emits 1; then the outcomes of its other calls.
    struct Revenant: AsyncSequence, AsyncIteratorProtocol, Sendable {
        typealias Outcome = Result<Int?, MarbleFailure>

        var outcomes: [Outcome]

        init(_ outcomes: Outcome...) { self.outcomes = [.success(1)] + outcomes }

        func makeAsyncIterator() -> Self { self }
        mutating func next() async throws -> Int? { outcomes.isEmpty ? nil : try outcomes.removeFirst().get() }
    }

    static let failure = Revenant.Outcome.failure(MarbleFailure())

    @Test(arguments: [
        (Revenant(.success(nil), .success(3)), "[1|]", "[1|3]"),
        (Revenant(.success(nil), failure), "[1|]", "[1|^]"),
        (Revenant(failure, .success(3)), "[1^]", "[1^3]"),
        (Revenant(failure, failure), "[1^]", "[1^^]"),
    ])
    func `notices what comes after the end`(sequence: Revenant, expected: String, actual: String) async {
        let found = await failures { await validate("-", yields: expected, line: 10) { _ in sequence } }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("actual:   \(actual)\n") == true)
    }

    /// Waits for its cancellation, and then emits the outcomes.
    struct Cancelled: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let clock: TestClock
        var rest: Revenant

        func makeAsyncIterator() -> Self { self }
        mutating func next() async throws -> Int? {
            try? await clock.sleep(for: .steps(9))
            return try await rest.next()
        }
    }

    @Test func `tells how a sequence ends that is cancelled, where the diagram says so`() async {
        await validate("ab--c|", yields: "---b[;|]") { $0.input.debounce(for: .steps(2), clock: $0.clock) }
        await validate("", yields: "--[;1|]") { Cancelled(clock: $0.clock, rest: Revenant(.success(nil))) }
        await validate("", yields: "--[;1^]") { Cancelled(clock: $0.clock, rest: Revenant(Self.failure)) }
        // Without a symbol behind it, how the sequence ends does not count, and throwing again is no second end.
        await validate("", yields: "--;") { Cancelled(clock: $0.clock, rest: Revenant(Self.failure, Self.failure)) }
        let found = await failures {
            await validate("", yields: "-[;|]", line: 10) { Cancelled(clock: $0.clock, rest: Revenant(Self.failure)) }
            await validate("-a", yields: "-[;a|]", line: 20) { $0.input }
            await validate("", yields: "-;", line: 30) {
                Cancelled(clock: $0.clock, rest: Revenant(.success(nil), .success(3)))
            }
            await validate("", yields: "-;", line: 40) {
                Cancelled(clock: $0.clock, rest: Revenant(Self.failure, .success(3)))
            }
        }
        #expect(found.map(\.line) == [10, 20, 30, 40])
        #expect(
            found.map { $0.text.split(separator: "\n")[2] } == [
                "    actual:   -[;1^]", "    actual:   -[a;|]", "    actual:   -[;3]", "    actual:   -[;3]",
            ])
    }

    @Test func `begins at time zero, and does what is due in a step before it cancels`() async {
        /// Emits its time: at once, and every other second.
        struct Times: AsyncSequence, AsyncIteratorProtocol, Sendable {
            let clock: TestClock
            var time = 0

            func makeAsyncIterator() -> Self { self }
            mutating func next() async throws -> Int? {
                defer { time += 2 }
                try await clock.sleep(until: TestClock.Instant(offset: .steps(time)))
                return time
            }
        }
        await validate("", yields: "0-2-[4;]") { Times(clock: $0.clock) }
        // Time ends with the last step.
        await validate("", yields: "0-2-") { Times(clock: $0.clock) }
    }

    @Test func `lets a consumer go on at the end that waits for its demand, with its task cancelled`() async {
        /// Emits zeros until the task is cancelled; notes, each time that it is asked, whether it is.
        struct Zeros: AsyncSequence, AsyncIteratorProtocol, Sendable {
            let asked: Record<Bool>

            func makeAsyncIterator() -> Self { self }
            mutating func next() async throws -> Int? {
                asked.append(Task.isCancelled)
                return Task.isCancelled ? nil : 0
            }
        }
        let asked = Record<Bool>()
        await validate("", yields: "0,") { _ in Zeros(asked: asked) }
        #expect(asked.elements.first == false && asked.elements.last == true)
    }

    @Test func `puts its caret under what it means, behind wide characters, too`() async {
        let found = await failures {
            await validate("'東京'-a|", yields: "'東京'-b|", line: 10) { $0.input }
            await validate("日-\tb", yields: "", line: 20) { $0.input }
            await validate("❤️-\tb", yields: "", line: 30) { $0.input }
            await validate("✅-\tb", yields: "", line: 40) { $0.input }
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
                """
                This marble diagram cannot be read: of all white space, only the space may be in a diagram
                    ❤️- b
                       ^
                """,
                """
                This marble diagram cannot be read: of all white space, only the space may be in a diagram
                    ✅- b
                       ^
                """,
            ])
    }

    @Test func `shows both diagrams, and where they part`() async {
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
                """, "a-|: no action is given for 'a'",
            ])
    }
}
