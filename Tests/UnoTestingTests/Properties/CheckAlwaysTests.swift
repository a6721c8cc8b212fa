import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A property test", .timeLimit(.hang))
struct CheckAlwaysTests {
    struct Till: Interactor {
        struct DomainState: Sendable, Equatable {
            var items: [Int] = []
            var total = 0
        }

        enum Action: Sendable, Hashable {
            case add(Int)
            case removeLast
            case clear
            case removeLater
        }

        let clock: TestClock
        var forgetsTotal = false

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { [clock, forgetsTotal] state, action in
                switch action {
                case .add(let price):
                    state.items.append(price)
                    state.total += price
                case .removeLast:
                    if let price = state.items.popLast() { state.total -= price }
                case .clear:
                    state.items = []
                    // The planted fault: it shows only where something is worth more than 100.
                    state.total = forgetsTotal && state.total > 100 ? state.total : 0
                case .removeLater:
                    return .perform { _, send in
                        try? await clock.sleep(for: .seconds(1))
                        await send { if let price = $0.items.popLast() { $0.total -= price } }
                    }
                }
                return .state
            }
        }
    }

    static let actions = ActionGenerator<Till.Action>.any(of: [
        .values(0...1_000) { .add($0) }, .of([.removeLast, .clear, .removeLater]),
    ])

    @Test func `passes where the invariant holds`() async {
        let shortest = await checkAlways(of: Self.actions, sequences: 30, pace: .milliseconds(600)) { clock in
            Till(clock: clock)
        } holds: { state in
            state.total == state.items.reduce(0, +)
        }
        #expect(shortest == nil)
    }

    @Test("makes a feature for each sequence, and no other, of no more actions than it may have", arguments: [0, 1, 7])
    func count(sequences: Int) async {
        let (made, drawn) = (Record<Void>(), Record<Void>())
        let actions = ActionGenerator<Till.Action> { _ in
            drawn.append()
            return .clear
        }
        let shortest = await checkAlways(of: actions, sequences: sequences, length: 1) { clock in
            made.append()
            return Till(clock: clock)
        } holds: { _ in
            true
        }
        #expect(shortest == nil && made.count == sequences && drawn.count == sequences)
    }

    @Test("finds a sequence that breaks it, and makes it as short and simple as it can be", arguments: [0, 1, 1 << 40])
    func shrinks(seed: UInt64) async {
        var shortest: [Till.Action]?
        let found = await failures {
            shortest = await checkAlways(of: Self.actions, pace: .seconds(1), seed: seed, line: 10) { clock in
                Till(clock: clock, forgetsTotal: true)
            } holds: { state in
                state.total == state.items.reduce(0, +)
            }
        }
        #expect(shortest == [.add(101), .clear])
        #expect(found.map(\.line) == [10])
        let text = found.first?.text ?? ""
        #expect(text.hasPrefix("This state does not hold: DomainState(items: [], total: 101), after 2 action(s)"))
        #expect(text.hasSuffix("\n    await checkAlways(replaying: [.add(101), .clear], pace: Duration.seconds(1))"))
    }

    /// The shortest sequence after which the sum of the numbers, or the last two of them, break an invariant.
    private static func shortest(
        _ actions: ActionGenerator<Int>, seed: UInt64, holds: @escaping @Sendable ([Int]) -> Bool
    ) async -> [Int]? {
        var shortest: [Int]?
        let found = await failures {
            shortest = await checkAlways(of: actions, seed: seed) { _ in
                Interact<[Int], Int>(initialValue: []) { numbers, number in
                    numbers.append(number)
                    return .state
                }
            } holds: {
                holds($0)
            }
        }
        #expect(found.count == 1)
        return shortest
    }

    @Test("leaves an action out while it raises another: a sum has the fewest summands", arguments: 0..<4)
    func sums(seed: UInt64) async {
        let shortest = await Self.shortest(.values(0...100) { $0 }, seed: seed) { $0.reduce(0, +) <= 250 }
        #expect(shortest?.count == 3)
        #expect(shortest?.reduce(0, +) == 251)
    }

    @Test(arguments: 0..<4) func `lowers two values together that must be equal`(seed: UInt64) async {
        let shortest = await Self.shortest(.values(3...20) { $0 }, seed: seed) { numbers in
            numbers.count < 2 || numbers.suffix(2).first != numbers.last
        }
        #expect(shortest == [3, 3])
    }

    @Test("finds the smallest value, also of those between which others hold", arguments: 0..<4)
    func smallest(seed: UInt64) async {
        #expect(await Self.shortest(.values(1...1_000) { $0 }, seed: seed) { !$0.contains { $0 % 7 == 0 } } == [7])
        #expect(
            await Self.shortest(.values(-9_000...9_000) { $0 }, seed: seed) { !$0.contains { $0 > 4_321 } } == [4_322])
        #expect(await Self.shortest(.values(Int.min...Int.max) { $0 }, seed: seed) { !$0.contains { $0 > 9 } } == [10])
    }

    /// Payloads of every kind, which have to be written as code.
    struct Payload: Sendable, Equatable, CustomStringConvertible {
        struct Tag: Sendable, Hashable { var name: String }
        var id: Int
        var text: String?
        var ratio = 0.5
        var limit = Double.infinity
        var tags: Set<Tag> = []
        var counts: [String: Int] = [:]
        var wait = Duration.milliseconds(1_500)
        var range = [1, 2]
        var description: String { "no code" }
    }

    enum Order: Sendable, Equatable {
        case place(Payload)
        case move(from: Int, to: Int)
        case wait(for: Duration)
        case say(Character, Bool, [Payload.Tag?])
        case end
    }

    /// Counts the orders that come, some only after a second.
    static func orders(_ clock: TestClock) -> Interact<Int, Order> {
        Interact(initialValue: 0) { count, order in
            count += 1
            guard order == .end else { return .state }
            return .perform { _, send in
                try? await clock.sleep(for: .seconds(1))
                await send { $0 = -1 }
            }
        }
    }

    @Test func `prints a call that compiles and fails in the same way`() async throws {
        let orders: [Order] = [
            .place(Payload(id: 1, text: "a \"b\"", tags: [.init(name: "x")], counts: ["a": 1])),
            .move(from: 1, to: 2), .wait(for: .seconds(2)), .say("c", true, [nil, .init(name: "y")]), .end,
        ]
        let found = await failures {
            for order in orders {
                await checkAlways(of: .of([order]), sequences: 1, length: 1, pace: .seconds(1), line: 10) { clock in
                    Self.orders(clock)
                } holds: {
                    $0 < 1
                }
            }
        }
        // However it is formatted.
        func plain(_ text: some StringProtocol) -> String {
            String(text.filter { !$0.isWhitespace && $0 != "," && $0 != "_" })
        }
        let source = plain(try String(contentsOfFile: #filePath, encoding: .utf8))
        for failure in found {
            let call = failure.text.split(separator: "\n").last ?? ""
            let isThere = source.contains(plain(call) + "{")
            #expect(isThere, "\(call)")
        }
        #expect(found.count == orders.count)
        let repeated = await failures { await Self.repeated() }
        #expect(repeated.allSatisfy { $0.text.hasPrefix("This state does not hold: 1, after") })
        #expect(repeated.count == orders.count)
    }

    /// The calls that the test prints, each in front of the closures.
    static func repeated() async {
        await checkAlways(
            replaying: [
                .place(
                    UnoTestingTests.CheckAlwaysTests.Payload(
                        id: 1, text: "a \"b\"", ratio: 0.5, limit: .infinity,
                        tags: [UnoTestingTests.CheckAlwaysTests.Payload.Tag(name: "x")], counts: ["a": 1],
                        wait: Duration(secondsComponent: 1, attosecondsComponent: 500_000_000_000_000_000),
                        range: [1, 2]))
            ], pace: Duration.seconds(1)
        ) { clock in
            Self.orders(clock)
        } holds: {
            $0 < 1
        }
        await checkAlways(replaying: [.move(from: 1, to: 2)], pace: Duration.seconds(1)) { clock in
            Self.orders(clock)
        } holds: {
            $0 < 1
        }
        await checkAlways(replaying: [.wait(for: Duration.seconds(2))], pace: Duration.seconds(1)) { clock in
            Self.orders(clock)
        } holds: {
            $0 < 1
        }
        await checkAlways(
            replaying: [.say("c", true, [nil, UnoTestingTests.CheckAlwaysTests.Payload.Tag(name: "y")])],
            pace: Duration.seconds(1)
        ) { clock in
            Self.orders(clock)
        } holds: {
            $0 < 1
        }
        await checkAlways(replaying: [.end], pace: Duration.seconds(1)) { clock in
            Self.orders(clock)
        } holds: {
            $0 < 1
        }
    }

    private static let sum = Interact<Int, Int>(initialValue: 0) { sum, number in
        sum += number
        return .state
    }

    @Test func `takes a thrown error, a misuse and a first state for failures`() async {
        struct Broken: Error {}
        let found = await failures {
            await checkAlways(of: ActionGenerator<Int>.of([1]), line: 10) { _ in
                Self.sum
            } holds: {
                if $0 > 0 { throw Broken() } else { true }
            }
            await checkAlways(of: ActionGenerator<Int>.of([1]), line: 20) { _ in
                Self.sum
            } holds: {
                $0 > 0
            }
            await checkAlways(of: ActionGenerator<Int>.of([1]), line: 30) { clock in
                DebounceInteractor(for: .seconds(-1), clock: clock) { Self.sum }
            } holds: { _ in
                true
            }
        }
        #expect(found.map(\.line) == [10, 20, 30])
        #expect(found[1].text.contains("This state does not hold: 0, after 0 action(s)"))
        #expect(found[1].text.hasSuffix("await checkAlways(replaying: [])"))
        #expect(found[2].text.contains("is negative"))
    }

    @Test func `makes a sequence shorter after which the feature does not come to rest, and records that once`() async {
        var shortest: [Int]?
        let found = await failures {
            shortest = await checkAlways(
                of: ActionGenerator<Int>.of([1, 2]), sequences: 10, length: 3, seed: 1, line: 10
            ) { _ in
                Interact<Int, Int>(initialValue: 0) { _, number in
                    guard number == 2 else { return .none }
                    return .perform { _, _ in
                        while (try? await ImmediateClock().sleep(for: .seconds(1))) != nil {}
                    }
                }
            } holds: { _ in
                true
            }
        }
        #expect(shortest == [2])
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("does not come to rest") == true)
    }

    @Test func `generates from cases, ranges and closures; the same for the same seed`() {
        enum Kind: CaseIterable, Sendable { case a, b }
        #expect(Set(ActionGenerator<Kind>.allCases.sequence(length: 50, seed: 1)) == [.a, .b])
        let numbers = ActionGenerator { Int.random(in: 5...6, using: &$0) }.or(.values(1...3) { $0 })
        #expect(Set(numbers.sequence(length: 100, seed: 1)) == [1, 2, 3, 5, 6])
        #expect(numbers.sequence(length: 20, seed: 7) == numbers.sequence(length: 20, seed: 7))
        #expect(ActionGenerator<Int>.elements(of: ["a"]) { $0.count }.sequence(length: 2, seed: 0) == [1, 1])
    }
}
