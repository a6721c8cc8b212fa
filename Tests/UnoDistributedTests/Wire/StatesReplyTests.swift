import Foundation
import Testing
import UnoArchitecture

@testable import UnoDistributed

@Suite("A reply with states")
struct StatesReplyTests {
    private typealias Reply = StatesReply<Int>

    private func pass(_ reply: Reply) throws -> Reply {
        try JSONDecoder().decode(Reply.self, from: JSONEncoder().encode(reply))
    }

    @Test(
        "arrives as it was sent, whether its numbers follow each other or not",
        arguments: [
            [], [0], [7], [1, 2, 3], [1, 3, 4], [1, 2, 9], [4, 8, 15, 16, 23, 42], [.max - 1, .max], [.max],
        ] as [[UInt64]], [true, false])
    func arrives(numbers: [UInt64], isGap: Bool) throws {
        let states = numbers.map { NumberedState(number: $0, state: Int(truncatingIfNeeded: $0 % 100)) }
        guard case .states(let arrived, isGap) = try pass(.states(states, isGap: isGap))
        else { return #expect(Bool(false), "another reply") }
        #expect(arrived == states)
    }

    @Test("that has no states arrives as it was sent")
    func others() throws {
        guard case .end(.stalled) = try pass(.end(.stalled)), case .overtaken = try pass(.overtaken),
            case .unknownSession = try pass(.unknownSession), case .unknownReader = try pass(.unknownReader)
        else { return #expect(Bool(false), "another reply") }
    }

    @Test(
        "is refused if its numbers do not fit its states",
        arguments: ["[1,2]", "[]", "[18446744073709551614]", "[1,2,3,4]"])
    func damaged(numbers: String) {
        let text = #"{"states":{"_0":[1,2,3],"numbers":"# + numbers + #","isGap":false}}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Reply.self, from: Data(text.utf8)) }
        let sound = text.replacing(numbers, with: "[5]")
        #expect(throws: Never.self) { try JSONDecoder().decode(Reply.self, from: Data(sound.utf8)) }
    }

    @Test("is refused if it has a number and no states")
    func numberOfNothing() {
        let text = #"{"states":{"_0":[],"numbers":[5],"isGap":false}}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Reply.self, from: Data(text.utf8)) }
    }

    @Test("takes no more than a comma for a state beyond its own JSON")
    func size() throws {
        func size(_ count: UInt64) throws -> Int {
            try JSONEncoder().encode(Reply.states((1...count).map { .init(number: $0, state: 5) }, isGap: false)).count
        }
        #expect(try size(65) - size(1) == 64 * 2)
    }
}
